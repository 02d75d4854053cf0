import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";

/** An item that is being dragged, and the place where it would be put down. */
export interface Dragged {
  readonly from: number;
  readonly to: number;
}

export interface Reorder<E extends Element> {
  readonly listRef: RefObject<E | null>;
  readonly dragged: Dragged | undefined;
  /** What the handle of an item needs: it is dragged with a pointer or a finger, and moved with the arrow keys. */
  readonly handle: (index: number) => {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Lets people change the order of a list's items. `move` is called once, when an item is put down elsewhere. */
export function useReorder<E extends Element>(count: number, move: (from: number, to: number) => void): Reorder<E> {
  const listRef = useRef<E>(null);
  const [dragged, setDragged] = useState<Dragged>();
  const from = dragged?.from;
  // The listeners of a drag stay the same while what they call changes.
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });

  useEffect(() => {
    if (from === undefined) return undefined;
    // It may be put down before the last move has been rendered.
    let to = from;
    const over = ({ clientX, clientY }: globalThis.PointerEvent): void => {
      to = nearestItem(listRef.current, clientX, clientY) ?? from;
      setDragged({ from, to });
    };
    const putDown = (): void => {
      setDragged(undefined);
      if (to !== from) latest.current(from, to);
    };
    const cancel = (): void => setDragged(undefined);
    const onKey = ({ key }: globalThis.KeyboardEvent): void => {
      if (key === "Escape") cancel();
    };
    addEventListener("pointermove", over);
    addEventListener("pointerup", putDown);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("pointermove", over);
      removeEventListener("pointerup", putDown);
      removeEventListener("pointercancel", cancel);
      removeEventListener("keydown", onKey);
    };
  }, [from]);

  return {
    listRef,
    dragged,
    handle: (index) => ({
      onPointerDown({ button, isPrimary }) {
        if (button === 0 && isPrimary) setDragged({ from: index, to: index });
      },
      onKeyDown(event) {
        const step = STEPS[event.key];
        if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const to = index + step;
        if (to >= 0 && to < count) move(index, to);
      },
    }),
  };
}

/** The item whose middle is nearest to a place in the window: the items may be in several rows. */
function nearestItem(list: Element | null, x: number, y: number): number | undefined {
  const distances = [...(list?.children ?? [])].map((item) => {
    const { left, top, width, height } = item.getBoundingClientRect();
    return Math.hypot(left + width / 2 - x, top + height / 2 - y);
  });
  const nearest = distances.indexOf(Math.min(...distances));
  return nearest === -1 ? undefined : nearest;
}
