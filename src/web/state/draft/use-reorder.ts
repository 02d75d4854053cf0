import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";

/** An item being dragged, and the index at which it would be dropped. */
export interface Dragged {
  readonly from: number;
  readonly to: number;
}

export interface Reorder<E extends Element> {
  readonly listRef: RefObject<E | null>;
  readonly dragged: Dragged | undefined;
  /** The props of an item's handle: the item is dragged by mouse or touch, and moved with the arrow keys. */
  readonly handle: (index: number) => {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Lets people reorder a list. `move` is called once, when an item is dropped at another index. */
export function useReorder<E extends Element>(count: number, move: (from: number, to: number) => void): Reorder<E> {
  const listRef = useRef<E>(null);
  const [dragged, setDragged] = useState<Dragged>();
  const from = dragged?.from;
  // The listeners of a drag stay attached while their callback changes.
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });

  useEffect(() => {
    if (from === undefined) return undefined;
    // The drop may come before the last move is rendered.
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

/** The item whose centre is nearest to a point in the window, since items may be in several rows. */
function nearestItem(list: Element | null, x: number, y: number): number | undefined {
  const distances = [...(list?.children ?? [])].map((item) => {
    const { left, top, width, height } = item.getBoundingClientRect();
    return Math.hypot(left + width / 2 - x, top + height / 2 - y);
  });
  const nearest = distances.indexOf(Math.min(...distances));
  return nearest === -1 ? undefined : nearest;
}
