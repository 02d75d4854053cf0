import { Composer } from "../compose/composer.tsx";
import { JumpToDate } from "../dates/jump-to-date.tsx";
import { MessageLog } from "../message/message-log.tsx";

/** The messages of a channel and the input below. */
export function Conversation() {
  return (
    <>
      <MessageLog />
      <Composer />
      <JumpToDate />
    </>
  );
}
