import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
const THINGS = ["dog", "car", "cake", "pizza", "cat", "street", "sign", "fox"];

/** As many as arrive when the page is busy for a while. */
const BURST = 300;

describe.skipIf(browserMissing !== undefined)("a reader at the end of a channel", () => {
  let easel: TestEasel;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    easel = await startTestEasel();
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${easel.url}/c/general`);
  });
  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  const below = (): Promise<number> =>
    page.evaluate(`(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(
      document.querySelector("[role=log]"))`);

  it("stays there while hundreds of messages arrive", async () => {
    await easel.console.say("a beginning");
    const broken: Error[] = [];
    page.on("pageerror", (error) => broken.push(error));
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: BURST }, (_, n) => easel.console.say(`line ${n} of burst ${round}`)));
      await expect.poll(() => page.getByRole("log").getByText(`of burst ${round}`).count()).toBeGreaterThan(0);
      await expect.poll(below).toBeLessThan(5);
    }
    expect(broken).toEqual([]);
  });

  it("stays there while many results arrive and their progress messages disappear", async () => {
    for (let round = 1; round <= 3; round++) {
      for (const thing of THINGS) {
        await page.getByRole("textbox", { name: "Message", exact: true }).fill(`/imagine a ${thing}, number ${round}`);
        await page.keyboard.press("Enter");
      }
      await easel.console.see("all results", (all) =>
        all.filter(({ files }) => files[0]?.description.endsWith(`number ${round}`)).length === THINGS.length
          ? true
          : undefined,
      );
      await easel.console.see("no progress", (all) => (all.some(({ progress }) => progress) ? undefined : true));
      await expect.poll(below).toBeLessThan(5);
    }
  });
});
