import { IconCornerUpRight } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { pathOf } from "../../../platforms/console/api/message-link.ts";
import { useConsole, useConsoleState } from "../../state/context.ts";
import { plainWords } from "../../state/rich-text.ts";
import styles from "./reply-quote.module.css";

const QUOTED = 120;

/** One line of the message that is replied to. */
export function ReplyQuote({ channel, id }: { readonly channel: string; readonly id: string }) {
  const { texts, go } = useConsole();
  const target = useConsoleState((state) => state.logs[channel]?.messages.get(id));
  const known = target && !target.removed ? target : undefined;
  const follow = (event: MouseEvent): void => {
    // The browser handles new tabs and windows.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(channel, id);
  };
  return (
    <a className={styles.quote} href={pathOf(channel, id)} onClick={follow}>
      <IconCornerUpRight size={14} stroke={1.7} aria-hidden="true" />
      <span>
        {known ? (
          <>
            <strong>{known.author.name}</strong> {plainWords(known).slice(0, QUOTED)}
          </>
        ) : (
          texts.replyingTo(texts.earlierMessage)
        )}
      </span>
    </a>
  );
}
