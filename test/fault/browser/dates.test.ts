import { sql } from "drizzle-orm";
import { pino } from "pino";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensurePageBuilt } from "../../../src/platforms/console/page-build.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, holdRequests, launchBrowser, settledTop } from "../../support/console/browser.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { expectFingerSized, expectWithinReach } from "../../support/console/reach.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
/** The folder for screenshots, if any are wanted. */
const SHOTS = process.env["SHOTS"];

const place = { platform: "console", workspace: "main", channel: "diary" } as const;
/** Far from the machine's time zone, which shows that days are the reader's. */
const ZONE = "Asia/Shanghai";
/** The time between two messages. */
const STEP_MS = 40 * 60_000;
/** Thirty messages on each odd day of January 2026, starting at midnight in `ZONE`. */
const DAYS = Array.from({ length: 16 }, (_, n) => 2 * n + 1);
const PER_DAY = 30;

describe.skipIf(browserMissing !== undefined)("jumping to a date", () => {
  let database: TestDatabase;
  let server: TestConsole;
  let browser: Browser;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    database = await createTestDatabase();
    server = await startTestConsole({ databaseUrl: database.url });
    browser = await launchBrowser();
    const messages = DAYS.flatMap((day) =>
      Array.from({ length: PER_DAY }, (_, n) => ({
        text: `day ${day}, message ${n + 1}.`,
        at: new Date(Date.UTC(2026, 0, day, -8) + n * STEP_MS).toISOString(),
      })),
    );
    await server.db.run((queries) =>
      queries.execute(sql`
        with counter as (
          update console_counter set revision = revision + ${messages.length + 1}::integer
          returning revision - ${messages.length}::integer as before
        ), channel as (
          insert into console_channels (id, revision) select ${place.channel}::text, before from counter returning id
        )
        insert into console_messages (id, channel_id, author, position, revision, text, content, created_at)
        select 'diary-' || n, channel.id, case when n % 3 = 0 then 'easel' else 'admin' end, before + n, before + n, text,
          '{"files":[],"buttons":[]}'::jsonb, at
        from counter, channel, rows from (jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as (text text, at timestamptz))
          with ordinality given (text, at, n)`),
    );
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ viewport, locale: "en-US", timezoneId: ZONE, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${server.url}/c/${place.channel}`);
    await page.getByRole("log").waitFor();
    await said(page, "day 31, message 30.").waitFor();
    return page;
  }
  const said = (page: Page, text: string): Locator => page.getByRole("article").filter({ hasText: text });
  const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Jump to a date" });
  const toNewest = (page: Page): Locator => page.getByRole("button", { name: "Jump to the newest" });
  const scrollTo = (page: Page, top: string): Promise<unknown> =>
    page.evaluate(`{ const log = document.querySelector("[role=log]"); log.scrollTop = ${top}; }`);
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  const centreOf = async (part: Locator): Promise<number> => {
    const { x, width } = await boxOf(part);
    return x + width / 2;
  };
  const bottomOf = async (part: Locator): Promise<number> => {
    const { y, height } = await boxOf(part);
    return y + height;
  };
  async function choose(page: Page, day: string): Promise<void> {
    await page.keyboard.press("Control+j");
    await dialog(page).getByLabel("Day").fill(day);
    await page.keyboard.press("Enter");
    await dialog(page).waitFor({ state: "detached" });
  }

  it("opens a day at its first message, which gets the focus, and loads the messages around it on scrolling", async () => {
    const page = await open();
    const asked: string[] = [];
    page.on("request", (request) => void (/\/messages\?/.test(request.url()) && asked.push(request.url())));
    await choose(page, "2026-01-09");
    const first = page.locator("[aria-current=true]").filter({ hasText: "day 9, message 1." });
    await first.waitFor();
    // One page for the day, and perhaps one on each side of it.
    expect(asked.filter((url) => /at=/.test(url))).toHaveLength(1);
    expect(asked.length).toBeLessThan(4);
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-current')")).toBe("true");
    expect(await first.getByText("Friday, January 9").count()).toBe(1);
    const log = (await page.getByRole("log").boundingBox())?.y ?? 0;
    expect(Math.abs((await settledTop(first)) - log)).toBeLessThan(60);

    // Newer pages are added below without moving the message that is being read.
    const reading = said(page, "day 11, message 5.");
    for (let step = 0; step < 8 && (await reading.count()) === 0; step += 1) {
      await scrollTo(page, "log.scrollTop + 500");
      await settledTop(page.getByRole("log"));
    }
    await reading.waitFor();
    const newer = holdRequests();
    await page.route(/messages\?.*after=/, newer.hold);
    await scrollTo(page, "log.scrollHeight - log.clientHeight - 200");
    await settledTop(page.getByRole("log"));
    const last = page.getByRole("article").last();
    const text = await last.innerText();
    const kept = page.getByRole("article").filter({ hasText: /day \d+, message \d+\./.exec(text)?.[0] ?? "none" });
    const before = await settledTop(kept);
    const height = `document.querySelector("[role=log]").scrollHeight`;
    const heightBefore = Number(await page.evaluate(height));
    newer.release();
    await expect.poll(() => page.evaluate(height)).toBeGreaterThan(heightBefore);
    expect(Math.abs((await settledTop(kept)) - before)).toBeLessThan(3);

    // Scrolling to the end keeps loading more, up to the newest message.
    const end = said(page, "day 31, message 30.");
    for (let step = 0; step < 60 && (await end.count()) === 0; step += 1) {
      await scrollTo(page, "log.scrollHeight");
      await settledTop(page.getByRole("log"));
    }
    await end.waitFor();
    await expect.poll(() => toNewest(page).count()).toBe(0);
    await scrollTo(page, "0");
    for (let step = 0; step < 60 && (await said(page, "day 1, message 1.").count()) === 0; step += 1) {
      await scrollTo(page, "0");
      await settledTop(page.getByRole("log"));
    }
    await page.getByText("This is where #diary begins.").waitFor({ state: "attached" });
  });

  it("counts messages that arrive meanwhile instead of adding them, and leads back to them", async () => {
    const page = await open();
    await choose(page, "2026-01-05");
    await said(page, "day 5, message 1.").waitFor();
    await toNewest(page).waitFor();
    const ref = await server.platform.post(place, { text: "breaking news" }, "news");
    await page.getByRole("button", { name: "Jump to the newest · 1 new message" }).waitFor();
    expect(await centreOf(toNewest(page))).toBeCloseTo(await centreOf(page.getByRole("log")), 0);
    expect(await bottomOf(toNewest(page))).toBeLessThan(await bottomOf(page.getByRole("log")));
    expect(await page.title()).toBe("(1) #diary · Easel");
    expect(await said(page, "breaking news").count()).toBe(0);
    await toNewest(page).press("Enter");
    await said(page, "breaking news").waitFor();
    expect(await toNewest(page).count()).toBe(0);
    expect(await page.title()).toBe("#diary · Easel");
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe("log");
    // Back returns to the day.
    await page.goBack();
    await page.locator("[aria-current=true]").filter({ hasText: "day 5, message 1." }).waitFor();
    // Writing a message scrolls to the newest ones.
    await page.getByRole("textbox", { name: "Message" }).fill("hello from the past");
    await page.keyboard.press("Enter");
    await said(page, "hello from the past").waitFor();
    await said(page, "breaking news").waitFor();
    await server.platform.remove(ref);
  });

  it("says so if a day has no messages, and refuses a day in the future", async () => {
    const page = await open();
    await choose(page, "2026-01-10");
    const note = page.getByText("There are no messages from Jan 10, 2026. The next ones are from Jan 11, 2026.");
    await note.waitFor();
    await page.locator("[aria-current=true]").filter({ hasText: "day 11, message 1." }).waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await note.waitFor({ state: "detached" });
    expect(await said(page, "day 11, message 1.").count()).toBe(1);

    await page.keyboard.press("Control+j");
    const day = dialog(page).getByLabel("Day");
    const today = await page.evaluate("new Date().toLocaleDateString('sv')");
    expect(await day.getAttribute("max")).toBe(today);
    await page.keyboard.press("Enter");
    await dialog(page).getByText("Choose a day.").waitFor();
    await day.fill("9998-01-01");
    await page.keyboard.press("Enter");
    await dialog(page).getByText("That day is in the future.").waitFor();
    expect(await day.getAttribute("aria-invalid")).toBe("true");
    await dialog(page).getByRole("button", { name: "The beginning" }).click();
    await page.locator("[aria-current=true]").filter({ hasText: "day 1, message 1." }).waitFor();
    expect(await page.getByText("There are no messages").count()).toBe(0);
  });

  it("opens from the channel's menu and from Ctrl+K, and returns the focus if no day is chosen", async () => {
    const page = await open();
    const menu = page.getByRole("button", { name: "Options of #diary" });
    await menu.press("Enter");
    // Waits for the focus on the menu's first entry: an earlier key press would activate that one.
    await page.locator('[role="menuitem"]:focus').waitFor();
    await page.getByRole("menuitem", { name: "Jump to a date" }).press("Enter");
    await dialog(page).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Options of #diary");

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Channel, command, picture, clip or prompt" }).fill("jump");
    await page.keyboard.press("Enter");
    await dialog(page).getByLabel("Day").waitFor();
    // The browser's Back closes the dialog and stays in the channel.
    await page.goBack();
    await dialog(page).waitFor({ state: "detached" });
    expect(await page.getByRole("heading", { name: "diary" }).count()).toBe(1);
    await page.keyboard.press("Escape");
    await menu.focus();
    await page.keyboard.press("?");
    await page.getByText("Jump to a date in this channel").waitFor();
  });

  it("says why if the server can't be reached, and shows the day once it can", async () => {
    const page = await open();
    await page.route(/messages\?.*at=/, (route) => route.abort());
    await page.keyboard.press("Control+j");
    await dialog(page).getByLabel("Day").fill("2026-01-03");
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("alert").filter({ hasText: "Easel can't be reached" }).waitFor();
    await page.unroute(/messages\?.*at=/);
    await dialog(page).getByRole("button", { name: "Jump", exact: true }).click();
    await page.locator("[aria-current=true]").filter({ hasText: "day 3, message 1." }).waitFor();
    expect(await dialog(page).count()).toBe(0);
  });

  it.each([
    [1440, "dark", "zh-CN"],
    [375, "light", "en-US"],
    [375, "dark", "zh-CN"],
    [768, "light", "en-US"],
  ] as const)("fits a window of %i pixels in %s colours, in %s", async (width, colorScheme, locale) => {
    const options = { viewport: { width, height: 800 }, colorScheme, locale, reducedMotion: "reduce" } as const;
    const page = await open({ ...options, hasTouch: width < 500 });
    await page.keyboard.press("Control+j");
    const chooser = page.getByRole("dialog");
    await chooser.locator("input[type=date]").waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/dates-${width}-${colorScheme}-${locale}.png` });
    await expectNoViolation(page, "choosing");
    await page.emulateMedia({ colorScheme });
    await expectWithinReach(page, "choosing");
    if (width < 500) await expectFingerSized(page, "choosing");
    await chooser.locator("input[type=date]").fill("2026-01-10");
    await page.keyboard.press("Enter");
    await page.locator("[aria-current=true]").filter({ hasText: "day 11, message 1." }).waitFor();
    await settledTop(page.locator("[aria-current=true]"));
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/day-${width}-${colorScheme}-${locale}.png` });
    await expectNoViolation(page, "a day");
  });
});
