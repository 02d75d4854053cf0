import { useState } from "react";
import { useOnceTrue } from "../load/use-once-true.ts";
import { useBackCloses } from "./use-back-closes.ts";

/** A dialog that the browser's Back closes. */
export interface Dialog {
  readonly isOpen: boolean;
  /** Whether it has ever been open. Until then, it is neither loaded nor rendered. */
  readonly wasOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** The state of a dialog, closed at first. */
export function useDialog(): Dialog {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  useBackCloses(isOpen, close);
  return { isOpen, wasOpen: useOnceTrue(isOpen), open: () => setOpen(true), close };
}
