import type { Browser, Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../src/text/en/index.ts";
import { browserMissing, launchBrowser } from "../support/console/browser.ts";
import { startTestEasel, type TestEasel } from "../support/easel.ts";
import { createsAt } from "../support/gateway/sandbox-calls.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;

/** The part of an image element that is used here: the browser's types are not available. */
interface PictureElement {
  readonly complete: boolean;
  readonly naturalWidth: number;
  readonly naturalHeight: number;
  readonly src: string;
  readonly currentSrc: string;
  decode(): Promise<void>;
}

/** A picture in the browser: its size in pixels, its address, and the address that was loaded. Waits until it is loaded. */
async function shownPicture(
  picture: Locator,
): Promise<{ width: number; height: number; source: string; loaded: string }> {
  await expect.poll(() => picture.evaluate(isLoaded), { timeout: PATIENCE_MS }).toBe(true);
  return picture.evaluate(async (image: PictureElement) => {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight, source: image.src, loaded: image.currentSrc };
  });
}

function isLoaded(image: PictureElement): boolean {
  return image.complete && image.naturalWidth > 0;
}

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url);
  return Buffer.from(await answer.arrayBuffer());
}

describe.skipIf(browserMissing !== undefined)("a member at the Console", () => {
  let easel: TestEasel;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    easel = await startTestEasel({}, { sandboxMedia: "full" });
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

  async function send(text: string): Promise<void> {
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send" }).click();
  }

  const log = () => page.getByRole("log", { name: "Messages" });
  /** A result's pictures. The notice shows them too, until the result is there, but not as figures. */
  const picturesOf = (prompt: string) => log().getByRole("figure").getByRole("img", { name: prompt });

  it("opens a model in the list, and the form with that model", async () => {
    await send("/models");
    const view = log().getByRole("article").last();
    await view.getByText(/1–10/).waitFor();
    await view.getByRole("button", { name: en.models.next }).click();
    await view.getByText(/11–20/).waitFor();
    await view.getByRole("button", { name: en.models.previous }).click();
    await view.getByRole("combobox", { name: en.models.open }).selectOption({ label: "2. provider-a/image-2.5-flare" });
    await view.getByText("/imagine a red fox in the snow --model provider-a/image-2.5-flare").waitFor();
    await view.getByRole("button", { name: en.models.useHere }).click();
    const form = page.getByRole("dialog", { name: en.forms.title.imagine });
    await form.waitFor();
    expect(await form.getByRole("combobox", { name: "Model" }).inputValue()).toBe("provider-a/image-2.5-flare");
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
  });

  it("gets a page that loads little and compressed data before it appears", async () => {
    const html = await (await fetch(easel.url)).text();
    const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    const answers = await Promise.all(
      ["/", ...paths].map((path) => fetch(new URL(path, easel.url), { headers: { "accept-encoding": "gzip" } })),
    );
    expect(new Set(answers.map(({ headers }) => headers.get("content-encoding")))).toEqual(new Set(["gzip"]));
    const bytes = answers.reduce((sum, { headers }) => sum + Number(headers.get("content-length")), 0);
    for (const answer of answers) await answer.body?.cancel();
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(120_000);
  });

  it("gets two different 1K pictures for one line, even with a reload in between", async () => {
    const prompt = "a lighthouse at dusk";
    await send(`/imagine ${prompt} --size 1K --count 2`);
    await log().getByRole("article").filter({ hasText: prompt }).first().waitFor();
    await page.reload();
    const pictures = picturesOf(prompt);
    await pictures.nth(1).waitFor();
    const shown = await Promise.all((await pictures.all()).map(shownPicture));
    expect(shown).toHaveLength(2);
    const files = await Promise.all(shown.map(({ source }) => download(source)));
    for (const file of files) expect(await sharp(file).metadata()).toMatchObject({ width: 1024, height: 1024 });
    expect(new Set(files.map(String)).size).toBe(2);
  });

  it("gets small pictures in the log, less than 3 MB for 50 of 1K, and whole ones when enlarged", async () => {
    const pictures = picturesOf("a lighthouse at dusk");
    const shown = await Promise.all((await pictures.all()).map(shownPicture));
    for (const { source, loaded } of shown) expect(loaded).toBe(`${source}?width=320`);
    for (const width of [320, 480]) {
      const files = await Promise.all(shown.map(({ source }) => download(`${source}?width=${width}`)));
      const bytes = files.reduce((sum, file) => sum + file.length, 0) / files.length;
      expect(50 * bytes).toBeLessThan(3_000_000);
    }
    await pictures.first().click();
    const enlarged = await shownPicture(page.getByRole("dialog").getByRole("img", { name: "a lighthouse at dusk" }));
    expect(enlarged).toMatchObject({ width: 1024, height: 1024, loaded: shown[0]?.source });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("sees a picture's blurred colours in its place until it is loaded", async () => {
    const held = Promise.withResolvers<void>();
    await page.route("**/api/files/**", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    const picture = picturesOf("a lighthouse at dusk").first();
    const sizeOf = async () => {
      const { width, height } = (await picture.boundingBox()) ?? {};
      return { width, height };
    };
    await picture.waitFor();
    const before = await sizeOf();
    expect(await picture.getAttribute("style")).toContain("data:image/webp;base64,");
    held.resolve();
    await expect.poll(() => picture.getAttribute("data-loaded"), { timeout: PATIENCE_MS }).toBe("true");
    expect((await picture.getAttribute("style")) ?? "").toBe("");
    expect(await sizeOf()).toEqual(before);
    await page.unroute("**/api/files/**");
  });

  it("opens channels, commands and pictures by Ctrl+K", async () => {
    const box = page.getByRole("textbox", { name: "Message" });
    const find = async (words: string): Promise<void> => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Channel, command, picture, clip or prompt" }).fill(words);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await find("#stu");
    await page.getByRole("heading", { name: "studio" }).waitFor();
    await expect.poll(() => box.evaluate((input) => input.matches(":focus"))).toBe(true);
    await find("/imagine");
    expect(await box.inputValue()).toBe("/imagine ");
    await box.fill("");
    await find("lighthouse dusk");
    const linked = page.locator("[aria-current=true]");
    await linked.getByRole("img", { name: "a lighthouse at dusk" }).first().waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "studio" }).waitFor();
    await page.goto(easel.url);
  });

  it("deletes a result only after a confirmation, in which Enter and Escape mean no", async () => {
    await send("/imagine a fleeting fox --size 1K");
    const fleeting = log()
      .getByRole("article")
      .filter({ has: page.getByRole("img", { name: "a fleeting fox", exact: true }) });
    const remove = fleeting.getByRole("button", { name: "Delete" });
    const question = fleeting.getByRole("group", { name: "Delete this for everyone? It can't be undone." });
    for (const key of ["Enter", "Escape"]) {
      await remove.focus();
      await page.keyboard.press("Enter");
      await question.waitFor();
      await page.keyboard.press(key);
      await question.waitFor({ state: "detached" });
      await expect.poll(() => remove.evaluate((button) => button.matches(":focus"))).toBe(true);
    }
    await remove.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await fleeting.waitFor({ state: "detached" });
  });

  it("gets suggestions that the chosen model allows while typing", async () => {
    const box = page.getByRole("textbox", { name: "Message" });
    await box.fill("/video a boat --model beta-2.0-mini-12s --seconds");
    await box.press("Space");
    const values = page.getByRole("listbox", { name: "Values" });
    await values.getByRole("option", { name: "12" }).waitFor();
    expect(await values.getByRole("option").count()).toBe(1);
    await page.keyboard.press("Escape");
    await box.fill("");
  });

  it("can cancel a request", async () => {
    await send("/imagine never mind [slow:600]");
    const notice = log().getByRole("article").filter({ hasText: "asked for a picture" });
    await notice.getByRole("button", { name: "Cancel" }).click();
    await log().getByRole("article").filter({ hasText: "Cancelled. Max" }).waitFor();
    expect(await notice.count()).toBe(0);
  });

  it("sees what is wrong with a request, and nothing is sent", async () => {
    const before = (await createsAt(easel.sandboxUrl)).length;
    await send("/imagine a square fox --size 9x9x9");
    const answer = log().getByRole("article").filter({ hasText: "9x9x9" }).filter({ hasText: "Allowed" });
    await answer.waitFor();
    expect(await answer.innerText()).toContain("size");
    expect(await createsAt(easel.sandboxUrl)).toHaveLength(before);
  });

  it("can open one of several pictures alone, and sees it in the forms that work from it", async () => {
    await log().getByRole("button", { name: "Picture 2", exact: true }).click();
    const shown = log().getByRole("article").filter({ hasText: "Picture 2 of 2" });
    await shown.getByText("Only you can see this").waitFor();
    await shown.getByRole("button", { name: "Edit", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Edit image" });
    await form.getByText("Picture 2 of “a lighthouse at dusk”").waitFor();
    expect(await shownPicture(form.locator("img"))).toMatchObject({ width: 320, height: 320 });
  });

  it("is notified of a result while the page is hidden if they have opted in, and a click leads to it", async () => {
    const shown = (): Promise<readonly { readonly title: string; readonly body: string }[]> =>
      page.evaluate("globalThis.shownNotifications ?? []");
    const look = (state: "visible" | "hidden"): Promise<unknown> =>
      page.evaluate(`Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true })`);
    // A headless browser shows no notifications, so this replaces the system's.
    await page.addInitScript(`
      globalThis.shownNotifications = [];
      globalThis.Notification = class extends EventTarget {
        static permission = "default";
        static requestPermission = async () => (Notification.permission = "granted");
        constructor(title, { body, tag }) {
          super();
          globalThis.shownNotifications.push({ title, body, tag, click: () => this.dispatchEvent(new Event("click")) });
        }
        close() {}
      };`);
    await page.goto(`${easel.url}/c/studio`);
    await send("/imagine a fox at noon");
    await look("hidden");
    await log().getByRole("img", { name: "a fox at noon" }).first().waitFor();
    expect(await shown()).toEqual([]);
    await look("visible");
    await page.getByRole("button", { name: "Notify me of my results" }).click();
    await page.getByRole("button", { name: "Stop notifying me of my results" }).waitFor();
    // Hides the page before the request, because its result may arrive immediately.
    await look("hidden");
    await send("/imagine a fox at night");
    await page.getByRole("link", { name: /general/ }).click();
    await expect.poll(shown).toMatchObject([{ title: "Easel · #studio", body: expect.stringContaining("Max") }]);
    expect((await shown())[0]?.body).toContain("a fox at night");
    await page.evaluate("globalThis.shownNotifications[0].click()");
    await log().getByRole("img", { name: "a fox at night" }).first().waitFor();
    await look("visible");
  });
});
