import { describe, expect, it } from "vitest";
import {
  bounded,
  fitted,
  isEnlarged,
  moved,
  pinched,
  swiped,
  toggled,
  zoomed,
  type Scene,
} from "../../../src/web/state/lightbox/zoom.ts";

const wide: Scene = { picture: { width: 1000, height: 500 }, stage: { width: 500, height: 500 } };
const small: Scene = { picture: { width: 100, height: 50 }, stage: { width: 500, height: 500 } };
const whole = fitted(wide);

describe("a picture on its stage", () => {
  it("is shown whole at first, and never enlarged", () => {
    expect(whole).toEqual({ scale: 0.5, x: 0, y: 0 });
    expect(fitted(small).scale).toBe(1);
    expect(isEnlarged(whole, wide)).toBe(false);
  });

  it("keeps the point under the pointer in place while the scale changes", () => {
    expect(zoomed(whole, 4, wide, { x: 100, y: 0 })).toEqual({ scale: 2, x: -300, y: 0 });
    expect(zoomed({ scale: 2, x: -300, y: 0 }, 1 / 2, wide, { x: 100, y: 0 })).toEqual({ scale: 1, x: -100, y: 0 });
  });

  it("is never smaller than the whole, nor larger than eight times its pixels", () => {
    expect(zoomed({ scale: 2, x: -300, y: 100 }, 0.001, wide)).toEqual(whole);
    expect(zoomed(whole, 1000, wide).scale).toBe(8);
  });

  it("leaves no empty space that it could fill", () => {
    expect(moved({ scale: 2, x: 0, y: 0 }, { x: -10_000, y: 10_000 }, wide)).toEqual({ scale: 2, x: -750, y: 250 });
    expect(moved(whole, { x: 50, y: 50 }, wide)).toEqual(whole);
    const narrower = { ...wide, stage: { width: 1900, height: 500 } };
    expect(bounded({ scale: 2, x: -750, y: 0 }, narrower)).toEqual({ scale: 2, x: -50, y: 0 });
  });

  it("follows two fingers", () => {
    const fingers = { still: { x: -50, y: 0 }, before: { x: 50, y: 0 }, now: { x: 150, y: 0 } };
    expect(pinched(whole, fingers, wide)).toEqual({ scale: 1, x: 50, y: 0 });
    const together = { still: fingers.still, before: fingers.still, now: fingers.still };
    expect(pinched({ scale: 2, x: 10, y: 0 }, together, wide)).toEqual(whole);
  });

  it("shows its original size on a double click, or twice that if it fits, and the whole on the next one", () => {
    const original = toggled(whole, wide, { x: 100, y: 0 });
    expect(original).toEqual({ scale: 1, x: -100, y: 0 });
    expect(toggled(original, wide, { x: 0, y: 0 })).toEqual(whole);
    expect(toggled(fitted(small), small, { x: 0, y: 0 }).scale).toBe(2);
  });

  it("is replaced by the next one when swiped to the left, and by the previous one when swiped to the right", () => {
    expect([-60, 60].map((x) => swiped({ x, y: 10 }))).toEqual([1, -1]);
    expect(swiped({ x: 30, y: 0 }), "short").toBeUndefined();
    expect(swiped({ x: 60, y: -40 }), "aslant").toBeUndefined();
  });
});
