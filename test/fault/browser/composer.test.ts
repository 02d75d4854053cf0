import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { zhCN } from "../../../src/text/zh-cn/index.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { fingersOn } from "../../support/console/fingers.ts";
import { expectFingerSized, expectWithinReach } from "../../support/console/reach.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { png, webm } from "../../support/media/media-files.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
const WIDE = { width: 1440, height: 900 };
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

describe.skipIf(browserMissing !== undefined)("the Console's message input", () => {
  let easel: TestEasel;
  let browser: Browser;

  beforeAll(async () => {
    easel = await startTestEasel();
    browser = await launchBrowser();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  async function open(channel: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: WIDE, locale: "en-US", reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${easel.url}/c/${channel}`);
    await page.getByRole("log").waitFor();
    return page;
  }
  const box = (page: Page): Locator => page.locator("#message-input");
  const files = (page: Page): Locator => page.getByRole("list", { name: "Files" }).getByRole("listitem");
  const names = async (page: Page): Promise<string[]> =>
    (await files(page).allInnerTexts()).map((text) => /\S+\.png/.exec(text)?.[0] ?? text);
  const use = (page: Page, name: string): Locator => page.getByRole("combobox", { name: `Use of ${name}` });

  /** How many attached files the browser keeps. */
  const keptFiles = (page: Page): Promise<unknown> =>
    // As a string, because the browser's types are not available here.
    page.evaluate(`new Promise(async (resolve) => {
      // Opening the database before the page does would create it empty.
      if ((await indexedDB.databases()).every(({ name }) => name !== "easel-files")) return resolve(0);
      const opening = indexedDB.open("easel-files");
      opening.onsuccess = () => {
        const counting = opening.result.transaction("files").objectStore("files").count();
        counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
      };
    })`);

  async function attach(page: Page, ...attached: string[]): Promise<void> {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    const buffer = await png();
    await (await chooser).setFiles(attached.map((name) => ({ name, mimeType: "image/png", buffer })));
    await files(page)
      .nth(attached.length - 1)
      .waitFor();
  }

  it("reorders its files and changes their use by keyboard, and sends them accordingly", async () => {
    const page = await open("general");
    await box(page).fill("/edit a red kite");
    await attach(page, "hole.png", "sky.png", "kite.png");
    await page.getByRole("button", { name: "Move kite.png", exact: true }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await names(page)).toEqual(["kite.png", "hole.png", "sky.png"]);
    await page.getByText("kite.png is now file 1 of 3.").waitFor();
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Move kite.png");
    expect(await use(page, "sky.png").locator("option:checked").innerText()).toBe("Image 3");
    await use(page, "hole.png").focus();
    await page.keyboard.press("m");
    expect(await box(page).inputValue()).toBe("/edit a red kite --mask hole.png");
    expect(await use(page, "sky.png").locator("option:checked").innerText()).toBe("Image 2");
    await expectNoViolation(page, "files of an edit");
    await page.getByRole("button", { name: "Remove hole.png" }).focus();
    await page.keyboard.press("Enter");
    expect(await box(page).inputValue()).toBe("/edit a red kite");
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Remove sky.png");
    await box(page).press("Enter");
    const sent = page.getByRole("article").filter({ hasText: "/edit a red kite" }).first();
    await sent.getByRole("img", { name: "sky.png" }).waitFor();
    const shown = await sent.getByRole("img", { name: "png" }).all();
    expect(await Promise.all(shown.map((one) => one.getAttribute("alt")))).toEqual(["kite.png", "sky.png"]);
  });

  it("lets a finger drag a file to a new place, choose its use, and take a picture", async () => {
    const page = await open("studio", PHONE);
    await box(page).fill("/video a red kite");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Take a picture" }).tap();
    await (await chooser).setFiles({ name: "photo.png", mimeType: "image/png", buffer: await png() });
    await attach(page, "sky.png", "kite.png");
    const middle = async (target: Locator): Promise<{ x: number; y: number }> => {
      const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { x: x + width / 2, y: y + height / 2 };
    };
    await expect.poll(() => names(page)).toEqual(["photo.png", "sky.png", "kite.png"]);
    const fingers = await fingersOn(page);
    const from = await middle(page.getByRole("button", { name: "Move kite.png", exact: true }));
    const to = await middle(files(page).first());
    await fingers(from);
    await fingers({ x: from.x - 20, y: from.y - 10 });
    await fingers(to);
    await fingers();
    await expect.poll(() => names(page)).toEqual(["kite.png", "photo.png", "sky.png"]);
    await use(page, "photo.png").selectOption({ label: "First frame" });
    expect(await box(page).inputValue()).toBe("/video a red kite --first_frame photo.png");
    expect(await use(page, "photo.png").locator("option:checked").innerText()).toBe("Image 2 · First frame");
    await expectFingerSized(page, "files of a clip");
    await expectWithinReach(page, "files of a clip");
    await expectNoViolation(page, "files of a clip");
  });

  it("offers no camera without a touch screen", async () => {
    const page = await open("general");
    expect(await page.getByRole("button", { name: "Take a picture" }).count()).toBe(0);
  });

  it("shows what a command costs before it is sent, with the length of an attached clip", async () => {
    const page = await open("general");
    await box(page).fill("/imagine a fox");
    await box(page).fill("/video waves --seconds 6 --model alpha-h3(933/4-15秒/2K) ");
    await page.getByText("Will be billed as 6 s.").waitFor();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chooser).setFiles({ name: "kite.webm", mimeType: "video/webm", buffer: await webm(2) });
    await page.getByText("Will be billed as 8 s, including about 2 s for the attached videos.").waitFor();
    await files(page).getByText("Video 1 · 2 s").waitFor();
    await expectNoViolation(page, "cost");
    await box(page).fill("");
    await page.getByText("Will be billed").waitFor({ state: "detached" });
  });

  it("accepts several files in a form, moves them between its fields, and shows the cost", async () => {
    const page = await open("general");
    await box(page).fill("/video");
    await page.keyboard.press("Escape");
    await box(page).press("Enter");
    const form = page.getByRole("dialog", { name: en.forms.title.video });
    await form.getByRole("combobox", { name: "Model" }).selectOption("gamma3.0-video-720p");
    await form.getByText("Will be billed as 5 s.").waitFor();
    const picturesButton = form.getByRole("button", { name: /^Pictures? Choose up to/ });
    const choose = async (button: Locator, ...chosen: string[]): Promise<void> => {
      const chooser = page.waitForEvent("filechooser");
      await button.press("Enter");
      const buffer = await png();
      await (await chooser).setFiles(chosen.map((name) => ({ name, mimeType: "image/png", buffer })));
    };
    await choose(picturesButton, "sky.png");
    await choose(form.getByRole("button", { name: /Add more files$/ }), "kite.png");
    await form.getByRole("button", { name: "Move kite.png", exact: true }).press("ArrowUp");
    expect(await names(page)).toEqual(["kite.png", "sky.png"]);
    await use(page, "sky.png").selectOption({ label: "First frame" });
    await files(page)
      .filter({ hasText: "sky.png" })
      .getByRole("combobox")
      .locator("option:checked")
      .waitFor({ state: "attached" });
    // As a string, because the browser's types are not available here.
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      for (const [name, type] of [["dropped.png", "image/png"], ["notes.txt", "text/plain"]]) {
        data.items.add(new File(["x"], name, { type }));
      }
      document.querySelector("[role=dialog] form").dispatchEvent(
        new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    })()`);
    await form.getByText("No field takes notes.txt, or has room for it.").waitFor();
    expect(await names(page)).toEqual(["kite.png", "dropped.png", "sky.png"]);
    await expectNoViolation(page, "form with files");
    await form.getByRole("button", { name: "Remove dropped.png" }).press("Enter");
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    expect(await page.getByRole("list", { name: "Files" }).count()).toBe(0);
  });

  it("keeps its files across a reload until they are removed or sent, and names those that the browser lost", async () => {
    const page = await open("general");
    await box(page).fill("/edit a blue kite --mask hole.png");
    await attach(page, "kite.png", "hole.png", "sky.png");
    await expect.poll(() => keptFiles(page)).toBe(3);
    await page.reload();
    await files(page).nth(2).waitFor();
    expect(await names(page)).toEqual(["kite.png", "hole.png", "sky.png"]);
    expect(await use(page, "hole.png").locator("option:checked").innerText()).toContain("Mask");
    await page.getByRole("button", { name: "Remove sky.png" }).click();
    await expect.poll(() => keptFiles(page)).toBe(2);
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open("easel-files");
      opening.onsuccess = () => {
        const change = opening.result.transaction("files", "readwrite");
        const store = change.objectStore("files");
        store.getAllKeys().onsuccess = async ({ target }) => {
          for (const key of target.result) {
            store.get(key).onsuccess = ({ target: { result } }) => result.name === "hole.png" && store.delete(key);
          }
        };
        change.oncomplete = () => { opening.result.close(); resolve(undefined); };
      };
    })`);
    await page.reload();
    await page.getByRole("alert").getByText("hole.png has to be attached again.").waitFor();
    await expect.poll(() => names(page)).toEqual(["kite.png"]);
    await box(page).fill("/edit a blue kite");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("log").getByRole("button", { name: en.result.again, exact: true }).waitFor();
    await expect.poll(() => keptFiles(page)).toBe(0);
  });

  it("keeps a form's files across a reload", async () => {
    const page = await open("general");
    const form = page.getByRole("dialog", { name: en.forms.title.edit });
    const openForm = async (): Promise<void> => {
      await box(page).fill("/edit");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Send" }).click();
      await form.waitFor();
    };
    await openForm();
    const buffer = await png();
    await form
      .locator("input[type=file][multiple]")
      .setInputFiles([{ name: "kite.png", mimeType: "image/png", buffer }]);
    await files(page).first().waitFor();
    await expect.poll(() => keptFiles(page)).toBe(1);
    await page.reload();
    await openForm();
    await files(page).first().waitFor();
    expect(await names(page)).toEqual(["kite.png"]);
  });

  it("compares models and opens a form with one of them, by keyboard and without sending anything", async () => {
    const page = await open("studio");
    const dialog = page.getByRole("dialog", { name: "Models", exact: true });
    await page.getByRole("button", { name: "Models", exact: true }).focus();
    await page.keyboard.press("Enter");
    const table = dialog.getByRole("table");
    await table.getByRole("columnheader", { name: "provider-a/image-2 default for pictures Try it" }).waitFor();
    await expectNoViolation(page, "models");
    await dialog.getByRole("checkbox", { name: "provider-b/pro-image-3" }).focus();
    await page.keyboard.press("Space");
    await dialog.getByRole("checkbox", { name: "provider-b/flash-image-3.1" }).press("Space");
    // Choosing a third model deselects the first.
    const headers = await table.getByRole("columnheader").allInnerTexts();
    expect(headers).toHaveLength(4);
    expect(headers.join()).not.toContain("provider-a/image-2");
    await table.getByRole("button", { name: "Try it: provider-b/pro-image-3" }).focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: en.forms.title.imagine });
    await form.waitFor();
    expect(await form.getByRole("combobox", { name: "Model" }).inputValue()).toBe("provider-b/pro-image-3");
    expect(await form.getByRole("textbox", { name: "Prompt" }).inputValue()).toBe(en.forms.example.imagine);
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    expect(await page.getByRole("article").count()).toBe(0);
  });

  it("shows the models on a phone, in Chinese, with touch targets large enough for a finger", async () => {
    const page = await open("studio", { ...PHONE, locale: "zh-CN" });
    await page.getByRole("button", { name: "模型", exact: true }).tap();
    await page.getByRole("columnheader", { name: "图片的默认模型" }).waitFor();
    await expectFingerSized(page, "models");
    await expectWithinReach(page, "models");
    await expectNoViolation(page, "models on a phone");
    await page.getByRole("button", { name: "试一试：provider-a/image-2" }).tap();
    await page.getByRole("dialog", { name: zhCN.forms.title.imagine }).waitFor();
  });
});
