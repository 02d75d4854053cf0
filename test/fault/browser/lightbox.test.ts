import { Readable } from "node:stream";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OutgoingFile } from "../../../src/core/chat/message.ts";
import { ensurePageBuilt } from "../../../src/platforms/console/page-build.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserClip } from "../../support/console/browser-clip.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { fingersOn } from "../../support/console/fingers.ts";
import { expectFingerSized, expectWithinReach } from "../../support/console/reach.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { jpeg } from "../../support/media/media-files.ts";
import { pictureFile } from "../../support/media/picture.ts";

const studio = { platform: "console", workspace: "main", channel: "studio" } as const;
/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
const PHONE = { width: 375, height: 667 };
/** The size of a 1280 x 800 window at 200 % zoom. */
const TWICE = { width: 640, height: 400 };
const FIELD = { width: 3000, height: 2000 };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const file = (
  name: string,
  mimeType: string,
  bytes: Buffer,
  size: { width: number; height: number },
): OutgoingFile => ({
  name,
  mimeType,
  bytes: bytes.length,
  description: name,
  ...size,
  open: () => Promise.resolve(Readable.from([bytes])),
});

describe.skipIf(browserMissing !== undefined)("inside an enlarged picture or clip", () => {
  let database: TestDatabase;
  let server: TestConsole;
  let browser: Browser;
  let page: Page;
  let phone: Page;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    database = await createTestDatabase();
    server = await startTestConsole({ databaseUrl: database.url });
    browser = await launchBrowser();
    const pictures = [
      await pictureFile({ name: "field.png", description: "a field", ...FIELD, colour: "teal" }),
      file("small.jpg", "image/jpeg", await jpeg(), { width: 96, height: 64 }),
    ];
    await server.platform.post(studio, { text: "Pictures", files: pictures }, "pictures");
    const clip = file("clip.webm", "video/webm", await browserClip(browser, "4:4:4"), { width: 640, height: 360 });
    await server.platform.post(studio, { text: "A clip", files: [clip] }, "clip");
    page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    phone = await open({ viewport: PHONE, isMobile: true, hasTouch: true });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
  });

  async function open(options: BrowserContextOptions): Promise<Page> {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ viewport, locale: "en-US", reducedMotion: "reduce", ...options });
    const opened = await context.newPage();
    opened.setDefaultTimeout(PATIENCE_MS);
    await opened.goto(`${server.url}/c/studio`);
    return opened;
  }
  const picture = (on = page): Locator => on.getByRole("dialog").locator("img");
  const boxOf = async (on = page): Promise<Box> => {
    const box = await picture(on).boundingBox();
    if (!box) throw new Error("the picture is not on the page");
    return box;
  };
  const tool = (name: string): Locator => page.getByRole("dialog").getByRole("button", { name, exact: true });
  const width = async (): Promise<number> => (await boxOf()).width;
  const place = async (): Promise<readonly number[]> => {
    const { x, y } = await boxOf();
    return [Math.round(x), Math.round(y)];
  };
  async function enlarge(on = page): Promise<void> {
    await on.getByRole("img", { name: "a field" }).click();
    await expect.poll(async () => (await boxOf(on)).width).toBeGreaterThan(1);
  }
  async function close(): Promise<void> {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }

  it("zooms from the whole picture to its original size and beyond, by button, key, double click and wheel", async () => {
    await enlarge();
    const whole = await width();
    expect(whole).toBeLessThan(1440);
    await tool("Zoom in").hover();
    await page.getByRole("tooltip", { name: "Zoom in" }).waitFor();
    const behind = "getComputedStyle(document.querySelector('[role=dialog] img')).backgroundImage";
    expect(await page.evaluate(behind), "seen through transparent pictures").toContain("conic-gradient");
    await page.getByRole("dialog").getByText("3000 × 2000 · PNG").waitFor();
    for (const larger of [() => page.keyboard.press("+"), () => tool("Zoom in").click()]) {
      await larger();
      await expect.poll(width).toBeCloseTo(whole * 1.5, 0);
      await tool("Zoom out").click();
      await expect.poll(width).toBeCloseTo(whole, 0);
    }
    for (const larger of [
      () => page.keyboard.press("1"),
      () => tool("Original size").click(),
      () => picture().dblclick(),
    ]) {
      await larger();
      await expect.poll(width).toBeCloseTo(FIELD.width, 0);
      await page.getByText("100%", { exact: true }).waitFor();
      await tool("Fit to the window").click();
      await expect.poll(width).toBeCloseTo(whole, 0);
    }
    const before = await boxOf();
    const at = { x: before.x + before.width / 4, y: before.y + before.height / 4 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -500);
    await expect.poll(width).toBeGreaterThan(whole * 2);
    const after = await boxOf();
    expect((at.x - after.x) / after.width).toBeCloseTo(0.25, 2);
    expect((at.y - after.y) / after.height).toBeCloseTo(0.25, 2);
    await page.keyboard.press("0");
    await expect.poll(width).toBeCloseTo(whole, 0);
    await close();
  });

  it("moves a zoomed picture by dragging and by arrow keys, which otherwise show the next one", async () => {
    await enlarge();
    await page.keyboard.press("1");
    await expect.poll(width).toBeCloseTo(FIELD.width, 0);
    const [x = 0, y = 0] = await place();
    await page.mouse.move(700, 400);
    await page.mouse.down();
    await page.mouse.move(600, 350);
    await page.mouse.up();
    await expect.poll(place).toEqual([x - 100, y - 50]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await expect.poll(place).toEqual([x - 180, y - 130]);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await expect.poll(place).toEqual([x - 100, y - 50]);
    await page.keyboard.press("0");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("dialog", { name: "Picture 2 of 2" }).getByRole("img", { name: "small.jpg" }).waitFor();
    await tool("Previous").click();
    await page.getByRole("dialog", { name: "Picture 1 of 2" }).waitFor();
    expect(await tool("Previous").evaluate((button) => button.matches(":focus"))).toBe(true);
    await close();
  });

  it("copies a picture of any type as PNG, and the link to its message", async () => {
    await enlarge();
    const copied = async (): Promise<unknown> =>
      page.evaluate(`navigator.clipboard.read().then(async ([item]) => {
        const { width, height } = await createImageBitmap(await item.getType("image/png"));
        return { width, height };
      })`);
    for (const size of [FIELD, { width: 96, height: 64 }]) {
      await tool("Copy picture").click();
      await expect.poll(copied).toEqual(size);
      await page.getByText("Copied.").waitFor();
      await page.keyboard.press("ArrowRight");
    }
    await tool("Copy link").click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toMatch(/\/c\/studio\/[0-9a-f-]{36}$/);
    await close();
  });

  it("plays a clip frame by frame, in a loop and at other speeds", async () => {
    const message = page.getByRole("article").filter({ hasText: "A clip" });
    await message.hover();
    await message.getByRole("button", { name: "Enlarge the clip" }).click();
    const dialog = page.getByRole("dialog", { name: "Clip" });
    await dialog.waitFor();
    const video = (property: string): Promise<unknown> =>
      page.evaluate(`document.querySelector("[role=dialog] video").${property}`);
    await expect.poll(() => video("readyState")).toBeGreaterThanOrEqual(2);
    // The clip has ten frames a second. The player seeks slightly past the beginning of a frame.
    for (const [press, from, to] of [
      [() => page.keyboard.press("."), 0.09, 0.2],
      [() => tool("Next frame").click(), 0.19, 0.3],
      [() => page.keyboard.press(","), 0.1, 0.2],
      [() => tool("Previous frame").click(), 0, 0.1],
    ] as const) {
      await press();
      await expect.poll(async () => between(Number(await video("currentTime")), from, to)).toBe(true);
    }
    await tool("Loop").click();
    expect(await tool("Loop").getAttribute("aria-pressed")).toBe("true");
    expect(await video("loop")).toBe(true);
    await dialog.getByRole("combobox", { name: "Speed" }).selectOption("0.5×");
    await expect.poll(() => video("playbackRate")).toBe(0.5);
    await expectNoViolation(page, "enlarged clip");
    await close();
  });

  it("says which related pictures are gone, and offers no actions for unusable ones", async () => {
    const gone = {
      id: "x",
      url: "/api/files/gone/x.png",
      name: "x.png",
      mimeType: "image/png",
      bytes: 1,
      description: "a hill",
    };
    const message = { id: "m", channel: "studio", isEasel: true };
    await page.route("**/lineage?*", (route) =>
      route.fulfill({ json: { from: [{ message, file: gone }], edited: "x", made: [] } }),
    );
    await enlarge();
    await page.getByText("“a hill” is no longer available").waitFor();
    await tool("Compare with the picture before the edit").click();
    await tool("Compare with the picture before the edit").waitFor({ state: "detached" });
    await expectNoViolation(page, "related picture that is gone");
    await page.unroute("**/lineage?*");
    await close();
    const files = [await pictureFile({ name: "chart.png", description: "a chart", ...FIELD, colour: "teal" })];
    server.handleWith((_event, responder) => responder.answer({ text: "Usage", files }));
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("/imagine a chart");
    await page.keyboard.press("Enter");
    const chart = page.getByRole("article").filter({ hasText: "Usage" });
    await chart.getByRole("img", { name: "a chart" }).click();
    await tool("Zoom in").waitFor();
    expect(await page.getByRole("button", { name: /image|recipe/ }).count()).toBe(0);
    await close();
    expect(await chart.getByRole("button", { name: "More" }).count()).toBe(0);
  });

  it("zooms with two fingers on a phone, and goes to the next picture when swiped", async () => {
    await enlarge(phone);
    const { x, y, width: whole } = await boxOf(phone);
    const touch = await fingersOn(phone);
    const beside = (middle: number): { x: number; y: number } => ({ x: x + whole / 2 + middle, y: y + 50 });
    for (const apart of [30, 60, 90]) await touch(beside(-apart), beside(apart));
    await touch();
    await expect.poll(async () => (await boxOf(phone)).width / whole).toBeCloseTo(3, 1);
    const shown = (number: number): Promise<void> =>
      phone.getByRole("dialog", { name: `Picture ${number} of 2` }).waitFor();
    const sweep = async (...places: readonly number[]): Promise<void> => {
      for (const one of places) await touch(beside(one));
      await touch();
    };
    // Swiping a zoomed picture moves it.
    await sweep(60, 0, -60);
    await shown(1);
    await phone.getByRole("button", { name: "Fit to the window" }).tap();
    await expect.poll(async () => (await boxOf(phone)).width).toBeCloseTo(whole, 0);
    await sweep(20, 0);
    await shown(1);
    await sweep(60, 0, -60);
    await shown(2);
    await sweep(-60, 0, 60);
    await shown(1);
  });

  it("works on a phone and at 200 % zoom", async () => {
    const dialog = phone.getByRole("dialog");
    await expectNoViolation(phone, "enlarged picture on a phone");
    await expectFingerSized(phone, "picture on a phone");
    const tools = await dialog.getByRole("button", { name: /^(?:Zoom|Fit|Original|Copy)/ }).all();
    const rows = await Promise.all(tools.map(async (one) => (await one.boundingBox())?.y));
    expect(new Set(rows).size, "rows of tools").toBe(1);
    await phone.setViewportSize(TWICE);
    await expectWithinReach(phone, "picture at twice the size");
    await phone.getByRole("button", { name: "Close" }).tap();
    await dialog.waitFor({ state: "detached" });
    await phone.setViewportSize(PHONE);
    await phone.getByRole("button", { name: "Enlarge the clip" }).tap();
    await dialog.getByText("640 × 360 · WEBM").waitFor();
    // The player must fit the clip: black bars beside it would be shaded with the player's controls.
    const clip = await dialog.locator("video").boundingBox();
    expect((clip?.width ?? 0) / (clip?.height ?? 1)).toBeCloseTo(640 / 360, 1);
    await expectNoViolation(phone, "enlarged clip on a phone");
    await expectFingerSized(phone, "clip on a phone");
    await phone.setViewportSize(TWICE);
    await expectWithinReach(phone, "clip at twice the size");
  });
});

function between(value: number, from: number, to: number): boolean {
  return value >= from && value < to;
}
