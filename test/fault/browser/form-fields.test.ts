import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { consoleDialogTexts } from "../../../src/text/render/console/console-dialogs.ts";
import { expectNoViolation } from "../../support/console/axe.ts";
import { browserMissing, holdRequests, launchBrowser, settledTop } from "../../support/console/browser.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";

/** Far longer than the page takes: only a failing test waits this long. */
const PATIENCE_MS = 30_000;
const words = consoleDialogTexts("en");

describe.skipIf(browserMissing !== undefined)("the fields of a form in the Console", () => {
  let easel: TestEasel;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    easel = await startTestEasel();
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
  });

  afterAll(async () => {
    await browser?.close();
    await easel?.stop();
  });

  const form = (): Locator => page.getByRole("dialog", { name: en.forms.title.imagine });
  const size = (): Locator => form().getByRole("combobox", { name: "Size" });
  const sent = async (): Promise<readonly string[]> => (await createsAt(easel.sandboxUrl)).map(({ body }) => body);

  it("appear if suggestions were closed before they had loaded: Enter sends the command", async () => {
    const suggestions = holdRequests();
    await page.route("**/completion-*.js", suggestions.hold);
    const loaded = page.waitForEvent("requestfinished", (request) => request.url().includes("/completion-"));
    await page.goto(easel.url);
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.fill("/imagine");
    await page.keyboard.press("Escape");
    suggestions.release();
    await loaded;
    await settledTop(box);
    expect(await page.getByRole("listbox").count()).toBe(0);
    await page.keyboard.press("Enter");
    await form().waitFor();
  });

  it("say what an empty choice means", async () => {
    const quality = form().getByRole("combobox", { name: "Quality" });
    expect(await quality.getByRole("option").first().textContent()).toBe(en.forms.modelDecides);
    expect(await size().getAttribute("placeholder")).toBe(en.forms.usual("auto"));
  });

  it("accept a typed size, and say at the field why another one is refused", async () => {
    await form().getByText(en.forms.typed.pixels(3840)).waitFor();
    await form().getByRole("textbox", { name: "Prompt" }).fill("a small fox");
    await size().fill("9000x10");
    await page.keyboard.press("Enter");
    await form().getByText("no edge above 3840").waitFor();
    await expectNoViolation(page, "a form with a problem");
  });

  it("accept JSON below a heading, and say where it is invalid", async () => {
    await size().fill("800x640");
    const native = form().getByRole("textbox", { name: en.fields.native });
    expect(await native.isVisible()).toBe(false);
    await form().getByText(words.moreOptions).focus();
    await page.keyboard.press("Enter");
    await native.fill('{"seed":');
    await native.press("Enter");
    await native.pressSequentially("7,}");
    await form().getByRole("button", { name: en.forms.submit }).click();
    const { place, expected, found } = en.problem.jsonFaultAt;
    await form()
      .getByText(place(2, 3, expected.name, found("}")))
      .waitFor();
    await expectNoViolation(page, "a form with a problem");
    await native.fill('{"seed": 7}');
    await form().getByRole("button", { name: en.forms.submit }).click();
    await form().waitFor({ state: "detached" });
    await expect.poll(sent, { timeout: PATIENCE_MS }).toEqual([expect.stringMatching(/"size":"800x640".*"seed":7/)]);
  });
});
