import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensurePageBuilt } from "../../../src/platforms/console/page-build.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { expectFingerSized, expectWithinReach } from "../../support/console/reach.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
/** The folder for screenshots, if any are wanted. */
const SHOTS = process.env["SHOTS"];

describe.skipIf(browserMissing !== undefined)("the search in a channel", () => {
  let easel: TestEasel;
  let browser: Browser;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    easel = await startTestEasel();
    browser = await launchBrowser();
    for (const prompt of ["a red fox at dusk", "a blue lighthouse", "two owls --count 2"]) {
      const id = await easel.console.say(`/imagine ${prompt}`);
      await easel.console.see(prompt, (all) => all.find(({ replyTo, files }) => replyTo === id && files.length > 0));
    }
  });
  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const viewport = { width: 1440, height: 900 };
    const page = await (await browser.newContext({ viewport, locale: "en-US", ...options })).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${easel.url}/c/general`);
    await page.getByRole("log").waitFor();
    return page;
  }

  it("finds results by words, and leads to their messages, by keyboard alone", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Search results in #general" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Search results in #general" });
    const results = dialog.getByRole("list", { name: "Results" }).getByRole("article");
    await expect.poll(() => results.count()).toBe(3);
    // The field has the focus.
    await page.keyboard.type("FOX max");
    await expect.poll(() => results.count()).toBe(1);
    await dialog.getByText("There are no more results.").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await dialog.getByRole("link", { name: "a red fox at dusk" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL(/\/c\/general\/.+/);
    const linked = page.locator('[aria-current="true"]');
    await linked.getByRole("img", { name: "a red fox at dusk" }).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.ariaCurrent")).toBe("true");
    await page.context().close();
  });

  it("enlarges a found picture, and Back closes one overlay at a time", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Search results in #general" }).click();
    const dialog = page.getByRole("dialog", { name: "Search results in #general" });
    await dialog.getByRole("textbox", { name: "Words of the prompt, model or person" }).fill("owls");
    await dialog.getByRole("button", { name: "Show “two owls”" }).nth(1).click();
    await page.getByRole("dialog", { name: "#2" }).getByRole("img", { name: "two owls" }).waitFor();
    expect(await dialog.count()).toBe(0);
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(page.url()).toBe(`${easel.url}/c/general`);
    await page.getByRole("button", { name: "Search results in #general" }).click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(`${easel.url}/c/general`);
    await page.context().close();
  });

  it("is part of Ctrl+K, which also finds results by words that their messages don't show", async () => {
    const page = await open();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Channel, command, picture, clip or prompt" });
    await field.fill("provider-a owls");
    await page.getByRole("option", { name: "two owls #general" }).waitFor();
    await expectNoViolation(page, "quick find with results");
    await field.press("Enter");
    await page.locator("[aria-current=true]").getByRole("img", { name: "two owls" }).first().waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.context().close();
  });

  it("finds only starred results", async () => {
    const page = await open();
    const lighthouse = page.getByRole("article").filter({ has: page.getByRole("img", { name: "a blue lighthouse" }) });
    await lighthouse.getByRole("button", { name: "Star", exact: true }).click();
    await page.getByRole("article").filter({ hasText: "Starred" }).first().waitFor();
    await page.getByRole("button", { name: "Search results in #general" }).click();
    const dialog = page.getByRole("dialog", { name: "Search results in #general" });
    await dialog.getByRole("switch", { name: "Starred in this channel only" }).check();
    await expect.poll(() => dialog.getByRole("link").allInnerTexts()).toEqual(["a blue lighthouse"]);
    await page.context().close();
  });

  it("leaves out requests after a chosen day, and says so if nothing is found", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Search results in #general" }).click();
    const dialog = page.getByRole("dialog", { name: "Search results in #general" });
    await dialog.getByLabel("Up to this day").fill("2020-01-01");
    await dialog.getByText("Nothing found.").waitFor();
    expect(await dialog.getByRole("article").count()).toBe(0);
    await page.route("**/results?*", (route) => route.abort());
    await dialog.getByLabel("Up to this day").fill("");
    await dialog.getByText("The search was interrupted.").waitFor();
    await page.unroute("**/results?*");
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => dialog.getByRole("article").count()).toBe(3);
    await page.context().close();
  });

  it.each([
    [1440, "light", "en-US"],
    [768, "dark", "zh-CN"],
    [375, "light", "zh-CN"],
    [375, "dark", "en-US"],
  ] as const)("fits a window of %i pixels in %s colours, in %s", async (width, colorScheme, locale) => {
    const isPhone = width === 375;
    const page = await open({
      viewport: { width, height: 720 },
      colorScheme,
      locale,
      hasTouch: isPhone,
      isMobile: isPhone,
    });
    const button = page.getByRole("button", { name: /#general$|#general 中搜索结果/ }).first();
    if (isPhone) await button.tap();
    else await button.click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByRole("article").count()).toBe(3);
    await expectNoViolation(page, "search");
    if (isPhone) {
      await expectFingerSized(page, "search on a phone");
      await expectWithinReach(page, "search on a phone");
    }
    const path = `${SHOTS}/search-${width}-${colorScheme}-${locale}.png`;
    if (SHOTS !== undefined) await page.screenshot({ path });
    await page.context().close();
  });
});
