import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;

describe.skipIf(browserMissing !== undefined)("the actions of an enlarged picture's message", () => {
  let easel: TestEasel;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    easel = await startTestEasel();
    browser = await launchBrowser();
    const phone = {
      viewport: { width: 375, height: 667 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: "reduce",
    } as const;
    page = await browser.newPage(phone);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(easel.url);
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("/imagine a red fox");
    await page.getByRole("button", { name: "Send" }).tap();
    await picture().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  const picture = (): Locator => page.getByRole("log").getByRole("button", { name: "a red fox" }).first();
  const lightbox = (): Locator =>
    page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Zoom in" }) });
  const press = (name: string): Promise<void> => lightbox().getByRole("button", { name, exact: true }).tap();
  const enlarge = async (): Promise<void> => {
    await picture().tap();
    await lightbox().waitFor();
  };
  const said = (text: string): Locator => page.getByRole("log").getByText(text).last();

  it("pin and unpin it", async () => {
    await enlarge();
    await press("Pin in this channel");
    await said("Pinned in this channel").waitFor({ state: "attached" });
    await press("Unpin");
    await lightbox().getByRole("button", { name: "Pin in this channel" }).waitFor();
    expect(await said("Pinned in this channel").count()).toBe(0);
  });

  it("open the form that changes the request over the picture", async () => {
    await press(en.result.changeRequest);
    const form = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Prompt" }) });
    await form.getByRole("button", { name: "Cancel" }).tap();
    await form.waitFor({ state: "detached" });
    expect(await lightbox().count()).toBe(1);
  });

  it("show the answer to a star in the log", async () => {
    await press(en.result.star);
    await lightbox().waitFor({ state: "detached" });
    await said("Starred.").waitFor();
    expect(await said("Starred.").count()).toBe(1);
  });

  it("start a reply in the message input", async () => {
    await enlarge();
    await press("Reply");
    await lightbox().waitFor({ state: "detached" });
    await page.getByText("Replying to Easel").waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("message-input");
    await page.getByRole("button", { name: "Cancel reply" }).tap();
  });

  it("repeat the request, and ask before deleting the result", async () => {
    await enlarge();
    await press(en.result.again);
    await lightbox().waitFor({ state: "detached" });
    await enlarge();
    await press(en.result.delete);
    await press(en.result.confirmDelete.no);
    await press(en.result.delete);
    await press(en.result.confirmDelete.yes);
    await lightbox().waitFor({ state: "detached" });
    await said("Deleted.").waitFor();
    expect(await said("Deleted.").count()).toBe(1);
  });
});
