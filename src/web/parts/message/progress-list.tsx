import { IconCheck, IconX } from "@tabler/icons-react";
import type { FileView, MessageView } from "../../../platforms/console/api/api.ts";
import { useState } from "react";
import { useConsole } from "../../state/console-context.ts";
import { thumbnailSet } from "../../state/log/thumbnails.ts";
import { doneShare, durationLabel, leftLabel } from "../../state/moments.ts";
import { useNow } from "../../state/use-now.ts";
import styles from "./progress-list.module.css";

const TICK_MS = 1_000;

type Progress = NonNullable<MessageView["progress"]>;
type Item = Progress["items"][number];

/** An item's progress, the time it has taken and the time left, updated every second. Says so if the item is late. */
function Times({ item }: { readonly item: Item }) {
  const { locale, texts } = useConsole();
  const now = useNow(TICK_MS);
  const { begunAt, expectedAt, state } = item;
  const share = doneShare(item, now);
  const leftOf = (end: number): string | undefined => {
    const left = leftLabel(end, now, locale);
    return left === undefined ? undefined : texts.timeLeft(left);
  };
  const late = state === "running" ? texts.late : undefined;
  const until = expectedAt === undefined ? undefined : (leftOf(expectedAt) ?? late);
  const soFar = begunAt === undefined ? undefined : durationLabel(now - begunAt, locale);
  return (
    <>
      {share !== undefined && (
        <progress className={styles.bar} value={share} aria-label={texts.progress}>
          {Math.round(share * 100)} %
        </progress>
      )}
      <span className={styles.expected}>{[soFar, until].filter((part) => part !== undefined).join(" · ")}</span>
    </>
  );
}

interface ProgressListProps {
  readonly message: MessageView;
  readonly progress: Progress;
}

/** The progress of each job of a batch, as a small canvas each, with the picture once it is made. */
export function ProgressList({ message, progress }: ProgressListProps) {
  const { texts, lightbox } = useConsole();
  const { id, channel, author } = message;
  const { items, pictures } = progress;
  const enlarge = (file: FileView): void =>
    lightbox.update(() => ({
      message: { id, channel, isEasel: author.isEasel, isAnswer: true },
      files: pictures,
      shown: pictures.indexOf(file),
    }));
  return (
    <ol className={styles.list} aria-label={texts.progress}>
      {items.map((item, index) => {
        const picture = item.state === "succeeded" ? pictures.find(({ number }) => number === index + 1) : undefined;
        return (
          // The number and order of a batch's jobs never change.
          <li key={`job ${index + 1}`} className={styles.item} data-state={item.state}>
            {picture ? (
              <MadePicture file={picture} onEnlarge={() => enlarge(picture)} />
            ) : (
              <span className={styles.canvas} aria-hidden="true">
                {item.state === "succeeded" && <IconCheck size={18} stroke={2} />}
                {item.state === "failed" && <IconX size={18} stroke={2} />}
              </span>
            )}
            <span className={styles.label}>
              {items.length > 1 && <span className={styles.ordinal}>{index + 1}</span>}
              {item.label}
              {(item.expectedAt ?? item.begunAt ?? item.percent) !== undefined && <Times item={item} />}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** As wide as the canvas in the style sheet. */
const SIZES = "7rem";

/** A finished picture, small, while others are still being made. */
function MadePicture({ file, onEnlarge }: { readonly file: FileView; readonly onEnlarge: () => void }) {
  const thumbnails = thumbnailSet(file);
  const [isWhole, setWhole] = useState(thumbnails === undefined);
  return (
    <button type="button" className={styles.made} aria-haspopup="dialog" onClick={onEnlarge}>
      <img
        alt={file.description}
        {...(isWhole ? {} : { sizes: SIZES, srcSet: thumbnails })}
        src={file.url}
        onError={() => setWhole(true)}
      />
    </button>
  );
}
