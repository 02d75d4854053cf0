import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The smallest width and height that a finger can hit, in CSS pixels. */
const FINGER = 44;

/** The visible controls, except those that only keyboard users see. With a dialog or a menu open, only those in it. */
const CONTROLS = `const root = document.querySelector("[role=dialog], [role=menu]") ?? document;
  const controls = [...root.querySelectorAll("a[href], button, input, select, textarea, [role=option]")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).clipPath === "none")
    .filter((one) => one.type !== "file" && !one.closest("[aria-hidden=true]"));
  const nameOf = (one) => one.tagName.toLowerCase() + " " + (one.ariaLabel || one.textContent || one.id).slice(0, 40);
  const labelOf = (one) => one.labels?.[0] ?? one;`;

const SMALL = `(() => { ${CONTROLS}
  return controls
    // A link in a sentence is as high as its line.
    .filter((one) => !(one.tagName === "A" && getComputedStyle(one).display === "inline"))
    .map((one) => ({ one, own: one.getBoundingClientRect(), label: labelOf(one).getBoundingClientRect() }))
    .filter(({ own, label }) => Math.max(Math.min(own.width, own.height), Math.min(label.width, label.height)) < ${FINGER - 0.5})
    .map(({ one, own }) => nameOf(one) + ": " + Math.round(own.width) + " x " + Math.round(own.height));
})()`;

const OUT_OF_REACH = `(() => { ${CONTROLS}
  return controls.filter((one) => {
    if (!one.isConnected) return false;
    one.scrollIntoView({ block: "center", inline: "center" });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (left < 0 || right > innerWidth) return true;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !(one.contains(there) || labelOf(one).contains(there));
  }).map(nameOf);
})()`;

/** Expects that everything that can be pressed is large enough for a finger, except links in a sentence. */
export async function expectFingerSized(page: Page, state: string): Promise<void> {
  expect.soft(await page.evaluate(SMALL), `too small, ${state}`).toEqual([]);
}

/**
 * Expects that the page is no wider than its window, and that everything that can be pressed can be scrolled to. Polls, because
 * the page first measures its rows for this window.
 */
export async function expectWithinReach(page: Page, state: string): Promise<void> {
  await expect.poll(() => page.evaluate(OUT_OF_REACH), { message: `out of reach, ${state}` }).toEqual([]);
  const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  await expect.poll(() => page.evaluate(wider), { message: `too wide, ${state}` }).toBe(0);
}
