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
const OWL = "/imagine two owls --size 1K --count 2";

describe.skipIf(browserMissing !== undefined)("a person's own prompts", () => {
  let easel: TestEasel;
  let browser: Browser;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    easel = await startTestEasel();
    browser = await launchBrowser();
    for (const line of ["/imagine a red fox", OWL]) {
      const id = await easel.console.say(line);
      await easel.console.see(line, (all) => all.find(({ replyTo, files }) => replyTo === id && files.length > 0));
    }
  });
  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  /** A page in another channel than the one with the requests. */
  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const viewport = { width: 1440, height: 900 };
    const page = await (await browser.newContext({ viewport, locale: "en-US", ...options })).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${easel.url}/c/studio`);
    await page.locator("header select").selectOption("member");
    await page.getByRole("log").waitFor();
    return page;
  }

  const isFocused = (page: Page): Promise<boolean> =>
    page.evaluate("document.activeElement.id === 'message-input'").then(Boolean);

  it("can be put into another channel's input by keyboard alone, unsent, and the draft can be restored", async () => {
    const page = await open();
    const box = page.getByRole("textbox", { name: "Message" });
    await box.fill("half a thought");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Channel, command, picture, clip or prompt" });
    await field.waitFor();
    await page.keyboard.type("owls");
    const prompts = page.getByRole("group", { name: "Your prompts" });
    await prompts.getByRole("option", { name: OWL.slice(0, 18) }).waitFor();
    expect(await prompts.getByRole("option").count()).toBe(1);
    await expectNoViolation(page, "quick find with prompts");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => isFocused(page)).toBe(true);
    const written = await box.inputValue();
    expect(written).toMatch(/^\/imagine two owls --model \S+ /);
    expect(written).toContain("--size 1K");
    expect(written).toContain("--count 2");
    expect(await page.getByRole("log").getByRole("article").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    expect(await box.inputValue()).toBe("half a thought");
    await page.context().close();
  });

  it("can be put into the input by touch, from the channel's menu, even in Chinese", async () => {
    const page = await open({ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true, locale: "zh-CN" });
    await page.getByRole("button", { name: "#studio 的选项" }).tap();
    await page.getByRole("menuitem", { name: "你用过的提示词" }).tap();
    const dialog = page.getByRole("dialog", { name: "你用过的提示词" });
    const options = dialog.getByRole("option");
    await options.nth(1).waitFor();
    expect(await options.allInnerTexts()).toEqual([
      expect.stringContaining("two owls"),
      expect.stringContaining("a red fox"),
    ]);
    await expectNoViolation(page, "a person's prompts");
    await expectFingerSized(page, "a person's prompts");
    await expectWithinReach(page, "a person's prompts");
    await options.nth(1).tap();
    await dialog.waitFor({ state: "detached" });
    const box = page.getByRole("textbox", { name: "消息" });
    await expect.poll(() => box.inputValue()).toMatch(/^\/imagine a red fox /);
    await expect.poll(() => isFocused(page)).toBe(true);
    await page.context().close();
  });

  it("replace a draft that one tap brings back", async () => {
    const page = await open({ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true });
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    const restore = page.getByRole("button", { name: "Restore your draft" });
    await box.fill("half a thought");
    // The second prompt replaces the first one, not the draft.
    for (const prompt of ["two owls", "a red fox"]) {
      await page.getByRole("button", { name: "Options of #studio" }).tap();
      await page.getByRole("menuitem", { name: "Your prompts" }).tap();
      await page.getByRole("option", { name: prompt }).tap();
      await expect.poll(() => box.inputValue()).toContain(prompt);
    }
    await restore.waitFor();
    await expectNoViolation(page, "a replaced draft");
    await expectFingerSized(page, "a replaced draft");
    await restore.tap();
    expect(await box.inputValue()).toBe("half a thought");
    expect(await restore.count()).toBe(0);
    await page.context().close();
  });

  it("are those of the acting person, and show an error if they can't be loaded", async () => {
    const page = await open();
    await page.getByRole("combobox", { name: "Acting as" }).selectOption({ label: "Ada (admin)" });
    const menu = page.getByRole("button", { name: "Options of #studio" });
    const show = async (): Promise<void> => {
      await menu.press("Enter");
      await page.locator('[role="menuitem"]:focus').waitFor();
      await page.getByRole("menuitem", { name: "Your prompts" }).press("Enter");
    };
    await show();
    const dialog = page.getByRole("dialog", { name: "Your prompts" });
    await dialog.getByText("Nothing found.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => menu.evaluate((button) => button.matches(":focus"))).toBe(true);
    await page.route("**/api/prompts?*", (route) => route.abort());
    await show();
    await dialog.getByText("Your prompts could not be loaded.").waitFor();
    await page.context().close();
  });
});
