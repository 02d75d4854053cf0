import { pino } from "pino";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensurePageBuilt } from "../../../src/platforms/console/page-build.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { expectFingerSized } from "../../support/console/reach.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

/** How long a person waits for the page: only a failing test gets there. */
const PATIENCE_MS = 30_000;

describe.skipIf(browserMissing !== undefined)("a page that fails", () => {
  let database: TestDatabase;
  let server: TestConsole;
  let browser: Browser;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    database = await createTestDatabase();
    server = await startTestConsole({ databaseUrl: database.url });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
  });

  async function openPage(): Promise<Page> {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${server.url}/c/general`);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    return page;
  }

  it.each([
    ["en-US", "Message", "Something in this page has failed. Sent messages and drafts are kept.", "Reload the page"],
    ["zh-CN", "消息", "此页面出现错误。已发送的消息和草稿均已保留。", "重新加载页面"],
  ])("offers to load again, and keeps the draft (%s)", async (locale, label, text, reload) => {
    const page = await browser.newPage({
      viewport: { width: 375, height: 700 },
      hasTouch: true,
      isMobile: true,
      locale,
    });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${server.url}/c/general`);
    const box = page.getByRole("textbox", { name: label, exact: true });
    await box.fill("half a thought");
    await page.evaluate("Intl.DateTimeFormat = function () { throw new Error('broken'); }");
    const channel = { platform: "console", workspace: "main", channel: "general" } as const;
    const news = `a message that the page can't show (${locale})`;
    await server.platform.post(channel, { text: news }, news);
    await page.getByRole("alert").getByText(text).waitFor();
    await expectFingerSized(page, "a failed page");
    await expectNoViolation(page, "a failed page");
    await page.getByRole("button", { name: reload }).tap();
    await page.getByRole("log").getByText(news, { exact: true }).waitFor();
    await expect.poll(() => box.inputValue()).toBe("half a thought");
    await page.close();
  });

  it("keeps the page while a part can't be loaded, and shows the part once it can", async () => {
    const page = await openPage();
    let asked = 0;
    await page.route(/shortcuts-dialog[^/]*\.js/, (route) => ((asked += 1) <= 3 ? route.abort() : route.continue()));
    await page.route(/shortcuts-dialog[^/]*\.css/, (route) => route.abort(), { times: 1 });
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('[role=dialog] dl')).display")).toBe("grid");
    expect(asked).toBeGreaterThan(3);
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.close();
  });

  it("loads itself again when an upgrade has removed its parts, and keeps the draft", async () => {
    const page = await openPage();
    const box = page.getByRole("textbox", { name: "Message" });
    await box.fill("half a thought");
    await box.blur();
    await page.route(/shortcuts-dialog[^/]*\.js/, (route) => route.fulfill({ status: 404 }));
    const upgraded = '<!doctype html><script type="module" src="/assets/index-upgraded.js"></script>';
    await page.route(`${server.url}/`, (route) => route.fulfill({ contentType: "text/html", body: upgraded }));
    const reloaded = page.waitForEvent("load");
    await page.keyboard.press("?");
    await reloaded;
    await page.unrouteAll();
    await expect.poll(() => box.inputValue()).toBe("half a thought");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.close();
  });

  it.each([
    ["the current page's part is missing", undefined],
    ["the page is being built again", { status: 503, body: '{"error":{"code":"page_missing"}}' }],
  ])("stays while %s", async (_when, document) => {
    const page = await openPage();
    await page.evaluate("window.isSamePage = true");
    let asked = 0;
    await page.route(/shortcuts-dialog[^/]*\.js/, (route) =>
      (asked += 1) <= 2 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    if (document) await page.route(`${server.url}/`, (route) => route.fulfill(document));
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    await page.close();
  });
});
