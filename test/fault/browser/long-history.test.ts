import type { Browser, Locator, Page } from "playwright-core";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { MessageRef } from "../../../src/core/chat/conversation.ts";
import { ensurePageBuilt } from "../../../src/platforms/console/page-build.ts";
import { browserMissing, holdRequests, launchBrowser, settledTop } from "../../support/console/browser.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

const story = { platform: "console", workspace: "main", channel: "long-story" } as const;
const CHAPTERS = 80;
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** The part of an element that is used here: the browser's types are not available. */
interface PlacedElement {
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}

/** Whether the whole element is in the window, which is 900 pixels high. */
function isInView(element: PlacedElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= 900;
}

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;

describe.skipIf(browserMissing !== undefined)("a long history and links into it", () => {
  let database: TestDatabase;
  let server: TestConsole;
  let browser: Browser;
  let first: MessageRef;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    database = await createTestDatabase();
    server = await startTestConsole({ databaseUrl: database.url });
    browser = await launchBrowser();
    const headers = { "content-type": "application/json" };
    await fetch(`${server.url}/api/channels`, { method: "POST", headers, body: JSON.stringify({ id: story.channel }) });
    first = await post("chapter 1.");
    for (let n = 2; n <= CHAPTERS; n += 1) await post(`chapter ${n}.`);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
  });

  const post = (text: string): Promise<MessageRef> => server.platform.post(story, { text }, text);
  const articles = (page: Page): Locator => page.getByRole("log", { name: "Messages" }).getByRole("article");
  const said = (page: Page, text: string): Locator => articles(page).filter({ hasText: text });
  const scrollTo = (page: Page, top: number): Promise<unknown> =>
    page.evaluate(`document.querySelector("[role=log]").scrollTop = ${top}`);
  const news = (page: Page): Locator => page.getByRole("button", { name: "New messages" });

  async function open(path = `/c/${story.channel}`, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await prepare?.(page);
    await page.goto(server.url + path);
    await page.getByRole("log").waitFor();
    return page;
  }

  it("loads more when the reader scrolls up, keeps their position, and renders only a few messages", async () => {
    const page = await open();
    await said(page, `chapter ${CHAPTERS}.`).waitFor();
    const older = holdRequests();
    await page.route(/messages\?.*before=/, older.hold);
    const reading = said(page, "chapter 40.");
    await scrollTo(page, 350);
    await reading.waitFor();
    const before = await settledTop(reading);
    older.release();
    await page.getByText("This is where #long-story begins.").waitFor({ state: "attached" });
    expect(Math.abs((await settledTop(reading)) - before)).toBeLessThan(3);
    expect(await articles(page).count()).toBeLessThan(70);
    await scrollTo(page, 0);
    await said(page, "chapter 1.").waitFor();
    const removed = await post("not the end");
    await news(page).click();
    await said(page, "not the end").waitFor();
    await news(page).waitFor({ state: "detached" });
    await scrollTo(page, 0);
    await said(page, "chapter 1.").waitFor();
    await server.platform.remove(removed);
    await server.platform.edit(first, { text: "chapter 1. Once upon a time" });
    await said(page, "Once upon a time").waitFor();
    expect(await news(page).count()).toBe(0);
  });

  it("keeps the focus while the reader scrolls, and announces only new messages", async () => {
    const page = await open();
    const aloud = page.locator("[aria-live=polite]");
    await said(page, `chapter ${CHAPTERS}.`).getByRole("button", { name: "Reply" }).focus();
    // The older messages are inserted above those in view.
    await scrollTo(page, 0);
    await page.getByText("This is where #long-story begins.").waitFor({ state: "attached" });
    await scrollTo(page, 0);
    await said(page, "chapter 1.").waitFor();
    const focused = "document.activeElement.closest('article')?.textContent";
    expect(await page.evaluate(focused)).toContain(`chapter ${CHAPTERS}.`);
    expect(await aloud.textContent()).toBe("");
    const end = await post("the **very** end");
    await expect.poll(() => aloud.textContent()).toBe("Easel: the very end");
    await server.platform.remove(end);
  });

  it("opens at a linked message and focuses it, even if the network fails once", async () => {
    let asked = 0;
    const page = await open(`/c/${story.channel}/${first.id}`, (opened) =>
      opened.route(/messages\?.*around=/, (route) => ((asked += 1) === 1 ? route.abort() : route.continue())),
    );
    const linked = page.locator("[aria-current=true]").filter({ hasText: "chapter 1." });
    await linked.waitFor();
    expect(asked).toBeGreaterThan(1);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-current')")).toBe("true");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('article').textContent")).toContain("chapter 1.");
  });

  it("shows a private answer below the message whose button was pressed, however far up it is", async () => {
    server.handleWith((event, responder) => responder.answer({ text: `answer to ${event.kind}` }));
    const buttons = [{ id: "cancel:7", label: "Cancel", style: "secondary" } as const];
    await server.platform.edit(first, { text: "chapter 1.", buttons });
    const page = await open(`/c/${story.channel}/${first.id}`);
    await said(page, "chapter 1.").getByRole("button", { name: "Cancel" }).click();
    const answer = said(page, "answer to button");
    await answer.waitFor();
    const around = "[...document.querySelectorAll('[role=log] article')].slice(0, 3).map((one) => one.textContent)";
    expect(await page.evaluate(around)).toMatchObject([/chapter 1\./, /answer to button/, /chapter 2\./].map(matching));
    await settledTop(answer);
    expect(await answer.evaluate(isInView)).toBe(true);
    await answer.getByRole("button", { name: "Dismiss" }).click();
    await answer.waitFor({ state: "detached" });
  });

  it("leads from a reply to the quoted message, and back", async () => {
    await server.platform.post(story, { text: "as it began", replyTo: first }, "reply");
    const page = await open();
    const linked = page.locator("[aria-current=true]");
    await said(page, "as it began").getByRole("link", { name: "an earlier message" }).click();
    await linked.filter({ hasText: "chapter 1." }).waitFor();
    await page.goBack();
    await linked.filter({ hasText: "as it began" }).waitFor();
    expect(await linked.getByRole("link").innerText()).toMatch(/^Easel chapter 1\./);
  });

  it("stays at the message that Back leads to while more is loaded above it", async () => {
    const newer = holdRequests();
    const page = await open(undefined, async (opened) => {
      await opened.clock.install();
      await opened.route(/messages\?.*after=/, newer.hold);
    });
    const reply = said(page, "as it began");
    const asked = page.waitForRequest(/messages\?.*after=/);
    await reply.getByRole("link", { name: "an earlier message" }).click();
    const linked = page.locator("[aria-current=true]");
    await linked.filter({ hasText: "chapter 1." }).waitFor();
    await asked;
    // Pauses animation frames, so that the messages in between arrive before the scroll has settled.
    await page.clock.pauseAt(Date.now() + 2_000);
    await page.goBack();
    await linked.filter({ hasText: "as it began" }).waitFor();
    const joined = page.waitForResponse(/messages\?.*after=/);
    newer.release();
    await (await joined).finished();
    await page.getByText("This is where #long-story begins.").waitFor({ state: "attached" });
    await page.clock.resume();
    await settledTop(reply);
    expect(await reply.evaluate(isInView)).toBe(true);
  });

  it("says so if an address leads nowhere", async () => {
    const page = await open(`/c/${story.channel}/no-such-message`);
    const gone = page.getByText("The linked message is no longer here");
    await gone.waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await gone.waitFor({ state: "detached" });
    await page.goto(`${server.url}/c/nowhere`);
    await page.getByRole("heading", { name: "There is no channel #nowhere." }).waitFor();
    await page.getByRole("link", { name: "Go to #general" }).click();
    await page.getByRole("log").waitFor();
    const lost = await page.goto(`${server.url}/no/such/page`);
    await page.getByRole("heading", { name: "There is no such page." }).waitFor();
    expect(lost?.status()).toBe(404);
    await page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: "general" }).waitFor();
    // New messages in known channels count as unread, but without a channel there are no commands.
    await server.platform.post({ ...story, channel: "general" }, { text: "news" }, "news");
    await expect.poll(() => page.title()).toBe("(1) Easel");
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "general" }).waitFor();
    expect(await page.getByRole("option", { name: "/imagine" }).count()).toBe(0);
    const api = await fetch(`${server.url}/api/no-such-call`);
    expect([api.status, await api.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
  });
});
