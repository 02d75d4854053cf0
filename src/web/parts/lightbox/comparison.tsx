import { useRef, type CSSProperties, type PointerEvent } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import styles from "./lightbox.module.css";

interface ComparisonProps {
  /** The address of the picture before the edit. */
  readonly src: string;
  /** Size and position of the edited picture. */
  readonly place: CSSProperties;
  /** How much of the earlier picture is visible, from the left, in per cent. */
  readonly share: number;
  readonly onShare: (share: number) => void;
  /** Called if the earlier picture can't be shown. */
  readonly onError: () => void;
}

/** The picture before an edit, over part of the edited one. The line between them can be dragged. */
export function Comparison({ src, place, share, onShare, onError }: ComparisonProps) {
  const { locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const element = useRef<HTMLDivElement>(null);
  // Otherwise the stage would move the picture.
  const line = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const box = element.current?.getBoundingClientRect();
      if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      onShare(Math.round(Math.min(1, Math.max(0, (event.clientX - box.x) / box.width)) * 100));
    },
  };
  return (
    <div ref={element} className={styles.comparison} style={place}>
      <img
        src={src}
        alt={say.before}
        draggable={false}
        style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
        onError={onError}
      />
      <div className={styles.line} style={{ insetInlineStart: `${share}%` }} {...line} />
    </div>
  );
}

/** The position of that line as a slider, for keyboards and touch. */
export function ComparisonSlider({ share, onShare }: Pick<ComparisonProps, "share" | "onShare">) {
  const { locale } = useConsole();
  const say = consoleDialogTexts(locale);
  return (
    <div className={styles.slider}>
      <span aria-hidden="true">{say.before}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={say.compare}
        aria-valuetext={`${say.before} ${share}%, ${say.after} ${100 - share}%`}
        onChange={({ currentTarget }) => onShare(Number(currentTarget.value))}
      />
      <span aria-hidden="true">{say.after}</span>
    </div>
  );
}
