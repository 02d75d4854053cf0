import { Composer } from "../compose/composer.tsx";
import { JumpToDate } from "../dates/jump-to-date.tsx";
import { MessageLog } from "../message/message-log.tsx";

/** The messages of a channel and the input below them, which comes first for the keyboard: before all that the messages contain. */
export function Conversation() {
  return (
    <>
      <Composer />
      <MessageLog />
      <JumpToDate />
    </>
  );
}
