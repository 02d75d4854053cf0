import { useConsole } from "../../state/console-context.ts";
import { TextButton } from "../text-button.tsx";
import styles from "./replaced-draft.module.css";

interface ReplacedDraftProps {
  readonly text: string;
  readonly onRestore: () => void;
}

/** The draft that an earlier prompt replaced, and the way back to it. Arrow keys do the same, but touch screens have none. */
export function ReplacedDraft({ text, onRestore }: ReplacedDraftProps) {
  const { texts } = useConsole();
  return (
    <p className={styles.note}>
      <TextButton onClick={onRestore}>{texts.restoreDraft}</TextButton>
      <span>{text}</span>
    </p>
  );
}
