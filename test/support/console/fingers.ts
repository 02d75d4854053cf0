import type { Page } from "playwright-core";

/** A place in the window, in CSS pixels. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Fingers for a page. Each call puts or moves them to these places; a call without places lifts them. */
export async function fingersOn(page: Page): Promise<(...places: readonly Place[]) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  let down = 0;
  return async (...places) => {
    const type = places.length === 0 ? "touchEnd" : places.length > down ? "touchStart" : "touchMove";
    down = places.length;
    await session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: places.map(({ x, y }, id) => ({ x, y, id })),
    });
  };
}
