import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserMissing, launchBrowser } from "../support/browser.ts";
import { openTestSandbox, type TestSandbox } from "../support/sandbox.ts";
import { createdVideo, linkOf } from "../support/video-sandbox.ts";

let sandbox: TestSandbox;
let browser: Browser;

describe.skipIf(browserMissing !== undefined)("a clip of the sandbox", () => {
  beforeAll(async () => {
    sandbox = await openTestSandbox({ speed: 0, media: "full" });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.close();
  });

  it("plays in Chromium from its signed link, with sound, and can be jumped within", async () => {
    const id = await createdVideo(sandbox, { seconds: "3", aspect_ratio: "9:16" });
    const page = await browser.newPage();
    // The clip's own address as a page: what a person does who opens the link.
    await page.goto(await linkOf(sandbox, id));
    const video = page.locator("video");
    await video.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true;
      await element.play();
    });
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.3);
    const facts = await video.evaluate((element: HTMLVideoElement) => ({
      duration: element.duration,
      width: element.videoWidth,
      height: element.videoHeight,
      soundBytes: "webkitAudioDecodedByteCount" in element ? element.webkitAudioDecodedByteCount : undefined,
    }));
    expect(facts).toEqual({ duration: expect.closeTo(3, 1), width: 480, height: 854, soundBytes: expect.any(Number) });
    expect(facts.soundBytes).toBeGreaterThan(0);
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 2;
    });
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => !element.seeking && element.currentTime >= 2))
      .toBe(true);
    await page.close();
  });
});
