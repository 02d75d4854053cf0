import type { ReactNode } from "react";
import styles from "./text-button.module.css";

interface TextButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button within a sentence or beside it, which looks like a link. */
export function TextButton({ onClick, children }: TextButtonProps) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      {children}
    </button>
  );
}
