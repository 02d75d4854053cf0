import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { changed, filledIn, opened } from "../../support/console/settings.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

let easel: TestEasel;
let ada: ConsoleClient;

beforeAll(async () => {
  easel = await startTestEasel({}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
  ada = createConsoleClient(easel.url, "admin");
});
afterAll(async () => {
  await ada.close();
  await easel.stop();
});

const change = (command: string, button: string, values: Readonly<Record<string, string>>): Promise<string> =>
  changed(ada, command, button, values);

describe("commands for quotas without options", () => {
  it("open the form for a new one while there are none", async () => {
    const form = await opened(ada, "/easel-admin quota set");
    expect(form).toMatchObject({ title: "New quota", about: { text: expect.stringContaining("Replaces the amount") } });
    expect(await ada.answerTo("/easel-admin quota grant")).toMatchObject({
      text: expect.stringContaining("There are no quotas"),
      buttons: [],
    });
    const told = await filledIn(ada, "/easel-admin quota set", { amount: "100", span: "week" });
    expect(told).toContain("Before: none. Now: 100 pictures a week for this workspace.");
  });

  it("accept a group or a person in the form for a new one, but not both", async () => {
    await ada.answerTo("/easel-admin groups create designers");
    const group = await change("/easel-admin quota set", "New quota", {
      amount: "60",
      unit: "seconds",
      scope: "group:designers",
    });
    expect(group).toContain("60 s of clips a day for group designers");
    const person = await change("/easel-admin quota set", "New quota", { amount: "7", person: "max" });
    expect(person).toContain("7 pictures a day for Max (member)");
    const both = { amount: "7", scope: "channel", person: "max" };
    expect(await change("/easel-admin quota set", "New quota", both)).toBe(
      "person: Choose either a person here or something under “For whom”, not both.",
    );
    expect(await change("/easel-admin quota set", "New quota", { amount: "many" })).toMatch(/^amount: /);
  });

  it("change the amount of an existing quota", async () => {
    const shown = await ada.answerTo("/easel-admin quota set");
    const label = "For this workspace: pictures a week";
    expect(shown.buttons.map((button) => button.label)).toContain(label);
    const { form } = await ada.press(shown, label);
    expect(form?.fields).toMatchObject([{ name: "amount", label: "Pictures", value: "100" }]);
    expect(await change("/easel-admin quota set", label, { amount: "80" })).toContain("Now: 80 pictures a week");
    expect(await change("/easel-admin quota set", label, {})).toBe("Nothing was changed.");
    const grant = await change("/easel-admin quota grant", label, {
      amount: "5",
    });
    expect(grant).toContain("80 pictures a week for this workspace (plus 5 pictures for now)");
  });

  it("remove the one that is chosen, by admins only", async () => {
    const form = await opened(ada, "/easel-admin quota clear");
    expect(form.about?.text).toContain("Usage is kept.");
    const [field] = form.fields;
    if (field?.type !== "choice") throw new Error("no quotas are offered");
    const chosen = field.choices.find(({ label }) => label.includes("Max (member)"));
    const told = await filledIn(ada, "/easel-admin quota clear", { scope: chosen?.value ?? "" });
    expect(told).toBe("Removed: 7 pictures a day for Max (member).");
    expect((await easel.console.answerTo("/easel-admin quota set")).text).toContain("for admins");
  });

  it("say what is missing if only some options are given", async () => {
    const told = (await ada.answerTo("/easel-admin quota set --amount 5")).text;
    expect(told).toContain("`unit` is missing");
    expect(told).toContain("For example: `/easel-admin quota set --amount 100 --unit pictures --span week`");
  });
});

describe("a command", () => {
  it.each([
    ["offers no change once it is carried out", "/easel-admin quota set --amount 5 --unit images --span month", false],
    ["offers no change once it is carried out", "/preset save kites --size 2K", false],
    ["offers no change of an answered question", "/easel help", false],
    ["offers no change of an answered question", "@easel help", false],
    ["offers no change of an answered question", "@easel help video", false],
    ["offers a change if it is refused", "/easel help vidoe", true],
    ["offers a change if it is refused", "/easel-admin quota set --amount many --unit images", true],
    ["offers a change if it only shows something", "/easel-admin usage --by model", true],
  ])("%s: %s", async (_what, command, canChange) => {
    const { answers } = await ada.answerTo(command);
    expect(answers !== undefined).toBe(canChange);
  });
});
