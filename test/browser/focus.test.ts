import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../src/text/en/index.ts";
import { browserMissing, launchBrowser } from "../support/console/browser.ts";
import { startTestEasel, type TestEasel } from "../support/easel.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;

/** A part of the DOM, whose types the tests don't have. */
interface Box {
  getBoundingClientRect(): { readonly right: number };
  closest(selector: string): Box | null;
}
declare function getComputedStyle(one: Box): { readonly outlineWidth: string; readonly outlineOffset: string };

/** By how many pixels the focus ring of a control exceeds its list to the right. Runs in the browser. */
function beyondList(control: Box): number {
  const { outlineWidth, outlineOffset } = getComputedStyle(control);
  const ring = control.getBoundingClientRect().right + parseFloat(outlineWidth) + parseFloat(outlineOffset);
  return ring - (control.closest("ul")?.getBoundingClientRect().right ?? 0);
}

describe.skipIf(browserMissing !== undefined)("the focus on the Console's page", () => {
  let easel: TestEasel;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    easel = await startTestEasel();
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(easel.url);
    await box().fill("/imagine a red fox");
    await box().press("Enter");
    await picture().waitFor();
    await button(en.result.again).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  const box = (): Locator => page.getByRole("textbox", { name: "Message", exact: true });
  const picture = (): Locator => page.getByRole("log").getByRole("img", { name: "a red fox" }).first();
  const button = (name: string): Locator => page.getByRole("log").getByRole("button", { name, exact: true }).first();
  const dialog = (): Locator => page.getByRole("dialog");
  const hasFocus = (control: Locator): Promise<boolean> =>
    control.evaluate((one: { matches(selector: string): boolean }) => one.matches(":focus"));
  const closeDialog = async (): Promise<void> => {
    await dialog().waitFor();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  };

  it("is in the input after one press of Tab", async () => {
    await page.reload();
    await picture().waitFor();
    await page.keyboard.press("Tab");
    expect(await hasFocus(box())).toBe(true);
  });

  it("is in quick find at once, even while its code is loading", async () => {
    const isLoading = Promise.withResolvers<void>();
    const mayLoad = Promise.withResolvers<void>();
    await page.route(/quick-find-dialog/, async (route) => {
      isLoading.resolve();
      await mayLoad.promise;
      await route.continue();
    });
    await page.reload();
    await picture().waitFor();
    await box().focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("red ");
    await isLoading.promise;
    mayLoad.resolve();
    await page.keyboard.type("fox");
    await dialog().waitFor();
    await page.keyboard.type(" red");
    expect(await dialog().getByRole("combobox").inputValue()).toBe("red fox red");
    expect(await box().inputValue()).toBe("");
    await closeDialog();
    await expect.poll(() => hasFocus(box())).toBe(true);
    await page.keyboard.press("Control+k");
    await dialog().waitFor();
    expect(await dialog().getByRole("combobox").inputValue()).toBe("");
    await closeDialog();
    await page.unroute(/quick-find-dialog/);
  });

  it("returns from each dialog to where it was, even the first time", async () => {
    const enlarge = page.getByRole("log").getByRole("button", { name: "a red fox" }).first();
    const places = [
      { control: page.getByRole("button", { name: "Models", exact: true }), keys: "Enter" },
      { control: box(), keys: "Control+k" },
      { control: enlarge, keys: "Enter" },
      { control: button("Reply"), keys: "?" },
      { control: page.getByRole("button", { name: "Search results in #general" }), keys: "Enter" },
      { control: page.getByRole("button", { name: "New channel" }), keys: "Enter" },
    ];
    for (const { control, keys } of places) {
      await control.focus();
      await page.keyboard.press(keys);
      await closeDialog();
      await expect.poll(() => hasFocus(control)).toBe(true);
    }
  });

  it("moves to the input of a new channel", async () => {
    await page.getByRole("button", { name: "New channel" }).press("Enter");
    await dialog().getByRole("textbox", { name: "Name" }).fill("night market");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "night-market" }).waitFor();
    await dialog().waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(box())).toBe(true);
    await page.goBack();
    await picture().waitFor();
  });

  it("has a ring that is not cut at the edge of the list of channels", async () => {
    const options = page.getByRole("button", { name: "Options of #general" });
    await page.getByRole("button", { name: "Search results in #general" }).focus();
    await page.keyboard.press("Tab");
    expect(await hasFocus(options)).toBe(true);
    const beyond = await options.evaluate(beyondList);
    expect(beyond).toBeLessThanOrEqual(0);
  });

  it("returns from a form to the button that opened it", async () => {
    const edit = button(en.result.edit);
    await edit.press("Enter");
    await closeDialog();
    await expect.poll(() => hasFocus(edit)).toBe(true);
  });

  it("stays on a button that is pressed", async () => {
    const recipe = button(en.result.recipe);
    await recipe.press("Enter");
    await page.getByRole("log").getByText("Only you can see this").waitFor();
    expect(await hasFocus(recipe)).toBe(true);
    const star = button(en.result.star);
    await star.press("Enter");
    await page.getByRole("log").getByText("Starred.").waitFor();
    expect(await hasFocus(star)).toBe(true);
  });

  it("moves to the new view's button when a press replaces the view", async () => {
    await box().fill("/models");
    await box().press("Enter");
    const next = page.getByRole("log").getByRole("button", { name: en.models.next }).last();
    await next.press("Enter");
    await page.getByRole("log").getByText(/11–20/).waitFor();
    await expect.poll(() => hasFocus(next)).toBe(true);
  });
});
