import { IconCornerUpRight } from "@tabler/icons-react";
import { useConsole, useConsoleState } from "../../state/context.ts";
import { parsePlainText, parseRichText, wordsOf } from "../../state/rich-text.ts";
import styles from "./reply-quote.module.css";

const QUOTED = 120;

/** One line of the message that is replied to. */
export function ReplyQuote({ channel, id }: { readonly channel: string; readonly id: string }) {
  const { texts } = useConsole();
  const target = useConsoleState((state) => state.logs[channel]?.messages.get(id));
  const known = target && !target.removed ? target : undefined;
  const nodes = known && (known.author.isEasel ? parseRichText(known.text) : parsePlainText(known.text));
  return (
    <p className={styles.quote}>
      <IconCornerUpRight size={14} stroke={1.7} aria-hidden="true" />
      <span>
        {known && nodes ? (
          <>
            <strong>{known.author.name}</strong> {wordsOf(nodes, known.mention?.name ?? "").slice(0, QUOTED)}
          </>
        ) : (
          texts.replyingTo(texts.earlierMessage)
        )}
      </span>
    </p>
  );
}
