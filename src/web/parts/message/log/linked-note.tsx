import { consoleDialogTexts } from "../../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../../state/console-context.ts";
import type { LinkedMessage } from "../../../state/log/use-linked-message.ts";
import { dateLabel } from "../../../state/moments.ts";
import { TextButton } from "../../text-button.tsx";
import styles from "./message-log.module.css";

/** Says that a linked message is missing or still loading, or that a chosen day has no messages. */
export function LinkedNote({ linked: { search, otherDay, shown } }: { readonly linked: LinkedMessage }) {
  const { texts, locale, channel, go } = useConsole();
  const say = consoleDialogTexts(locale);
  const label = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : dateLabel(ms, locale));
  const note =
    search === "running"
      ? texts.loadingOlder
      : search === "gone"
        ? say.linkGone
        : otherDay && say.noMessagesOn(dateLabel(otherDay.asked, locale), label(otherDay.found));
  const isOver = note !== undefined && search !== "running";
  return (
    <div className={note && styles.note}>
      <output>{note}</output>
      {isOver && <TextButton onClick={() => go(channel, search ? {} : { message: shown })}>{texts.dismiss}</TextButton>}
    </div>
  );
}
