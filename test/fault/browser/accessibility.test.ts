import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { expectFingerSized, expectWithinReach } from "../../support/console/reach.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
const PHONE = { width: 375, height: 667 };
/** The size of a 1280 x 800 window at 200 % zoom. */
const TWICE = { width: 640, height: 400 };

describe.skipIf(browserMissing !== undefined)("the accessibility of the Console's page", () => {
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
  }
  const box = (): Locator => page.getByRole("textbox", { name: "Message", exact: true });
  const send = async (text: string): Promise<void> => {
    await box().fill(text);
    await page.getByRole("button", { name: "Send" }).click();
  };

  it("has no axe violation in an empty channel, with suggestions, and at a broken address", async () => {
    await page.getByRole("heading", { name: "What would you like to see?" }).waitFor();
    await expectNoViolation(page, "empty channel");
    await box().fill("/");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    await expectNoViolation(page, "suggestions");
    await box().fill("");
    await visit("/no/such/page");
    await page.getByRole("heading", { name: "There is no such page." }).waitFor();
    await expectNoViolation(page, "nowhere");
    await visit("/c/general");
  });

  it("has no axe violation with results, private answers and progress", async () => {
    await send("/imagine a red fox --size 1K --count 2");
    await page.getByRole("img", { name: "a red fox", exact: true }).nth(1).waitFor();
    await send("/imagine a square fox --size 9x9x9");
    await page.getByRole("button", { name: "Change it" }).waitFor();
    await send("/imagine never mind [slow:600]");
    await page.getByRole("button", { name: "Cancel", exact: true }).waitFor();
    await expectNoViolation(page, "results");
    await send("/easel-admin");
    await page.getByRole("log").getByRole("heading", { level: 2 }).first().waitFor();
    await expectNoViolation(page, "view");
  });

  it("has no axe violation in a form, an enlarged picture, a message's menu, the list of shortcuts, and the search", async () => {
    const dialog = page.getByRole("dialog");
    const close = async (): Promise<void> => {
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    };
    await send("/video");
    await page.getByRole("dialog", { name: en.forms.title.video }).waitFor();
    await expectNoViolation(page, "form");
    await close();
    await page.getByRole("img", { name: "a red fox", exact: true }).first().click();
    await dialog.waitFor();
    await expectNoViolation(page, "enlarged picture");
    await close();
    await page.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menu").waitFor();
    await expectNoViolation(page, "menu");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("?");
    await dialog.waitFor();
    await expectNoViolation(page, "shortcuts");
    await close();
    await page.keyboard.press("Control+k");
    await dialog.waitFor();
    await expectNoViolation(page, "search");
    await close();
  });

  it("works on a phone and at 200 % zoom", async () => {
    const phone = await browser.newPage({ viewport: PHONE, isMobile: true, hasTouch: true, reducedMotion: "reduce" });
    phone.setDefaultTimeout(PATIENCE_MS);
    const tap = (name: string): Promise<void> => phone.getByRole("button", { name, exact: true }).first().tap();
    const input = phone.getByRole("textbox", { name: "Message", exact: true });
    const shown = phone.locator("[role=dialog], [role=menu]");
    await phone.goto(`${easel.url}/c/studio`);
    await phone.getByRole("heading", { name: "studio" }).waitFor({ state: "attached" });
    await phone.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: "general" }).tap();
    await phone.getByRole("img", { name: "a red fox", exact: true }).first().waitFor();
    const heightOf = async (control: Locator): Promise<number> => (await control.boundingBox())?.height ?? 0;
    // Two rows: models, person and page settings, and the channels.
    expect(await heightOf(phone.getByRole("banner"))).toBeLessThan(130);
    expect(await phone.getByRole("link", { name: /^Save a-red-fox/ }).count()).toBeGreaterThan(0);
    // A button to save a small picture would cover much of it.
    await input.fill("/imagine three bears --count 3");
    await tap("Send");
    await phone.getByRole("img", { name: "three bears" }).nth(2).waitFor();
    expect(await phone.getByRole("link", { name: /^Save three-bears/ }).count()).toBe(0);
    const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("1") };
    await phone.locator("input[type=file]").first().setInputFiles(notes);
    await tap("Send");
    await phone.getByRole("link", { name: "Save notes.txt" }).waitFor();
    const states = [
      { state: "log" },
      { state: "menu", open: () => tap("More") },
      { state: "new channel", open: () => tap("New channel") },
      { state: "search", open: () => phone.keyboard.press("Control+k") },
      { state: "shortcuts", open: () => phone.keyboard.press("?") },
      {
        state: "form",
        async open() {
          await input.fill("/imagine");
          await tap("Send");
        },
      },
    ];
    for (const { state, open } of states) {
      await open?.();
      if (open) await shown.waitFor();
      await expectFingerSized(phone, state);
      if (state === "menu") await expectNoViolation(phone, "menu on a phone");
      await phone.setViewportSize(TWICE);
      await expectWithinReach(phone, state);
      await phone.setViewportSize(PHONE);
      await expectWithinReach(phone, `${state} on a phone`);
      if (open) await phone.keyboard.press("Escape");
      if (open) await shown.waitFor({ state: "detached" });
      await phone.evaluate("document.activeElement.blur()");
    }
    await input.fill("said on a phone");
    await tap("Send");
    await phone.getByRole("log").getByText("said on a phone", { exact: true }).waitFor();
    await phone.close();
  });

  it("shows Chinese on an English page, even on a machine without a Chinese font", async () => {
    const english = await browser.newPage({ locale: "en-US" });
    await english.goto(easel.url);
    const toChinese = english.getByRole("button", { name: "切换到简体中文" });
    await toChinese.waitFor();
    // Without a font, all characters look the same.
    const lacksChinese = await english.evaluate<boolean>(`(() => {
      const looksOf = (text) => {
        const context = document.createElement("canvas").getContext("2d");
        context.font = "24px sans-serif";
        context.fillText(text, 4, 32);
        return context.getImageData(0, 0, 40, 48).data.join();
      };
      return looksOf("频") === looksOf("道");
    })()`);
    const inspector = await english.context().newCDPSession(english);
    await inspector.send("DOM.enable");
    await inspector.send("CSS.enable");
    const usesPageFont = async (): Promise<boolean> => {
      const { root } = await inspector.send("DOM.getDocument");
      const button = await inspector.send("DOM.querySelector", { nodeId: root.nodeId, selector: "button[lang=zh-CN]" });
      const { fonts } = await inspector.send("CSS.getPlatformFontsForNode", button);
      return fonts.every(({ isCustomFont }) => isCustomFont);
    };
    await expect.poll(usesPageFont).toBe(lacksChinese);
    await english.close();
  });

  it("is in Chinese for Chinese browsers, even without a Chinese font, and can be switched to English", async () => {
    const chinese = await browser.newPage({ locale: "zh-CN" });
    await chinese.goto(easel.url);
    // Two characters, each as wide as high; empty boxes are narrower.
    const widthOf = (selector: string) => `(() => {
      const words = document.createRange();
      words.selectNodeContents(document.querySelector("${selector}"));
      return words.getBoundingClientRect().width;
    })()`;
    const models = chinese.getByRole("button", { name: "模型", exact: true });
    await models.waitFor();
    await expect.poll(() => chinese.evaluate(widthOf("header button"))).toBeCloseTo(28, 0);
    // These texts need a part of the font that is loaded only now.
    await models.click();
    await chinese.getByRole("rowheader", { name: "尺寸" }).waitFor();
    await expect.poll(() => chinese.evaluate(widthOf("th[scope=row]"))).toBeCloseTo(28, 0);
    await chinese.keyboard.press("Escape");
    await chinese.getByRole("dialog").waitFor({ state: "detached" });
    await chinese.getByRole("textbox", { name: "消息" }).pressSequentially("/");
    await chinese.getByRole("option", { name: /用文字生成图片/ }).waitFor();
    // Without a font, all characters look the same.
    const looksOf = (text: string) => `(() => {
      const context = document.createElement("canvas").getContext("2d");
      context.font = getComputedStyle(document.body).font;
      context.fillText(${JSON.stringify(text)}, 4, 32);
      return context.getImageData(0, 0, 40, 48).data.join();
    })()`;
    await expect.poll(() => chinese.evaluate(`${looksOf("频")} !== ${looksOf("道")}`)).toBe(true);
    const toEnglish = chinese.getByRole("button", { name: "Switch to English" });
    expect(await toEnglish.getAttribute("lang")).toBe("en");
    await toEnglish.click();
    await chinese.getByRole("option", { name: /Make pictures from a prompt/ }).waitFor();
    expect(await chinese.getByRole("navigation").getAttribute("aria-label")).toBe("Channels");
    await chinese.close();
  });
});
