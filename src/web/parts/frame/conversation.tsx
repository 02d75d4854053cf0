import { Loader } from "@mantine/core";
import { Suspense } from "react";
import { useConsole } from "../../state/console-context.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { Composer } from "../compose/composer.tsx";
import { JumpToDate } from "../dates/jump-to-date.tsx";
import styles from "./conversation.module.css";

const MessageLog = lazyPart(async () => (await import("../message/log/message-log.tsx")).MessageLog);

/**
 * The messages of a channel and the input below them, which comes first for the keyboard: before all that the messages contain. The
 * code for messages arrives while the server is asked for them.
 */
export function Conversation() {
  const { texts } = useConsole();
  return (
    <>
      <Composer />
      <Suspense
        fallback={
          <div className={styles.waiting}>
            <Loader size="sm" type="dots" aria-label={texts.loading} />
          </div>
        }
      >
        <MessageLog />
      </Suspense>
      <JumpToDate />
    </>
  );
}
