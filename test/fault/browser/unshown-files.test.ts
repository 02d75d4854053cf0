import { Readable } from "node:stream";
import type { Browser, Locator, Page } from "playwright-core";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OutgoingFile } from "../../../src/core/chat/message.ts";
import { ensurePageBuilt } from "../../../src/platforms/console/page-build.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { pictureFile } from "../../support/media/picture.ts";

const studio = { platform: "console", workspace: "main", channel: "studio" } as const;
/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
const FIELD = { width: 3000, height: 2000 };

/** A file whose bytes no browser can decode. */
const broken = (name: string, mimeType: string): OutgoingFile => ({
  name,
  mimeType,
  bytes: 4,
  description: name,
  width: 640,
  height: 360,
  open: () => Promise.resolve(Readable.from([Buffer.from("torn")])),
});

describe.skipIf(browserMissing !== undefined)("a file that the page can't show", () => {
  let database: TestDatabase;
  let server: TestConsole;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    database = await createTestDatabase();
    server = await startTestConsole({ databaseUrl: database.url });
    browser = await launchBrowser();
    const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${server.url}/c/studio`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
  });

  it("counts as gone only if the server says so, and otherwise keeps its tools", async () => {
    const dialog = page.getByRole("dialog");
    const tool = (name: string): Locator => dialog.getByRole("button", { name, exact: true });
    const save = (): Locator => dialog.getByRole("link", { name: "Save" });
    const shown = (number: number): Promise<void> =>
      page.getByRole("dialog", { name: `Picture ${number} of 3` }).waitFor();
    const [far, gone] = ["far", "gone"].map((name) =>
      pictureFile({ name: `${name}.png`, description: `a ${name} hill`, ...FIELD, colour: "teal" }),
    );
    if (!far || !gone) throw new Error("there are two");
    const torn = broken("torn.jpg", "image/jpeg");
    await page.route("**/far.png*", (route) => route.fulfill({ status: 503 }));
    await page.route("**/gone.png*", (route) => route.fulfill({ status: 404 }));
    await server.platform.post(studio, { text: "Hills", files: [torn, await far, await gone] }, "hills");
    const message = page.getByRole("article").filter({ hasText: "Hills" });
    await message.getByText("This picture is no longer available.").waitFor();
    await expect.poll(() => message.getByText("This picture could not be shown here.").count()).toBe(2);
    await message.getByText("This picture could not be shown here.").first().click();
    await shown(1);
    await dialog.getByText("This picture could not be shown here.").waitFor();
    await save().waitFor();
    await tool("Edit image").waitFor();
    expect(await tool("Zoom in").count()).toBe(0);
    await expectNoViolation(page, "picture that can't be shown");
    await page.keyboard.press("ArrowRight");
    await shown(2);
    await dialog.getByText("This picture could not be shown here.").waitFor();
    await save().waitFor();
    await page.unroute("**/far.png*");
    await tool("Try again").click();
    await dialog.locator("img").waitFor();
    await tool("Zoom in").waitFor();
    await page.keyboard.press("ArrowRight");
    await shown(3);
    await dialog.getByText("This picture is no longer available.").waitFor();
    expect(await save().count()).toBe(0);
    await page.unroute("**/gone.png*");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const clip = broken("torn.webm", "video/webm");
    await server.platform.post(studio, { text: "Torn", files: [clip] }, "torn");
    const torns = page.getByRole("article").filter({ hasText: "Torn" });
    await torns.hover();
    await torns.getByRole("button", { name: "Enlarge the clip" }).click();
    await dialog.getByText("This clip could not be played here.").waitFor();
    await save().waitFor();
    expect(await tool("Next frame").count()).toBe(0);
  });

  it("can be compared again once it loads, if it was the previous picture", async () => {
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const lane = await pictureFile({ name: "lane.png", description: "a lane", ...FIELD, colour: "teal" });
    const { open: _open, ...facts } = lane;
    const before = { ...facts, id: "b", url: "/api/files/before/b.png" };
    const message = { id: "m", channel: "studio", isEasel: true };
    await page.route("**/lineage?*", (route) =>
      route.fulfill({ json: { from: [{ message, file: before }], edited: "b", made: [] } }),
    );
    let isAway = true;
    const body = await sharp({ create: { ...FIELD, channels: 3, background: "navy" } })
      .png()
      .toBuffer();
    await page.route("**/api/files/before/**", (route) =>
      route.fulfill(isAway ? { status: 503 } : { contentType: "image/png", body }),
    );
    await server.platform.post(studio, { text: "Lane", files: [lane] }, "lane");
    await page.getByRole("img", { name: "a lane" }).click();
    const compare = dialog.getByRole("button", { name: "Compare with the picture before the edit", exact: true });
    await compare.click();
    const slider = dialog.getByRole("slider");
    await slider.waitFor({ state: "detached" });
    expect(await compare.getAttribute("aria-pressed")).toBe("false");
    isAway = false;
    await compare.click();
    await slider.waitFor();
    await expect
      .poll(() => dialog.getByAltText("Before").evaluate((shown) => Reflect.get(shown, "naturalWidth")))
      .toBe(3000);
  });
});
