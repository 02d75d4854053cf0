import axe from "axe-core";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../src/text/en/index.ts";
import { browserMissing, launchBrowser } from "../support/console/browser.ts";
import { startTestEasel, type TestEasel } from "../support/easel.ts";

/** How long a person waits for the page: only a failing test gets there. */
const PATIENCE_MS = 30_000;

const RUN_AXE = `axe.run(document).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`;

describe.skipIf(browserMissing !== undefined)("the Console's page has no violation that axe finds", () => {
  let easel: TestEasel;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    easel = await startTestEasel();
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    page.setDefaultTimeout(PATIENCE_MS);
    await visit("/");
  });
  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  async function visit(path: string): Promise<void> {
    await page.goto(easel.url + path);
    await page.getByRole("link", { name: "general" }).first().waitFor();
    await page.evaluate(axe.source);
  }
  async function expectNoViolation(state: string): Promise<void> {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await page.evaluate(RUN_AXE), `${state}, ${colorScheme}`).toEqual([]);
    }
  }
  const box = (): Locator => page.getByRole("textbox", { name: "Message", exact: true });
  const send = async (text: string): Promise<void> => {
    await box().fill(text);
    await page.getByRole("button", { name: "Send" }).click();
  };

  it("in an empty channel, with suggestions, and at an address that leads nowhere", async () => {
    await page.getByRole("heading", { name: "What would you like to see?" }).waitFor();
    await expectNoViolation("empty channel");
    await box().fill("/");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    await expectNoViolation("suggestions");
    await box().fill("");
    await visit("/no/such/page");
    await page.getByRole("heading", { name: "There is no such page." }).waitFor();
    await expectNoViolation("nowhere");
    await visit("/c/general");
  });

  it("with results, private answers and progress", async () => {
    await send("/imagine a red fox --size 1K --count 2");
    await page.getByRole("img", { name: "a red fox", exact: true }).nth(1).waitFor();
    await send("/imagine a square fox --size 9x9x9");
    await page.getByRole("button", { name: "Change it" }).waitFor();
    await send("/imagine never mind [slow:600]");
    await page.getByRole("button", { name: "Cancel", exact: true }).waitFor();
    await expectNoViolation("results");
  });

  it("in a form, an enlarged picture, a message's menu, the list of shortcuts, and the search", async () => {
    const dialog = page.getByRole("dialog");
    const close = async (): Promise<void> => {
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    };
    await send("/video");
    await page.getByRole("dialog", { name: en.forms.title.video }).waitFor();
    await expectNoViolation("form");
    await close();
    await page.getByRole("img", { name: "a red fox", exact: true }).first().click();
    await dialog.waitFor();
    await expectNoViolation("enlarged picture");
    await close();
    await page.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menu").waitFor();
    await expectNoViolation("menu");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("?");
    await dialog.waitFor();
    await expectNoViolation("shortcuts");
    await close();
    await page.keyboard.press("Control+k");
    await dialog.waitFor();
    await expectNoViolation("search");
    await close();
  });
});
