import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensurePageBuilt } from "../../../src/platforms/console/page-build.ts";
import type { EventHandler } from "../../../src/core/chat/event.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { pictureFile } from "../../support/media/picture.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { until } from "../../support/process/processes.ts";
import { startTcpProxy, type TcpProxy } from "../../support/process/tcp-proxy.ts";

const studio = { platform: "console", workspace: "main", channel: "studio" } as const;
const WIDE = { width: 1440, height: 900 };
/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;

const takeAll: EventHandler = (_event, responder) => responder.acknowledge().then(() => undefined);

describe.skipIf(browserMissing !== undefined)("the Console's page", () => {
  let database: TestDatabase;
  let server: TestConsole;
  let browser: Browser;
  /** A proxy between the page and the server, to cut the connection. */
  let wire: TcpProxy;
  let posted = 0;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    database = await createTestDatabase();
    server = await startTestConsole({ databaseUrl: database.url });
    wire = await startTcpProxy({ host: "127.0.0.1", port: server.port });
    browser = await launchBrowser();
  });
  afterEach(async () => {
    server.handleWith(takeAll);
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await wire?.close();
    await server?.stop();
    await database?.drop();
  });

  async function open(options: BrowserContextOptions & { readonly path?: string } = {}): Promise<Page> {
    const { path = "/c/general", ...context } = options;
    const page = await (await browser.newContext({ viewport: WIDE, locale: "en-US", ...context })).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`http://127.0.0.1:${wire.port}${path}`);
    await page.getByRole("log").waitFor();
    return page;
  }
  const box = (page: Page): Locator => page.getByRole("textbox", { name: "Message", exact: true });
  const articles = (page: Page): Locator => page.getByRole("log", { name: "Messages" }).getByRole("article");
  const said = (page: Page, text: string): Locator => articles(page).filter({ hasText: text });
  const post = (text: string) => {
    posted += 1;
    return server.platform.post({ ...studio, channel: "general" }, { text }, `page-${posted}`);
  };
  const texts = () => server.events.map((event) => (event.kind === "text" ? event.text : ""));

  it("suggests commands, options and values, all by keyboard", async () => {
    const page = await open();
    await box(page).pressSequentially("/");
    const list = page.getByRole("listbox", { name: "Commands" });
    await list.waitFor();
    expect(await list.getByRole("option").allInnerTexts()).toEqual([
      expect.stringContaining("/imagine"),
      expect.stringContaining("/easel"),
    ]);
    await page.keyboard.press("ArrowDown");
    expect(await list.getByRole("option", { selected: true }).innerText()).toContain("/easel");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    expect(await box(page).inputValue()).toBe("/imagine ");
    await page.keyboard.type("a fox --si");
    await page.getByRole("listbox", { name: "Options" }).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("listbox", { name: "Values" }).getByRole("option", { name: "2K" }).click();
    expect(await box(page).inputValue()).toBe("/imagine a fox --size 2K ");
    await page.getByRole("listbox", { name: "Options" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await until(() => texts().includes("/imagine a fox --size 2K"));
  });

  it("shows a list's arrow in its final size from the beginning", async () => {
    const page = await open();
    const arrow = page.getByRole("combobox", { name: "Acting as" }).locator("xpath=..").locator("svg");
    expect((await arrow.boundingBox())?.width).toBe(18);
  });

  it("attaches files by button, drop and paste, and lets them be removed", async () => {
    const page = await open();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chooser).setFiles({ name: "button.txt", mimeType: "text/plain", buffer: Buffer.from("1") });
    const give = (event: "drop" | "paste", name: string) =>
      // As a string, because the browser's types are not available here.
      page.evaluate(`(() => {
        const data = new DataTransfer();
        data.items.add(new File(["x"], ${JSON.stringify(name)}, { type: "text/plain" }));
        const options = { bubbles: true, cancelable: true };
        const event = ${JSON.stringify(event)} === "drop"
          ? new DragEvent("drop", { ...options, dataTransfer: data })
          : new ClipboardEvent("paste", { ...options, clipboardData: data });
        document.querySelector("textarea").dispatchEvent(event);
      })()`);
    await give("drop", "dropped.txt");
    await give("paste", "pasted.txt");
    for (const name of ["button.txt", "dropped.txt", "pasted.txt"]) {
      await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
    }
    await page.getByRole("button", { name: "Remove dropped.txt" }).click();
    await box(page).fill("/imagine with files");
    await page.getByRole("button", { name: "Send" }).click();
    await until(() => texts().includes("/imagine with files"));
    const event = server.events.at(-1);
    expect(event?.kind === "text" && event.attachments.map((file) => file.name)).toEqual(["button.txt", "pasted.txt"]);
    await said(page, "/imagine with files").getByRole("link", { name: "Save pasted.txt" }).waitFor();
    expect(await page.getByRole("button", { name: "New messages" }).count()).toBe(0);
  });

  it("keeps messages that are written while the connection is down, and loses or duplicates nothing", async () => {
    const page = await open();
    await post("before the break");
    await said(page, "before the break").waitFor();
    wire.cut();
    await page.getByText("Reconnecting…").waitFor();
    await box(page).fill("/imagine during the break");
    await page.keyboard.press("Enter");
    await said(page, "during the break").getByText("Not sent yet – retrying").waitFor();
    await post("missed by the page");
    wire.heal();
    await said(page, "missed by the page").waitFor();
    await page.getByText("Not sent yet – retrying").waitFor({ state: "detached" });
    await page.getByText("Reconnecting…").waitFor({ state: "detached" });
    await post("after the break");
    await said(page, "after the break").waitFor();
    for (const text of ["before the break", "during the break", "missed by the page", "after the break"]) {
      expect(await said(page, text).count()).toBe(1);
    }
    expect(texts().filter((text) => text === "/imagine during the break")).toHaveLength(1);
  });

  it("resends messages that the server could not accept, without duplicating them", async () => {
    let refusals = 2;
    server.handleWith((event, responder) => {
      refusals -= 1;
      return refusals >= 0 ? Promise.reject(new Error("no database")) : takeAll(event, responder);
    });
    const page = await open();
    await box(page).fill("/imagine at the third try");
    await page.keyboard.press("Enter");
    await said(page, "third try").getByText("Not sent yet – retrying").waitFor();
    await page.getByText("Not sent yet – retrying").waitFor({ state: "detached" });
    expect(await said(page, "third try").count()).toBe(1);
    const keys = server.events.filter((event) => event.kind === "text" && event.text === "/imagine at the third try");
    expect(keys).toHaveLength(3);
    expect(new Set(keys.map((event) => event.key)).size).toBe(1);
  });

  it("shows a result's pictures, enlarged on a click, and lets each be saved", async () => {
    const colours = ["tomato", "teal"];
    const files = await Promise.all(
      colours.map((colour, index) =>
        pictureFile({ name: `fox-${index + 1}.png`, description: "a red fox", width: 640, height: 480, colour }),
      ),
    );
    await server.platform.post(studio, { text: "Two foxes", files }, "foxes");
    const page = await open({ path: "/c/studio" });
    const result = said(page, "Two foxes");
    await result.waitFor();
    expect(await result.getByRole("img", { name: "a red fox", exact: true }).count()).toBe(2);
    await result.getByRole("img", { name: "a red fox" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Picture 1 of 2" });
    await dialog.getByRole("img", { name: "a red fox" }).waitFor();
    await page.keyboard.press("ArrowRight");
    const second = page.getByRole("dialog", { name: "Picture 2 of 2" });
    const download = page.waitForEvent("download");
    await second.getByRole("link", { name: "Save" }).click();
    expect((await download).suggestedFilename()).toBe("fox-2.png");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("lets people press buttons and dismiss private answers", async () => {
    server.handleWith((event, responder) =>
      event.kind === "button"
        ? responder.answer({ text: `pressed ${event.button} for ${event.actor.displayName}` })
        : takeAll(event, responder),
    );
    const buttons = [{ id: "cancel:7", label: "Cancel", style: "secondary" } as const];
    await server.platform.post({ ...studio, channel: "general" }, { text: "at work", buttons }, "press");
    const page = await open();
    await page.getByRole("combobox", { name: "Acting as" }).selectOption({ label: "Max (member)" });
    await said(page, "at work").getByRole("button", { name: "Cancel" }).click();
    const answer = said(page, "pressed cancel:7 for Max (member)");
    await answer.getByText("Only you can see this").waitFor();
    await answer.getByRole("button", { name: "Dismiss" }).click();
    await answer.waitFor({ state: "detached" });
    expect(await said(page, "at work").count()).toBe(1);
  });

  it("shows a command to its author alone if the answer is private", async () => {
    const [ada, max] = [await open(), await open()];
    await max.getByRole("combobox", { name: "Acting as" }).selectOption({ label: "Max (member)" });
    server.handleWith((_event, responder) => responder.answer({ text: "no such size" }));
    await box(max).fill("/imagine a secret fox --size 9K");
    await max.keyboard.press("Enter");
    await said(max, "no such size").waitFor();
    await said(max, "a secret fox").getByText("Only you can see this").waitFor();
    server.handleWith(takeAll);
    await box(max).fill("/imagine a fox for all");
    await max.keyboard.press("Enter");
    await said(ada, "a fox for all").waitFor();
    expect(await said(ada, "a secret fox").count()).toBe(0);
    expect(await said(max, "a fox for all").getByText("Only you can see this").count()).toBe(0);
  });

  it("counts unread messages in other channels, and while the page is hidden", async () => {
    const page = await open({ path: "/c/studio" });
    const title = (): Promise<string> => page.title();
    const look = (state: "visible" | "hidden"): Promise<unknown> =>
      page.evaluate(
        `Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
         document.dispatchEvent(new Event("visibilitychange"))`,
      );
    const other = page.getByRole("link", { name: /general/ });
    await post("somebody writes elsewhere");
    await other.filter({ hasText: "1 new message" }).waitFor();
    await post("and again");
    await other.filter({ hasText: "2 new messages" }).waitFor();
    expect(await title()).toBe("(2) #studio · Easel");
    await other.click();
    await expect.poll(title).toBe("#general · Easel");
    await look("hidden");
    await post("nobody looks");
    await expect.poll(title).toBe("(1) #general · Easel");
    await look("visible");
    await expect.poll(title).toBe("#general · Easel");
    await post("somebody looks");
    await said(page, "somebody looks").waitFor();
    expect(await title()).toBe("#general · Easel");
  });

  it("creates channels, and keeps channel and person across a reload", async () => {
    const page = await open();
    const navigation = page.getByRole("navigation", { name: "Channels" });
    await navigation.getByRole("button", { name: "New channel" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Night Market");
    await page.keyboard.press("Enter");
    await navigation.getByRole("link", { name: "night-market" }).waitFor();
    await page.getByRole("combobox", { name: "Acting as" }).selectOption("member");
    await page.reload();
    await page.getByRole("heading", { name: "night-market" }).waitFor();
    const actingAs = page.getByRole("combobox", { name: "Acting as" });
    await actingAs.getByRole("option", { selected: true }).waitFor({ state: "attached" });
    expect(await actingAs.inputValue()).toBe("member");
    await page.getByRole("button", { name: "/imagine a lighthouse at dusk --size 1K --count 2" }).click();
    await page.keyboard.press("Enter");
    await until(() => texts().includes("/imagine a lighthouse at dusk --size 1K --count 2"));
    expect(server.events.at(-1)?.conversation.channel).toBe("night-market");
  });

  it("removes a channel after a confirmation, and every page leaves it", async () => {
    const page = await open();
    const navigation = page.getByRole("navigation", { name: "Channels" });
    await navigation.getByRole("button", { name: "New channel" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("short lived");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "short-lived" }).waitFor();
    const other = await open({ path: "/c/short-lived" });
    await other.getByRole("heading", { name: "short-lived" }).waitFor();
    await navigation.getByRole("button", { name: "Options of #short-lived" }).click();
    await page.getByRole("menuitem", { name: "Remove #short-lived" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    for (const one of [page, other]) {
      await one.getByRole("heading", { name: "general" }).waitFor();
      expect(await one.getByRole("link", { name: "short-lived" }).count()).toBe(0);
    }
  });

  it("does not violate its own content security policy", async () => {
    const page = await (await browser.newContext({ viewport: WIDE })).newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${server.url}/c/studio`);
    await said(page, "Two foxes").getByRole("img").first().click();
    await page.getByRole("dialog").waitFor();
    expect(complaints).toEqual([]);
  });
});
