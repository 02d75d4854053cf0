import { IconCheck, IconX } from "@tabler/icons-react";
import type { ProgressView } from "../../../platforms/console/api/message-parts.ts";
import { useConsole } from "../../state/context.ts";
import { untilLabel } from "../../state/moments.ts";
import { useNow } from "../../state/use-now.ts";
import styles from "./progress-list.module.css";

const EXPECTED_TICK_MS = 1_000;

/** The expected remaining time, counted down while it is shown. A running item can also be shown as late. */
function Expected({ at, isRunning }: { readonly at: number; readonly isRunning: boolean }) {
  const { locale, texts } = useConsole();
  const now = useNow(EXPECTED_TICK_MS);
  const label = untilLabel(at, now, locale) ?? (isRunning ? texts.late : undefined);
  if (label === undefined) return undefined;
  return (
    <time className={styles.expected} dateTime={new Date(at).toISOString()}>
      {label}
    </time>
  );
}

/** The progress of each picture of a batch, as a small canvas each. */
export function ProgressList({ progress }: { readonly progress: ProgressView }) {
  const { texts } = useConsole();
  return (
    <ol className={styles.list} aria-label={texts.progress}>
      {progress.items.map((item, index) => (
        // Items stand for the jobs of a batch, whose number and order never change.
        <li key={`job ${index + 1}`} className={styles.item} data-state={item.state}>
          <span className={styles.canvas} aria-hidden="true">
            {item.state === "succeeded" && <IconCheck size={18} stroke={2} />}
            {item.state === "failed" && <IconX size={18} stroke={2} />}
          </span>
          <span className={styles.label}>
            {progress.items.length > 1 && <span className={styles.ordinal}>{index + 1}</span>}
            {item.label}
            {item.expectedAt !== undefined && <Expected at={item.expectedAt} isRunning={item.state === "running"} />}
          </span>
        </li>
      ))}
    </ol>
  );
}
