import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { expectFingerSized } from "../../support/console/reach.ts";
import { png } from "../../support/media/media-files.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

describe.skipIf(browserMissing !== undefined)("the Console on a touch screen", () => {
  let easel: TestEasel;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    easel = await startTestEasel();
    browser = await launchBrowser();
    page = await browser.newPage({ ...PHONE, locale: "en-US", reducedMotion: "reduce" });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${easel.url}/c/general`);
    await page.getByRole("log").waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  const box = (): Locator => page.getByRole("textbox", { name: "Message", exact: true });
  const log = (): Locator => page.getByRole("log");
  const dialog = (name: string): Locator => page.getByRole("dialog", { name, exact: true });
  async function send(text: string): Promise<void> {
    await box().tap();
    await box().fill(text);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send" }).tap();
  }

  it("says in one line which files it accepts before one is chosen, and in full afterwards", async () => {
    const limits = page.getByText(/^Up to \d+ /);
    for (const [text, words] of [
      ["", "Up to 40 files, 80 MiB each: pictures, clips, audio"],
      ["/imagine a red kite", "Up to 16 pictures, 80 MiB each"],
      ["/edit a red kite", "Up to 17 pictures, 80 MiB each"],
      ["", "Up to 40 files, 80 MiB each: pictures, clips, audio"],
    ] as const) {
      await box().fill(text);
      await expect.poll(() => limits.innerText()).toBe(words);
      expect(await limits.isVisible()).toBe(true);
      // One line with its padding is 24 pixels high, two are 42.
      expect((await limits.boundingBox())?.height).toBeLessThan(30);
    }
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).tap();
    await (await chooser).setFiles({ name: "note.png", mimeType: "image/png", buffer: await png() });
    await expect.poll(() => limits.innerText()).toContain("Easel can use pictures (PNG, JPEG");
    await page.getByRole("button", { name: /^Remove / }).tap();
    await expect.poll(() => limits.innerText()).toContain("pictures, clips, audio");
  });

  it("deletes a result only after a second tap", async () => {
    await send("/imagine a red kite");
    const picture = log().getByRole("img", { name: "a red kite" });
    await picture.waitFor();
    await log().getByRole("button", { name: en.result.delete, exact: true }).tap();
    await expectFingerSized(page, "delete");
    await page.getByRole("button", { name: en.result.confirmDelete.no, exact: true }).tap();
    expect(await picture.count()).toBe(1);
    await log().getByRole("button", { name: en.result.delete, exact: true }).tap();
    await page.getByRole("button", { name: en.result.confirmDelete.yes, exact: true }).last().tap();
    await picture.waitFor({ state: "detached" });
  });

  it("puts a refused command back into the input", async () => {
    await send("/imagine a square fox --size 9x9x9");
    await page.getByRole("button", { name: "Change it" }).tap();
    await expect.poll(() => box().inputValue()).toBe("/imagine a square fox --size 9x9x9");
    await box().fill("");
  });

  it("opens a form with a model from the list", async () => {
    await page.getByRole("button", { name: "Models", exact: true }).tap();
    await page.getByRole("button", { name: "Try it: provider-a/image-2" }).tap();
    const form = dialog(en.forms.title.imagine);
    await form.waitFor();
    expect(await form.getByRole("combobox", { name: "Model" }).inputValue()).toBe("provider-a/image-2");
    await form.getByRole("button", { name: "Close" }).tap();
    await form.waitFor({ state: "detached" });
  });

  it("fills in the form of an admin's command without options", async () => {
    await send("/easel-admin channel limits");
    const form = page.getByRole("dialog").filter({ has: page.getByLabel("Jobs per member at once") });
    await form.getByLabel("Jobs per member at once").tap();
    await page.keyboard.type("3");
    await expectFingerSized(page, "limits");
    await form.locator("button[type=submit]").tap();
    await form.waitFor({ state: "detached" });
    await log().getByText("Jobs per member at once: no rule (default: 100) → 3").waitFor();
    expect(await page.getByRole("button", { name: "Change it" }).count()).toBe(1);
  });
});
