import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";
import { createdVideo, linkOf } from "../../support/gateway/video-sandbox.ts";

/** The browser's facts about the video on its page. */
const READ = `(() => {
  const { currentTime: time, duration, videoWidth: width, videoHeight: height } = document.querySelector("video");
  return { time, duration, width, height, soundBytes: document.querySelector("video").webkitAudioDecodedByteCount };
})()`;
const PLAY = `(async () => {
  const video = document.querySelector("video");
  video.muted = true;
  await video.play();
})()`;
const Facts = z.object({
  time: z.number(),
  duration: z.number(),
  width: z.number(),
  height: z.number(),
  soundBytes: z.number(),
});

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

  it("plays in Chromium from its signed link, with sound, and supports seeking", async () => {
    const id = await createdVideo(sandbox, { seconds: "3", aspect_ratio: "9:16" });
    const page = await browser.newPage();
    // Opens the clip's own address as a page, like a person who opens the link.
    await page.goto(await linkOf(sandbox, id));
    const facts = async () => Facts.parse(await page.evaluate(READ));
    await page.evaluate(PLAY);
    await expect.poll(async () => (await facts()).time).toBeGreaterThan(0.3);
    expect(await facts()).toMatchObject({ duration: expect.closeTo(3, 1), width: 480, height: 854 });
    expect((await facts()).soundBytes).toBeGreaterThan(0);
    await page.evaluate("document.querySelector('video').currentTime = 2");
    await expect.poll(async () => (await facts()).time).toBeGreaterThanOrEqual(2);
    await page.close();
  });
});
