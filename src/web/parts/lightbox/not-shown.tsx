import { Button } from "@mantine/core";
import { useConsole } from "../../state/console-context.ts";
import type { Unshown } from "../../state/lightbox/why-unshown.ts";
import styles from "./lightbox.module.css";

interface NotShownProps {
  readonly why: Unshown;
  readonly words: Readonly<Record<Unshown, string>>;
  readonly onTryAgain: () => void;
}

/** Replaces a picture or clip that can't be shown, and says why. */
export function NotShown({ why, words, onTryAgain }: NotShownProps) {
  const { texts } = useConsole();
  return (
    <div className={styles.gone}>
      <p>{words[why]}</p>
      {why === "unshown" && (
        // The stage would take a press for the start of a pan.
        <Button variant="default" size="md" onPointerDown={(event) => event.stopPropagation()} onClick={onTryAgain}>
          {texts.tryAgain}
        </Button>
      )}
    </div>
  );
}
