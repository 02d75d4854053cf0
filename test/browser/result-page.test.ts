import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserMissing, launchBrowser } from "../support/console/browser.ts";
import { aRequest } from "../support/database/jobs.ts";
import { largeClip, largePicture } from "../support/media/large-files.ts";
import { startResultServer, type ResultServer } from "../support/media/result-server.ts";

const PROMPT =
  "A lighthouse at dusk, seen from the sea, with a small boat in front of it and birds that go home; soft light, long shadows, 油画风格";
/** The folder for screenshots, if any are wanted. */
const SHOTS = process.env["SHOTS"];

describe.skipIf(browserMissing !== undefined)("the page of a result, in a browser", () => {
  let browser: Browser;
  let server: ResultServer;
  const pages: Record<string, string> = {};
  const refused: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await startResultServer();
    const request = aRequest({ prompt: PROMPT });
    const picture = { mimeType: "image/png", width: 900, height: 600 };
    pages["picture"] = (await server.publish(await largePicture(900, 600, "png"), picture, { request })).url;
    const clip = await largeClip({ width: 640, height: 360, seconds: 1, bits: 1_000_000 });
    const facts = { mimeType: "video/mp4", width: 640, height: 360 };
    pages["clip"] = (await server.publish(clip, facts, { request, service: "video", sandbox: true })).url;
    pages["nothing"] = `${server.url}/results/x`;
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  async function open(name: string, width: number, colorScheme: "light" | "dark", locale = "en"): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, locale });
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) refused.push(message.text());
    });
    await page.goto(pages[name] ?? "");
    if (SHOTS !== undefined) {
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}-${locale}.png`, fullPage: true });
    }
    return page;
  }

  it.each([
    [375, "light"],
    [375, "dark"],
    [1440, "light"],
    [1440, "dark"],
  ] as const)("fits a window of %i pixels, in %s colours, and loads all it shows", async (width, colours) => {
    for (const name of Object.keys(pages)) {
      const page = await open(name, width, colours);
      expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
      await page.context().close();
    }
    expect(refused).toEqual([]);
  });

  it("shows the picture, described by its prompt, and saves it", async () => {
    const page = await open("picture", 1440, "light");
    const picture = page.getByRole("img", { name: PROMPT });
    await picture.waitFor();
    expect(await page.evaluate("document.querySelector('img').naturalWidth")).toBe(900);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toMatch(/^a-lighthouse-at-dusk.*-1\.png$/);
    await page.context().close();
  });

  it("plays the clip", async () => {
    const page = await open("clip", 1440, "dark", "zh-CN");
    await page.waitForFunction("document.querySelector('video').readyState > 0");
    const seconds = await page.evaluate("document.querySelector('video').duration");
    expect(seconds).toBeCloseTo(1, 0);
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
    await page.context().close();
  });
});
