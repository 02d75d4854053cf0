import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useEffect, useRef, useState, type PointerEvent, type RefCallback } from "react";
import {
  bounded,
  fitted,
  isEnlarged,
  moved,
  originalSize,
  pinched,
  swiped,
  toggled,
  zoomed,
  type Point,
  type Scene,
  type Size,
  type View,
} from "./zoom.ts";

/** How much a pixel of wheel movement changes the scale. A pinch on a touchpad arrives as Ctrl and a wheel with few pixels. */
const WHEEL_RATE = 0.002;
const PINCH_RATE = 0.01;
/** Pixels per line, for wheels that report lines. */
const LINE_PX = 16;

/** The zoom and pan of a picture on its stage. */
export interface Zoom {
  readonly view: View;
  readonly isEnlarged: boolean;
  readonly zoomBy: (factor: number) => void;
  readonly moveBy: (by: Point) => void;
  /** Shows the whole picture. It stays whole when the stage changes its size. */
  readonly fit: () => void;
  readonly showOriginal: () => void;
  /** Props of the stage: mouse, touch and wheel on it zoom and pan the picture. */
  readonly stage: {
    readonly ref: RefCallback<HTMLElement>;
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    readonly onDoubleClick: (event: { readonly clientX: number; readonly clientY: number }) => void;
  };
}

/** One finger that pulls a fitted picture sideways. */
interface Pull {
  readonly finger: number;
  readonly from: Point;
  /** The distance so far, in CSS pixels. */
  readonly aside: number;
}

interface Zoomable {
  /** Identifies the picture. A new picture is fitted to the stage. */
  readonly id: string;
  readonly picture: Size;
  /** Called after a swipe over a fitted picture: to the next one (1) or the previous one (-1). */
  readonly onSwipe: ((by: 1 | -1) => void) | undefined;
}

export function useZoom({ id, picture, onSwipe }: Zoomable): Zoom {
  /** Undefined while the whole picture is shown. */
  const [chosen, setChosen] = useState<{ readonly id: string; readonly view: View }>();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { ref: measured, width, height } = useElementSize<HTMLElement>();
  const ref = useMergedRef<HTMLElement>(measured, setElement);
  const fingers = useRef(new Map<number, Point>());
  const [pull, setPull] = useState<Pull>();
  const scene: Scene = { picture, stage: { width, height } };
  const viewIn = (state: typeof chosen): View => (state?.id === id ? bounded(state.view, scene) : fitted(scene));
  const view = viewIn(chosen);

  const change = (next: (view: View) => View): void => {
    // Nothing is visible until the stage has been measured.
    if (width === 0 || height === 0) return;
    setChosen((before) => {
      const after = bounded(next(viewIn(before)), scene);
      return isEnlarged(after, scene) ? { id, view: after } : undefined;
    });
  };
  const placeOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const box = element?.getBoundingClientRect() ?? new DOMRect();
    return { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 };
  };
  const lift = ({ pointerId }: PointerEvent): void => {
    fingers.current.delete(pointerId);
    setPull(undefined);
  };
  const turn = (event: WheelEvent): void => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX;
    const at = placeOf(event);
    change((now) => zoomed(now, Math.exp(-pixels * (event.ctrlKey ? PINCH_RATE : WHEEL_RATE)), scene, at));
  };
  useWheel(element, turn);

  const isWhole = !isEnlarged(view, scene);

  return {
    view: pull && isWhole ? { ...view, x: view.x + pull.aside } : view,
    isEnlarged: !isWhole,
    zoomBy: (factor) => change((now) => zoomed(now, factor, scene)),
    moveBy: (by) => change((now) => moved(now, by, scene)),
    fit: () => setChosen(undefined),
    showOriginal: () => change(originalSize),
    stage: {
      ref,
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = placeOf(event);
        fingers.current.set(event.pointerId, from);
        const isAlone = fingers.current.size === 1;
        const pulls = onSwipe !== undefined && isWhole && isAlone && event.pointerType === "touch";
        setPull(pulls ? { finger: event.pointerId, from, aside: 0 } : undefined);
      },
      onPointerMove(event) {
        const before = fingers.current.get(event.pointerId);
        if (!before) return;
        const now = placeOf(event);
        const [still] = [...fingers.current].flatMap(([finger, place]) => (finger === event.pointerId ? [] : [place]));
        fingers.current.set(event.pointerId, now);
        if (pull?.finger === event.pointerId) {
          return setPull({ ...pull, aside: now.x - pull.from.x });
        }
        change((shown) =>
          still ? pinched(shown, { still, before, now }, scene) : moved(shown, between(before, now), scene),
        );
      },
      onPointerUp(event) {
        const by = pull?.finger === event.pointerId ? swiped(between(pull.from, placeOf(event))) : undefined;
        lift(event);
        if (by !== undefined) onSwipe?.(by);
      },
      onPointerCancel: lift,
      onDoubleClick(event) {
        const at = placeOf(event);
        change((now) => toggled(now, scene, at));
      },
    },
  };
}

function between(from: Point, to: Point): Point {
  return { x: to.x - from.x, y: to.y - from.y };
}

/** Calls `turn` for wheel events on an element. React's passive listener could not keep the browser from zooming the page. */
function useWheel(element: HTMLElement | null, turn: (event: WheelEvent) => void): void {
  const latest = useRef(turn);
  useEffect(() => {
    latest.current = turn;
  });
  useEffect(() => {
    const listen = (event: WheelEvent): void => latest.current(event);
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [element]);
}
