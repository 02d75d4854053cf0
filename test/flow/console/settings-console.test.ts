import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { changed, pressed } from "../../support/console/settings.ts";

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

describe("limits without options", () => {
  it("show what is set, how to write it, and forms for it", async () => {
    const shown = await ada.answerTo("/easel-admin channel limits");
    expect(shown.text).toContain("**Rules for this channel**");
    expect(shown.text).toContain("• Most pictures at once: no rule");
    expect(shown.text).toContain("`--max_seconds` Longest clip, in billed seconds");
    expect(shown.text).toContain("For example: `/easel-admin channel limits --max_seconds 10 --max_count 4`");
    expect(shown.text).not.toContain("Nothing was changed");
    expect(shown.buttons.map(({ label }) => label)).toEqual(["Change limits", "Change confirmations and approvals"]);
    expect(shown.private).toBe(true);
  });

  it("are changed by the form: what is changed is set, what is emptied is removed, the rest stays", async () => {
    await ada.answerTo("/easel-admin channel limits --max_seconds 9 --max_count 3 --approve_count 2");
    const { form } = await ada.press(await ada.answerTo("/easel-admin channel limits"), "Change limits");
    expect(form).toMatchObject({
      title: "Rules for this channel",
      fields: [
        { name: "max_seconds", value: "9" },
        { name: "max_count", value: "3" },
        { name: "at_once", label: "Jobs per member at once" },
        { name: "waiting" },
      ],
    });
    const told = await change("/easel-admin channel limits", "Change limits", { max_seconds: "12", max_count: " " });
    expect(told).toContain("Longest clip, in billed seconds: 9 s → 12 s");
    expect(told).toContain("Most pictures at once: 3 → no rule");
    expect(told).not.toContain("Jobs per member");
    expect((await ada.answerTo("/easel-admin channel show")).text).toContain("more pictures at once than: 2");
  });

  it("keep the form open and show problems at their fields", async () => {
    const told = await change("/easel-admin channel limits", "Change limits", { max_count: "11" });
    expect(told).toMatch(/^max_count: `max_count` can't be “11”/);
    expect(await change("/easel-admin channel limits", "Change limits", { at_once: "many" })).toMatch(/^at_once: /);
    expect(await change("/easel-admin channel limits", "Change limits", {})).toBe("Nothing was changed.");
  });

  it("are shown and changed by admins only", async () => {
    const shown = await ada.answerTo("/easel-admin channel limits");
    const { form } = await ada.press(shown, "Change limits");
    expect((await easel.console.answerTo("/easel-admin channel limits")).text).toContain("for admins");
    const before = easel.console.messages().length;
    await easel.console.fillIn(form, { values: { max_seconds: "1" } });
    const refused = await easel.console.see("the refusal", (all) => (all.length > before ? all.at(-1) : undefined));
    expect(refused.text).toContain("for admins");
    expect((await ada.answerTo("/easel-admin channel limits")).text).toContain("Longest clip, in billed seconds: 12 s");
  });
});

describe("limits of a group without options", () => {
  it("show every group, and each of them at the press of its button", async () => {
    expect((await ada.answerTo("/easel-admin group limits")).text).toContain("There are no groups yet");
    await ada.answerTo("/easel-admin groups create designers");
    await ada.answerTo("/easel-admin group limits designers --max_count 2");
    const all = await ada.answerTo("/easel-admin group limits");
    expect(all.text).toContain("• **designers** · Most pictures at once: 2");
    const one = await pressed(ada, all, "Change designers");
    expect(one.text).toContain("**Rules for group designers**");
    const { form } = await ada.press(one, "Change limits");
    expect(form?.fields[1]).toMatchObject({ name: "max_count", value: "2" });
    const told = await change("/easel-admin group limits designers", "Change limits", { max_count: "" });
    expect(told).toContain("Most pictures at once: 2 → no rule");
  });
});

describe("rules without options", () => {
  it("on models show them in a form; an empty field allows all", async () => {
    await ada.answerTo("/easel-admin channel models image-2, *-720p");
    const shown = await ada.answerTo("/easel-admin channel models");
    expect(shown.text).toContain("Models: `image-2`, `*-720p`");
    const { form } = await ada.press(shown, "Change");
    expect(form?.fields).toMatchObject([{ name: "allow", value: "image-2, *-720p", long: true }]);
    expect(await change("/easel-admin channel models", "Change", { allow: "2 foo" })).toContain(
      "allow: `2` matches no",
    );
    expect(await change("/easel-admin channel models", "Change", { allow: "" })).toContain("→ no rule");
  });

  it("on defaults offer the existing models, and no rule", async () => {
    const { form } = await ada.press(await ada.answerTo("/easel-admin workspace defaults"), "Change");
    expect(form?.fields).toMatchObject([
      { type: "choice", name: "image_model", value: "none" },
      { name: "video_model" },
    ]);
    const told = await change("/easel-admin workspace defaults", "Change", { image_model: "provider-a/image-2" });
    expect(told).toContain("Default model for pictures: no rule → `provider-a/image-2`");
    expect(told).not.toContain("clips");
    const back = await change("/easel-admin workspace defaults", "Change", { image_model: "none" });
    expect(back).toContain("`provider-a/image-2` → no rule");
  });

  it("on access show names that can be submitted unchanged", async () => {
    await ada.answerTo("/easel-admin groups create painters");
    await ada.answerTo('/easel-admin channel access --only "painters, max" --words "dragon, red fox" --guests no');
    const { form } = await ada.press(await ada.answerTo("/easel-admin channel access"), "Change");
    expect(form?.fields).toMatchObject([
      { name: "only", value: "painters, Max (member)" },
      { name: "block" },
      { name: "words", value: "dragon, red fox" },
      { name: "guests", value: "no" },
      { name: "own_keys", value: "none" },
    ]);
    const told = await change("/easel-admin channel access", "Change", {
      only: "painters, Max (member), admin",
      words: "",
      guests: "none",
    });
    expect(told).toContain("Only for: painters, Max (member) → painters, Max (member), Ada (admin)");
    expect(told).toContain("Blocked words: dragon, red fox → no rule");
    expect(told).toContain("Guests: no → no rule");
    expect(await change("/easel-admin channel access", "Change", { only: "" })).toContain("→ no rule");
  });

  it("on words without a command, and of the workspace, are chosen", async () => {
    expect(await change("/easel-admin channel talk", "Change", { mode: "make" })).toContain("no rule → made at once");
    expect(await change("/easel-admin channel talk", "Change", { mode: "none" })).toContain("made at once → no rule");
    const told = await change("/easel-admin workspace settings", "Change", {
      time_zone: "Europe/Berlin",
      admin_channel: "here",
    });
    expect(told).toContain("UTC → Europe/Berlin");
    expect(told).toContain("nowhere → here");
    expect(await change("/easel-admin workspace settings", "Change", { admin_channel: "" })).toContain(
      "here → nowhere",
    );
  });

  it("of a group are shown and reset by its name", async () => {
    await ada.answerTo("/easel-admin group limits painters --max_count 3");
    const all = await ada.answerTo("/easel-admin group show");
    expect(all.text).toContain("• **painters** · Most pictures at once: 3");
    expect(await change("/easel-admin group reset", "Reset a group", { group: "painters" })).toContain("3 → no rule");
  });
});
