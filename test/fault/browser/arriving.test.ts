import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { consolePerson } from "../../support/console/console-person.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { advanceGateway } from "../../support/gateway/sandbox-calls.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
/** How long a picture takes by the sandbox's clock, which only the test advances. */
const PICTURE_SECONDS = 1_000;

describe.skipIf(browserMissing !== undefined)("the pictures of one request in the Console", () => {
  let easel: TestEasel;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    easel = await startTestEasel();
    browser = await launchBrowser();
    // One at a time, so that the test decides when each is made.
    await consolePerson(easel.url, "admin").say("/easel-admin channel limits --at_once 1");
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${easel.url}/c/general`);
  });
  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  const log = (): Locator => page.getByRole("log", { name: "Messages" });
  const items = (): Locator => log().getByRole("list", { name: "Progress" }).getByRole("listitem");
  const pictureIn = (part: Locator): Locator => part.getByRole("img", { name: /a red kite/ });
  const sources = (pictures: Locator): Promise<string[]> =>
    pictures.evaluateAll((all: { readonly src: string }[]) => all.map(({ src }) => src));

  it("appear at their numbers as each is made, are never reloaded, and are replaced by the result", async () => {
    await page
      .getByRole("textbox", { name: "Message", exact: true })
      .fill(`/imagine a red kite [slow:${PICTURE_SECONDS}] --count 3`);
    await page.keyboard.press("Enter");
    await items().nth(2).waitFor();
    await log().locator('[data-state="running"]').waitFor();
    expect(await pictureIn(log()).count()).toBe(0);
    const shown: string[] = [];
    for (const made of [1, 2]) {
      await advanceGateway(easel.sandboxUrl, PICTURE_SECONDS);
      await pictureIn(items())
        .nth(made - 1)
        .waitFor();
      await log().locator('[data-state="running"]').waitFor();
      const now = await sources(pictureIn(items()));
      expect(now).toHaveLength(made);
      // Pictures that are already shown are not reloaded.
      expect(now).toEqual(expect.arrayContaining(shown));
      shown.splice(0, shown.length, ...now);
    }
    for (const [index, state] of (await states()).entries())
      expect(await pictureIn(items().nth(index)).count()).toBe(state === "succeeded" ? 1 : 0);
    expect(await log().getByRole("button", { name: "Reply" }).count()).toBeGreaterThan(0);
    await pictureIn(items()).first().click();
    const dialog = page.getByRole("dialog", { name: /^#\d$/ });
    await dialog.getByRole("img", { name: /a red kite/ }).waitFor();
    // Actions on pictures are offered only with the result.
    expect(await dialog.getByRole("button", { name: "Animate" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await advanceGateway(easel.sandboxUrl, PICTURE_SECONDS);
    await items().first().waitFor({ state: "detached" });
    await expect.poll(() => pictureIn(log()).count()).toBe(3);
    const results = log()
      .getByRole("article")
      .filter({ has: page.getByRole("img", { name: /a red kite/ }) });
    expect(await results.count()).toBe(1);
    for (const source of shown) expect((await fetch(source)).status).toBe(404);
  });

  function states(): Promise<(string | null)[]> {
    return items().evaluateAll((all: { getAttribute(name: string): string | null }[]) =>
      all.map((item) => item.getAttribute("data-state")),
    );
  }
});
