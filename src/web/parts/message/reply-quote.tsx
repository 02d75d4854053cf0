import { IconCornerUpRight } from "@tabler/icons-react";
import { useConsole, useConsoleState } from "../../state/console-context.ts";
import { plainWords } from "../../state/rich-text.ts";
import { PlaceLink } from "../place-link.tsx";
import styles from "./reply-quote.module.css";

const QUOTED = 120;

interface ReplyQuoteProps {
  readonly channel: string;
  readonly id: string;
  /** The reply. */
  readonly from: string;
}

/** A link to the message that is replied to, with its first words. */
export function ReplyQuote({ channel, id, from }: ReplyQuoteProps) {
  const { texts } = useConsole();
  const target = useConsoleState((state) => state.logs.get(channel)?.messages.get(id));
  const known = target && !target.removed ? target : undefined;
  return (
    <PlaceLink className={styles.quote} channel={channel} message={id} from={from}>
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
    </PlaceLink>
  );
}
