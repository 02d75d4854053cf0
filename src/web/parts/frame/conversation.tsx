import { DraftContext } from "../../state/draft/draft-control.ts";
import { useDraft } from "../../state/draft/use-draft.ts";
import { Composer } from "../compose/composer.tsx";
import { MessageLog } from "../message/message-log.tsx";

/** The messages of a channel and the input below. */
export function Conversation() {
  const draft = useDraft();
  return (
    <DraftContext value={draft.control}>
      <MessageLog />
      <Composer draft={draft} />
    </DraftContext>
  );
}
