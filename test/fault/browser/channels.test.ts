import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensurePageBuilt } from "../../../src/platforms/console/page-build.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { consolePerson } from "../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { expectFingerSized, expectWithinReach } from "../../support/console/reach.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
/** The folder for screenshots, if any are wanted. */
const SHOTS = process.env["SHOTS"];

describe.skipIf(browserMissing !== undefined)("the channels of the Console's page", () => {
  let database: TestDatabase;
  let server: TestConsole;
  let browser: Browser;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    database = await createTestDatabase();
    server = await startTestConsole({ databaseUrl: database.url });
    browser = await launchBrowser();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
  });

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const viewport = { width: 1440, height: 900 };
    const page = await (await browser.newContext({ viewport, locale: "en-US", ...options })).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${server.url}${path}`);
    await page.getByRole("log").waitFor();
    return page;
  }
  async function create(id: string): Promise<void> {
    const response = await fetch(`${server.url}/api/channels`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id, as: "admin" }),
    });
    expect(response.status).toBe(200);
  }

  const focusedText = (page: Page) => page.evaluate("document.activeElement.textContent");

  it("can be renamed by keyboard alone, which others see immediately, and links to them keep working", async () => {
    await create("attic");
    const id = randomUUID();
    await consolePerson(server.url, "member").say("an old word", { channel: "attic", id });
    const page = await open("/c/attic");
    const other = await open(`/c/attic/${id}`);
    await other.getByRole("combobox", { name: "Acting as" }).selectOption("member");
    const manage = page.getByRole("button", { name: "Options of #attic" });
    // Waits for the focus on the menu's first entry: an earlier key press would activate that one.
    const openRename = async () => {
      await page.keyboard.press("Enter");
      await expect.poll(() => focusedText(page)).toBe("Pinned results");
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => focusedText(page)).toBe("Jump to a date");
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => focusedText(page)).toBe("Your prompts");
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => focusedText(page)).toBe("Rename #attic");
      await page.keyboard.press("Enter");
    };
    await manage.focus();
    await openRename();
    const dialog = page.getByRole("dialog", { name: "Rename #attic" });
    // The field has the focus and contains the current name.
    const field = dialog.getByRole("textbox", { name: "Name" });
    expect(await field.inputValue()).toBe("attic");
    // Closing it returns the focus to the button that opened it.
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Options of #attic");
    await openRename();
    await dialog.locator("input:focus").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("general");
    await page.keyboard.press("Enter");
    await dialog.getByText("A channel with that name already exists.").waitFor();
    await expectNoViolation(page, "a refused name");
    await field.fill("n".repeat(33));
    await page.keyboard.press("Enter");
    await dialog.getByText("Use letters, digits and single hyphens, 32 characters at most.").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Night Market");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    for (const one of [page, other]) {
      await one.getByRole("heading", { level: 1, name: "night-market" }).waitFor();
      await expect.poll(() => one.title()).toBe("#night-market · Easel");
      await one.getByRole("link", { name: "night-market" }).waitFor();
    }
    // The Console's initial channels can't be removed.
    await page.goto(`${server.url}/c/general`);
    await page.getByRole("button", { name: "Options of #general" }).click();
    await page.getByRole("menuitem", { name: "Rename #general" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Remove" }).count()).toBe(0);
    await other.getByRole("button", { name: "Options of #night-market" }).click();
    await other.getByRole("menuitem", { name: "Pinned results" }).waitFor();
    expect(await other.getByRole("menuitem").allTextContents()).toEqual([
      "Pinned results",
      "Jump to a date",
      "Your prompts",
    ]);
    // Addresses with either name lead to the channel, and so do links to its messages.
    await page.goto(`${server.url}/c/night-market`);
    await page.getByRole("article").filter({ hasText: "an old word" }).waitFor();
    await page.goto(`${server.url}/c/attic/${id}`);
    await page.locator('[aria-current="true"]').filter({ hasText: "an old word" }).waitFor();
  });

  it("keep their names if another one is removed while it is being renamed", async () => {
    await create("cellar");
    const page = await open("/c/cellar");
    const rename = async (name: string) => {
      await page.getByRole("button", { name: `Options of #${name}` }).click();
      await page.getByRole("menuitem", { name: `Rename #${name}` }).click();
    };
    const dialog = page.getByRole("dialog");
    await rename("cellar");
    await dialog.getByRole("textbox").fill("wine");
    const removed = await fetch(`${server.url}/api/channels/cellar?as=admin`, { method: "DELETE" });
    expect(removed.status).toBe(200);
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1, name: "general" }).waitFor();
    await rename("general");
    expect(await dialog.getByRole("textbox").inputValue()).toBe("general");
  });

  it.each([
    [1440, "light", "en-US"],
    [1440, "dark", "zh-CN"],
    [375, "light", "zh-CN"],
    [375, "dark", "en-US"],
  ] as const)(
    "are renamed and removed in a window of %i pixels in %s colours, in %s",
    async (width, colorScheme, locale) => {
      const isPhone = width === 375;
      const name = `room-${width}-${colorScheme}`;
      await create(name);
      const page = await open(`/c/${name}`, {
        viewport: { width, height: 720 },
        colorScheme,
        locale,
        hasTouch: isPhone,
        isMobile: isPhone,
      });
      const isEnglish = locale === "en-US";
      const activate = async (label: string, role: "button" | "menuitem" = "button"): Promise<void> => {
        const control = page.getByRole(role, { name: label, exact: true });
        await (isPhone ? control.tap() : control.click());
      };
      const shoot = async (what: string): Promise<void> => {
        if (SHOTS !== undefined)
          await page.screenshot({ path: `${SHOTS}/${what}-${width}-${colorScheme}-${locale}.png` });
      };
      await shoot("nav");
      await activate(isEnglish ? `Options of #${name}` : `#${name} 的选项`);
      await shoot("menu");
      await activate(isEnglish ? `Rename #${name}` : `给 #${name} 改名`, "menuitem");
      await page.getByRole("dialog").getByRole("textbox").fill(`${name}-b`);
      await shoot("rename");
      await expectNoViolation(page, "rename");
      if (isPhone) await expectFingerSized(page, "rename");
      await expectWithinReach(page, "rename");
      await activate(isEnglish ? "Rename" : "改名");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await activate(isEnglish ? `Options of #${name}-b` : `#${name}-b 的选项`);
      await activate(isEnglish ? `Remove #${name}-b` : `删除 #${name}-b`, "menuitem");
      const dialog = page.getByRole("dialog");
      await dialog.getByText(isEnglish ? "Deleted with it:" : "一并删除：").waitFor();
      await shoot("remove");
      await expectNoViolation(page, "remove");
      if (isPhone) await expectFingerSized(page, "remove");
      await expectWithinReach(page, "remove");
      await activate(isEnglish ? "Remove" : "删除");
      await page.getByRole("heading", { level: 1, name: "general" }).waitFor({ state: "attached" });
      expect(await page.getByRole("link", { name: `${name}-b` }).count()).toBe(0);
    },
  );
});
