import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const RUN_AXE = `axe.run(document).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`;

/** Waits for two frames, in which animations begin, and then for all finite animations to end. */
const AT_REST = `(async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map((one) => one.finished));
})()`;

/** Expects that axe finds nothing in the page as it is, in light and dark colours. */
export async function expectNoViolation(page: Page, state: string): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(AT_REST);
    expect.soft(await page.evaluate(RUN_AXE), `${state}, ${colorScheme}`).toEqual([]);
  }
}
