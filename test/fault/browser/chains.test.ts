import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, holdRequests, launchBrowser } from "../../support/console/browser.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { png } from "../../support/media/media-files.ts";
import { createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;

describe.skipIf(browserMissing !== undefined)("working from a picture in the Console", () => {
  let easel: TestEasel;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    easel = await startTestEasel();
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(easel.url);
    await page.getByRole("combobox", { name: "Acting as" }).selectOption({ label: "Max (member)" });
  });

  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  const box = (): Locator => page.getByRole("textbox", { name: "Message", exact: true });
  const articles = (): Locator => page.getByRole("log", { name: "Messages" }).getByRole("article");
  /** The result whose picture has this description. */
  const resultOf = (prompt: string): Locator =>
    articles().filter({ has: page.getByRole("img", { name: prompt, exact: true }) });
  const dialog = (name: string): Locator => page.getByRole("dialog", { name });

  async function send(text: string): Promise<void> {
    await box().fill(text);
    await page.getByRole("button", { name: "Send" }).click();
  }

  it("edits the picture that is replied to, and undoes the edit", async () => {
    await send("/imagine a red fox --size 1K");
    await resultOf("a red fox").hover();
    await resultOf("a red fox").getByRole("button", { name: "Reply" }).click();
    await page.getByText("Replying to Easel").waitFor();
    await page.getByRole("button", { name: "Cancel reply" }).click();
    await page.getByText("Replying to Easel").waitFor({ state: "detached" });
    await resultOf("a red fox").getByRole("button", { name: "Reply" }).click();
    await send("make it blue");
    await resultOf("make it blue").getByRole("button", { name: "Undo" }).click();
    const before = articles().filter({ hasText: "This is the previous version." });
    await before.getByRole("img", { name: "a red fox" }).waitFor();
    await before.getByRole("button", { name: "Edit" }).waitFor();
    expect(await before.count()).toBe(1);
  });

  /** The message that the address links to. */
  const linked = (): Locator => page.locator("[aria-current=true]");

  it("closes an enlarged picture when the reader goes back", async () => {
    await resultOf("make it blue").getByRole("img", { name: "make it blue" }).click();
    const enlarged = page.getByRole("dialog").getByRole("img", { name: "make it blue" });
    await enlarged.waitFor();
    await page.goBack();
    await enlarged.waitFor({ state: "detached" });
    expect(await resultOf("make it blue").count()).toBe(1);
  });

  it("closes only the topmost overlay when the reader goes back", async () => {
    for (const name of ["studio", "general"]) await page.getByRole("navigation").getByRole("link", { name }).click();
    // With animations, a closing element would still be there for a moment.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const answer = holdRequests();
    await page.route("**/api/messages", answer.hold);
    await send("/video");
    await resultOf("make it blue").getByRole("img", { name: "make it blue" }).click();
    const enlarged = page.getByRole("dialog").getByRole("img", { name: "make it blue" });
    await enlarged.waitFor();
    answer.release();
    const form = dialog(en.forms.title.video);
    await form.waitFor();
    await page.goBack();
    await form.waitFor({ state: "detached" });
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.goBack();
    await enlarged.waitFor({ state: "detached" });
    expect(await page.getByRole("heading", { name: "general" }).count()).toBe(1);
    await page.unroute("**/api/messages");
    await page.emulateMedia({ reducedMotion: null });
  });

  it("shows what an enlarged picture was made from and what was made from it, and compares an edit with it", async () => {
    await resultOf("make it blue").getByRole("img", { name: "make it blue" }).click();
    const enlarged = page.getByRole("dialog");
    await enlarged.getByRole("button", { name: "Compare with the picture before the edit" }).click();
    const before = enlarged.getByRole("img", { name: "Before", exact: true });
    await before.waitFor();
    const slider = enlarged.getByRole("slider");
    await slider.press("ArrowRight");
    expect(await slider.inputValue()).toBe("51");
    expect(await before.getAttribute("style")).toContain("49%");
    const { x = 0, y = 0, width = 0, height = 0 } = (await before.boundingBox()) ?? {};
    await page.mouse.move(x + width * 0.51, y + height / 3);
    await page.mouse.down();
    await page.mouse.move(x + width / 4, y + height / 3);
    await page.mouse.up();
    await expect.poll(() => slider.inputValue()).toBe("25");
    await expectNoViolation(page, "compared pictures");
    const show = (list: string, prompt: string): Promise<void> =>
      enlarged
        .getByRole("list", { name: list, exact: true })
        .getByRole("button", { name: `Show “${prompt}”` })
        .click();
    await show("Made from", "a red fox");
    await show("Made from this", "make it blue");
    await enlarged.getByRole("list", { name: "Made from", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await enlarged.waitFor({ state: "detached" });
  });

  it("opens forms over an enlarged picture, and closes it to show an answer in the log", async () => {
    await resultOf("make it blue").getByRole("img", { name: "make it blue" }).click();
    const enlarged = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Zoom in" }) });
    await enlarged.getByRole("button", { name: "Edit image" }).click();
    await dialog(en.forms.title.edit).getByText("“make it blue”").waitFor();
    await page.keyboard.press("Escape");
    await dialog(en.forms.title.edit).waitFor({ state: "detached" });
    expect(await enlarged.count()).toBe(1);
    await enlarged.getByRole("button", { name: "Show recipe" }).click();
    await enlarged.waitFor({ state: "detached" });
    await articles().filter({ hasText: "Only you can see this" }).getByText("Recipe", { exact: true }).waitFor();
  });

  it("copies a message's link from its menu, which leads to it and can be used for a clip", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const result = resultOf("make it blue");
    await result.hover();
    await result.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Copy link" }).click();
    const link = await page.evaluate<string>("navigator.clipboard.readText()");
    await page.goto(link);
    await linked().getByRole("img", { name: "make it blue" }).waitFor();
    await send(`/video it turns --model alpha-h3(933/4-15秒/768p) --seconds 4 --from ${link}`);
    const sent = async () => (await videoCreatesAt(easel.sandboxUrl, "it turns"))[0]?.body;
    await expect.poll(sent, { timeout: PATIENCE_MS }).toContain('"images"');
  });

  it("opens a form from a message's menu, keeps its values when refused, and makes what it describes", async () => {
    const result = resultOf("make it blue");
    await result.hover();
    await result.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Edit image" }).click();
    const form = dialog(en.forms.title.edit);
    await form.getByRole("combobox", { name: "Size" }).click();
    await page.getByRole("option", { name: /^2K/ }).click();
    await form.getByRole("button", { name: en.forms.submit }).click();
    await form.getByText("Describe what you would like to see").waitFor();
    expect(await form.getByRole("combobox", { name: "Size" }).inputValue()).toBe("2K");
    await form.getByRole("textbox", { name: "Prompt" }).fill("in the rain");
    await form.getByRole("button", { name: en.forms.submit }).click();
    await form.waitFor({ state: "detached" });
    await resultOf("in the rain").getByText("2K").waitFor();
    const calls = await createsAt(easel.sandboxUrl);
    expect(calls.filter((call) => call.body.includes("in the rain"))).toHaveLength(1);
  });

  it("offers only what the chosen model can do", async () => {
    await send("/video");
    const form = dialog(en.forms.title.video);
    await form.getByRole("combobox", { name: "Model" }).selectOption("beta-2.0-mini-12s");
    const seconds = form.getByRole("combobox", { name: "Seconds" });
    await seconds.getByRole("option", { name: "10 s" }).waitFor({ state: "detached" });
    expect(await seconds.getByRole("option").allInnerTexts()).toEqual(["Default: 12 s", "12 s"]);
    expect(await form.getByLabel("Pictures to go by").count()).toBe(0);
    await form.getByRole("button", { name: "Cancel" }).click();
    await form.waitFor({ state: "detached" });
  });

  it("keeps a closed form's values until the person starts over", async () => {
    await send("/video");
    const form = dialog(en.forms.title.video);
    await form.getByText("This is what you entered before.").waitFor();
    const model = form.getByRole("combobox", { name: "Model" });
    const seconds = form.getByRole("combobox", { name: "Seconds" });
    expect(await model.inputValue()).toBe("beta-2.0-mini-12s");
    await seconds.getByRole("option", { name: "10 s" }).waitFor({ state: "detached" });
    await form.getByRole("button", { name: "Start over" }).click();
    await seconds.getByRole("option", { name: "10 s" }).waitFor({ state: "attached" });
    expect(await model.inputValue()).not.toBe("beta-2.0-mini-12s");
    await page.goBack();
    await form.waitFor({ state: "detached" });
    expect(await page.getByRole("heading", { name: "general" }).count()).toBe(1);
  });

  it("sends a message with its pictures, even if Enter is pressed before they have been read", async () => {
    // As a string, because the browser's types are not available here.
    await page.evaluate(`(() => {
      const read = window.createImageBitmap;
      const ready = new Promise((resolve) => { window.letRead = resolve; });
      window.createImageBitmap = (...given) => ready.then(() => read(...given));
    })()`);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chooser).setFiles({ name: "kite.png", mimeType: "image/png", buffer: await png() });
    await page.getByText("Up to 40 files.").filter({ hasText: "80 MiB" }).filter({ hasText: "AVIF" }).first().waitFor();
    await box().fill("/edit a red kite");
    await box().press("Enter");
    const sent = articles().filter({ hasText: "/edit a red kite" }).first();
    await sent.getByText("Uploading files…").waitFor();
    await page.evaluate("window.letRead()");
    await sent.getByRole("img", { name: "kite.png" }).waitFor();
    await resultOf("a red kite").waitFor();
    const creates = (await createsAt(easel.sandboxUrl)).filter((call) => call.body.includes("a red kite"));
    expect(creates).toHaveLength(1);
  });

  it("keeps a draft in its channel and across a reload, and brings back earlier commands", async () => {
    const channel = async (name: string): Promise<void> => {
      await page.getByRole("navigation").getByRole("link", { name }).click();
      await page.getByRole("heading", { name }).waitFor();
    };
    await box().fill("/imagine half a thought");
    await channel("studio");
    expect(await box().inputValue()).toBe("");
    await channel("general");
    expect(await box().inputValue()).toBe("/imagine half a thought");
    await page.reload();
    await resultOf("a red kite").waitFor();
    expect(await box().inputValue()).toBe("/imagine half a thought");
    await box().fill("");
    for (const [key, text] of [
      ["ArrowUp", "/edit a red kite"],
      ["ArrowUp", "/video"],
      ["ArrowDown", "/edit a red kite"],
      ["ArrowDown", ""],
    ] as const) {
      await box().press(key);
      expect(await box().inputValue()).toBe(text);
    }
  });

  it("can be used with the keyboard alone", async () => {
    await page.reload();
    await resultOf("a red kite").waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("message-input");
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("?");
    await dialog("Keyboard shortcuts").getByText("Bring back earlier messages").waitFor();
    await page.keyboard.press("Escape");
    await dialog("Keyboard shortcuts").waitFor({ state: "detached" });
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("/");
    expect(await box().inputValue()).toBe("/");
    await page.keyboard.type("video");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await dialog(en.forms.title.video).getByRole("textbox", { name: "Prompt" }).press("Enter");
    await dialog(en.forms.title.video).getByText("Describe what you would like to see").waitFor();
    await page.keyboard.press("Escape");
    await dialog(en.forms.title.video).waitFor({ state: "detached" });
  });

  it("offers to change a refused command", async () => {
    await send("/imagine a square fox --size 9x9x9");
    const answer = articles().filter({ hasText: "9x9x9" }).filter({ hasText: "Allowed" });
    await answer.getByRole("button", { name: "Change it" }).click();
    await expect.poll(() => box().inputValue()).toBe("/imagine a square fox --size 9x9x9");
    await box().fill("");
  });

  it("says which of a command's files it could not restore", async () => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chooser).setFiles({ name: "kite.png", mimeType: "image/png", buffer: await png() });
    await send("/edit a lost kite --size 8x8x8");
    const answer = articles().filter({ hasText: "8x8x8" }).filter({ hasText: "Allowed" });
    await page.route("**/api/files/**", (route) => route.abort());
    await answer.getByRole("button", { name: "Change it" }).click();
    await page.getByText("kite.png has to be attached again.").waitFor();
    expect(await box().inputValue()).toBe("/edit a lost kite --size 8x8x8");
    await page.unroute("**/api/files/**");
    await box().fill("");
  });
});
