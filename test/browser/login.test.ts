import type { Browser, BrowserContext, Page } from "playwright-core";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensurePageBuilt } from "../../src/platforms/console/page-build.ts";
import { browserMissing, launchBrowser } from "../support/console/browser.ts";
import { startTestConsole, type TestConsole } from "../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/postgres.ts";

const PASSWORD = "a password of these tests alone";
/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;

describe.skipIf(browserMissing !== undefined)("the log-in in a browser", () => {
  let database: TestDatabase;
  let server: TestConsole;
  let browser: Browser;

  beforeAll(async () => {
    await ensurePageBuilt(pino({ level: "silent" }));
    database = await createTestDatabase();
    server = await startTestConsole({ databaseUrl: database.url, password: PASSWORD });
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

  const newReader = (locale: string): Promise<BrowserContext> => browser.newContext({ locale });

  /** Opens the Console, which redirects to the log-in, and enters the password. */
  async function logIn(reader: BrowserContext, words: { readonly password: string; readonly enter: string }) {
    const page = await reader.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(server.url);
    await page.getByLabel(words.password).fill(PASSWORD);
    await page.getByRole("button", { name: words.enter }).click();
    await page.getByRole("log").waitFor();
    return page;
  }
  const inEnglish = { password: "Password", enter: "Log in" };
  const choose = async (page: Page, menu: string, item: string): Promise<void> => {
    await page.getByRole("button", { name: menu, exact: true }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };

  it("lets in with the password, and logs out", async () => {
    const reader = await newReader("en-US");
    const page = await logIn(reader, inEnglish);
    await choose(page, "Log out", "Log out");
    await page.getByLabel("Password").waitFor();
    await page.goto(server.url);
    await page.getByLabel("Password").waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    expect((await reader.cookies()).map(({ name }) => name)).toEqual(["easel_device"]);
  });

  it("logs out everywhere: other open pages also ask for the password", async () => {
    const [mine, other] = [await newReader("zh-CN"), await newReader("en-US")];
    const elsewhere = await logIn(other, inEnglish);
    await elsewhere.getByRole("link", { name: "studio" }).click();
    await elsewhere.getByRole("heading", { name: "studio" }).waitFor();
    const page = await logIn(mine, { password: "密码", enter: "登录" });
    await choose(page, "退出登录", "在所有设备上退出");
    await page.getByLabel("密码").waitFor();
    await elsewhere.getByLabel("Password").waitFor();
    expect(new URL(elsewhere.url()).pathname).toBe("/login");
    await elsewhere.getByLabel("Password").fill(PASSWORD);
    await elsewhere.getByRole("button", { name: "Log in" }).click();
    await elsewhere.getByRole("heading", { name: "studio" }).waitFor();
  });

  it("asks for the password, and reports a wrong one, in the page's language", async () => {
    const page = await logIn(await newReader("en-US"), inEnglish);
    await page.getByRole("button", { name: "切换到简体中文" }).click();
    await choose(page, "退出登录", "退出登录");
    await page.getByLabel("密码").fill("wrong");
    await page.getByRole("button", { name: "登录" }).click();
    expect(await page.getByRole("alert").textContent()).toBe("密码不正确。");
  });

  it("keeps no unsent messages for the next person, and reports a failed log-out", async () => {
    const reader = await newReader("en-US");
    const page = await logIn(reader, inEnglish);
    await page.route("**/logout", (route) => route.abort());
    await choose(page, "Log out", "Log out");
    await page.getByRole("alert").getByText("You are still logged in").waitFor();
    await page.keyboard.press("Escape");
    await page.route("**/api/messages", (route) => route.abort());
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.fill("a secret plan");
    await box.press("Enter");
    await page.getByText("Not sent yet").first().waitFor();
    await box.fill("the other half of the secret plan");
    const elsewhere = await reader.newPage();
    await elsewhere.goto(`${server.url}/c/studio`);
    await elsewhere.getByRole("textbox", { name: "Message", exact: true }).fill("a secret plan elsewhere");
    await page.unroute("**/logout");
    await choose(page, "Log out", "Log out");
    await page.getByLabel("Password").waitFor();
    await elsewhere.getByLabel("Password").waitFor();
    expect(JSON.stringify(await page.evaluate("({ ...localStorage })"))).not.toContain("secret plan");
  });
});
