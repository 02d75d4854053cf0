import type { ReactNode } from "react";
import styles from "./text-button.module.css";

interface TextButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button that looks like a link, for use in or next to a sentence. */
export function TextButton({ onClick, children }: TextButtonProps) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      {children}
    </button>
  );
}
