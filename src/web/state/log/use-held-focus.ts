import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from "react";
import type { MessageView } from "../../../platforms/console/api/api.ts";

interface Held {
  readonly control: HTMLElement;
  /** Its place among the controls of the message. */
  readonly index: number;
  /** As it was when the control got the focus. */
  readonly message: MessageView;
}

export interface HeldFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
}

/** Keeps the focus in a message whose buttons are replaced, such as a list whose next page was asked for. */
export function useHeldFocus(message: MessageView): HeldFocus {
  const ref = useRef<HTMLDivElement>(null);
  const held = useRef<Held>(undefined);
  useLayoutEffect(() => {
    if (!held.current || held.current.message === message) return;
    const { control, index } = held.current;
    if (control.isConnected || document.activeElement !== document.body) return;
    const controls = controlsIn(ref.current);
    const successor = controls.find(({ textContent }) => textContent === control.textContent);
    (successor ?? controls[Math.min(index, controls.length - 1)])?.focus({ preventScroll: true });
  }, [message]);
  return {
    ref,
    onFocus({ target }) {
      const index = controlsIn(ref.current).findIndex((control) => control === target);
      held.current = index >= 0 && target instanceof HTMLElement ? { control: target, index, message } : undefined;
    },
  };
}

function controlsIn(message: HTMLElement | null): readonly HTMLElement[] {
  return [...(message?.querySelectorAll<HTMLElement>("button, select") ?? [])];
}
