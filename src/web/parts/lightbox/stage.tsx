import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import styles from "./lightbox.module.css";

interface StageProps {
  /** Shows the next (1) or previous (-1) file. Undefined if there is only one. */
  readonly onStep: ((by: 1 | -1) => void) | undefined;
  readonly children: ReactNode;
}

/** The area of the picture or clip, with buttons for the previous and next one. */
export function Stage({ onStep, children }: StageProps) {
  const { locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const look = { className: styles.step, variant: "subtle", color: "gray", size: "xl" } as const;
  return (
    <div className={styles.stage}>
      {onStep && (
        <ActionIcon {...look} aria-label={say.previous} onClick={() => onStep(-1)}>
          <IconChevronLeft stroke={1.6} />
        </ActionIcon>
      )}
      {children}
      {onStep && (
        <ActionIcon {...look} aria-label={say.next} onClick={() => onStep(1)}>
          <IconChevronRight stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  );
}
