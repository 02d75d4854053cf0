import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensurePageBuilt } from "../../../src/platforms/console/page-build.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { expectFingerSized, expectWithinReach } from "../../support/console/reach.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
/** The folder for screenshots, if any are wanted. */
const SHOTS = process.env["SHOTS"];

describe.skipIf(browserMissing !== undefined)("the pinned results of a channel", () => {
  let easel: TestEasel;
  let browser: Browser;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    easel = await startTestEasel();
    browser = await launchBrowser();
    for (const prompt of ["a red fox at dusk", "two owls --count 2"]) {
      const id = await easel.console.say(`/imagine ${prompt}`);
      await easel.console.see(prompt, (all) => all.find(({ replyTo, files }) => replyTo === id && files.length > 0));
    }
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
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

  it("are pinned, shown, followed and unpinned by keyboard, and others see it immediately", async () => {
    const page = await open();
    const other = await open();
    // Waits for the focus on the menu's first entry: an earlier key press would activate that one.
    const menuFocus = page.locator('[role="menuitem"]:focus');
    await other.getByRole("button", { name: "Options of #general" }).click();
    await other.getByRole("menuitem", { name: "Pinned results" }).click();
    await other.getByText("Nothing is pinned here yet.").waitFor();
    const fox = page.getByRole("article").filter({ has: page.getByRole("img", { name: "a red fox at dusk" }) });
    await fox.getByRole("button", { name: "More", exact: true }).press("Enter");
    await menuFocus.waitFor();
    await page.getByRole("menuitem", { name: "Pin in this channel" }).press("Enter");
    await fox.getByText("Pinned in this channel").waitFor();
    await other.getByRole("dialog").getByRole("link", { name: "a red fox at dusk" }).waitFor();
    await page.getByRole("button", { name: "Options of #general" }).press("Enter");
    await menuFocus.waitFor();
    await page.getByRole("menuitem", { name: "Pinned results" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Pinned results of #general" });
    await dialog.getByRole("link", { name: "a red fox at dusk" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.locator('[aria-current="true"]').getByRole("img", { name: "a red fox at dusk" }).waitFor();
    await page.getByRole("button", { name: "Options of #general" }).press("Enter");
    await menuFocus.waitFor();
    await page.getByRole("menuitem", { name: "Pinned results" }).press("Enter");
    await dialog.getByRole("button", { name: "Unpin" }).press("Enter");
    await dialog.getByText("Nothing is pinned here yet.").waitFor();
    await other.getByText("Nothing is pinned here yet.").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Options of #general");
    expect(await fox.getByText("Pinned in this channel").count()).toBe(0);
  });

  it("are loaded once, and reloaded only when they change or a reader retries after a failure", async () => {
    const page = await open();
    let loads = 0;
    let isAway = true;
    await page.route("**/api/channels/general/pins", async (route) => {
      loads += 1;
      await (isAway
        ? route.fulfill({ status: 503, json: { error: { code: "too_many_readers", message: "Try later." } } })
        : route.continue());
    });
    await page.getByRole("button", { name: "Options of #general" }).click();
    await page.getByRole("menuitem", { name: "Pinned results" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The pinned results could not be loaded: Try later.").waitFor();
    isAway = false;
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("Nothing is pinned here yet.").waitFor();
    expect(loads).toBe(2);
    // Deleting a message that was never pinned changes no pin.
    const id = await easel.console.say("/imagine a short-lived owl");
    const owl = await easel.console.see("the owl", (all) =>
      all.find(({ replyTo, files }) => replyTo === id && files.length > 0),
    );
    const shown = page.getByRole("img", { name: "a short-lived owl", includeHidden: true });
    await shown.waitFor({ state: "attached" });
    await easel.console.press(owl, "Delete");
    await shown.waitFor({ state: "detached" });
    expect(loads).toBe(2);
  });

  it.each([
    [1440, "dark", "zh-CN"],
    [375, "light", "en-US"],
  ] as const)("fit a window of %i pixels in %s colours, in %s", async (width, colorScheme, locale) => {
    const isPhone = width === 375;
    const page = await open({
      viewport: { width, height: 720 },
      colorScheme,
      locale,
      hasTouch: isPhone,
      isMobile: isPhone,
    });
    const isEnglish = locale === "en-US";
    const activate = async (role: "button" | "menuitem", name: string): Promise<void> => {
      const control = page.getByRole(role, { name, exact: true }).last();
      await (isPhone ? control.tap() : control.click());
    };
    await activate("button", isEnglish ? "More" : "更多");
    await activate("menuitem", isEnglish ? "Pin in this channel" : "在此频道置顶");
    await page.getByText(isEnglish ? "Pinned in this channel" : "已在此频道置顶").waitFor();
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/pinned-${width}-${colorScheme}.png` });
    await activate("button", isEnglish ? "Options of #general" : "#general 的选项");
    await activate("menuitem", isEnglish ? "Pinned results" : "置顶结果");
    await page.getByRole("dialog").getByRole("link", { name: "two owls" }).waitFor();
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/pins-${width}-${colorScheme}.png` });
    await expectNoViolation(page, "pins");
    if (isPhone) await expectFingerSized(page, "pins");
    await expectWithinReach(page, "pins");
    await activate("button", isEnglish ? "Unpin" : "取消置顶");
    await page.getByRole("dialog").getByRole("link").waitFor({ state: "detached" });
  });
});
