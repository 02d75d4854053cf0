import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { filledIn, opened } from "../../support/console/settings.ts";

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

const change = (command: string, values: Readonly<Record<string, string>>): Promise<string> =>
  filledIn(ada, command, values);

describe("limits without options", () => {
  it("open one form with all of them, their current values, and what saving does", async () => {
    await ada.answerTo("/easel-admin channel limits --max_seconds 9 --approve_count 2");
    const form = await opened(ada, "/easel-admin channel limits");
    expect(form).toMatchObject({ title: "Rules: this channel", submit: "Save" });
    expect(form.about?.text).toContain("Longer clips, more pictures and more waiting jobs than allowed are refused");
    expect(form.about?.text).toContain("are made only after the member or an admin agrees");
    expect(form.about?.text).toContain("Changes apply to new requests.");
    expect(form.fields.map(({ name }) => name)).toEqual([
      "max_seconds",
      "max_count",
      "at_once",
      "waiting",
      "confirm_seconds",
      "approve_seconds",
      "approve_count",
    ]);
    expect(form.fields).toMatchObject([
      { value: "9" },
      {},
      { label: "Jobs per member at once" },
      {},
      {},
      {},
      { value: "2" },
    ]);
    await ada.answerTo("/easel-admin channel limits --clear all");
  });

  it("are changed by the form: changed fields are set, emptied ones are removed, the others stay", async () => {
    await ada.answerTo("/easel-admin channel limits --max_seconds 9 --max_count 3 --approve_count 2");
    const told = await change("/easel-admin channel limits", { max_seconds: "12", max_count: " " });
    expect(told).toContain("Longest clip, in billed seconds: 9 s → 12 s");
    expect(told).toContain("Most pictures at once: 3 → no rule");
    expect(told).not.toContain("Jobs per member");
    expect((await ada.answerTo("/easel-admin channel show")).text).toContain("more pictures at once than: 2");
  });

  it("keep the form open and show problems at their fields", async () => {
    const told = await change("/easel-admin channel limits", { max_count: "11" });
    expect(told).toMatch(/^max_count: “11” can't be used here/);
    expect(await change("/easel-admin channel limits", { at_once: "many" })).toMatch(/^at_once: /);
    expect(await change("/easel-admin channel limits", {})).toBe("Nothing was changed.");
  });

  it("are shown and changed by admins only", async () => {
    const form = await opened(ada, "/easel-admin channel limits");
    expect((await easel.console.answerTo("/easel-admin channel limits")).text).toContain("for admins");
    const before = easel.console.messages().length;
    await easel.console.fillIn(form, { values: { max_seconds: "1" } });
    const refused = await easel.console.see("the refusal", (all) => (all.length > before ? all.at(-1) : undefined));
    expect(refused.text).toContain("for admins");
    expect((await ada.answerTo("/easel-admin channel show")).text).toContain("Longest clip, in billed seconds: 12 s");
  });
});

describe("limits of a group without options", () => {
  it("open the form of the only group, or of the one whose button is pressed", async () => {
    expect((await ada.answerTo("/easel-admin group limits")).text).toContain("There are no groups yet");
    await ada.answerTo("/easel-admin groups create designers");
    await ada.answerTo("/easel-admin group limits designers --max_count 2");
    for (const command of ["/easel-admin group limits", "/easel-admin group limits designers"]) {
      const form = await opened(ada, command);
      expect(form.title).toBe("Rules: group designers");
      expect(form.fields[1]).toMatchObject({ name: "max_count", value: "2" });
    }
    await ada.answerTo("/easel-admin groups create others");
    const all = await ada.answerTo("/easel-admin group limits");
    expect(all.text).toContain("• **designers** · Most pictures at once: 2");
    const { form } = await ada.press(all, "Change designers");
    expect(form?.fields[1]).toMatchObject({ name: "max_count", value: "2" });
    const told = await change("/easel-admin group limits designers", { max_count: "" });
    expect(told).toContain("Most pictures at once: 2 → no rule");
  });
});

describe("rules without options", () => {
  it("on models show them in a form; an empty field allows all", async () => {
    await ada.answerTo("/easel-admin channel models image-2, *-720p");
    const form = await opened(ada, "/easel-admin channel models");
    expect(form.fields).toMatchObject([{ name: "allow", value: "image-2, *-720p", long: true }]);
    expect(await change("/easel-admin channel models", { allow: "2 foo" })).toContain("allow: `2` matches no");
    expect(await change("/easel-admin channel models", { allow: "" })).toContain("→ no rule");
  });

  it("on defaults offer the existing models, and no rule", async () => {
    const form = await opened(ada, "/easel-admin workspace defaults");
    expect(form.fields).toMatchObject([
      { type: "choice", name: "image_model", value: "none" },
      { name: "video_model" },
    ]);
    const told = await change("/easel-admin workspace defaults", { image_model: "provider-a/image-2" });
    expect(told).toContain("Default model for pictures: no rule → `provider-a/image-2`");
    expect(told).not.toContain("clips");
    const back = await change("/easel-admin workspace defaults", { image_model: "none" });
    expect(back).toContain("`provider-a/image-2` → no rule");
  });

  it("on defaults don't mention previews, which the Console always shows, and refuse to set them", async () => {
    const form = await opened(ada, "/easel-admin channel defaults");
    expect(form.fields.map(({ name }) => name)).toEqual(["image_model", "video_model"]);
    expect(await ada.answerTo("/easel-admin channel defaults --previews yes")).toMatchObject({
      text: expect.stringContaining("The progress message always shows the pictures here"),
    });
  });

  it("on access show names that can be submitted unchanged", async () => {
    await ada.answerTo("/easel-admin groups create painters");
    await ada.answerTo('/easel-admin channel access --only "painters, max" --words "dragon, red fox" --guests no');
    const form = await opened(ada, "/easel-admin channel access");
    expect(form.fields).toMatchObject([
      { name: "only", value: "painters, Max (member)" },
      { name: "block" },
      { name: "guests", value: "no" },
      { name: "words", value: "dragon, red fox" },
      { name: "own_keys", value: "none" },
    ]);
    const told = await change("/easel-admin channel access", {
      only: "painters, Max (member), admin",
      words: "",
      guests: "none",
    });
    expect(told).toContain("Only for: painters, Max (member) → painters, Max (member), Ada (admin)");
    expect(told).toContain("Blocked words: dragon, red fox → no rule");
    expect(told).toContain("Guests: no → no rule");
    expect(await change("/easel-admin channel access", { only: "" })).toContain("→ no rule");
  });

  it("on plain messages, and settings of the workspace, are changed in forms", async () => {
    expect(await change("/easel-admin channel talk", { mode: "make" })).toContain(
      "no rule → Easel makes it immediately",
    );
    expect(await change("/easel-admin channel talk", { mode: "none" })).toContain(
      "Easel makes it immediately → no rule",
    );
    const told = await change("/easel-admin workspace settings", {
      time_zone: "Europe/Berlin",
      admin_channel: "here",
    });
    expect(told).toContain("UTC → Europe/Berlin");
    expect(told).toContain("where the request was made, without notes → here");
    expect(await change("/easel-admin workspace settings", { admin_channel: "nowhere we know" })).toBe(
      "admin_channel: Easel can't find a channel “nowhere we know” here. Mention it, or write its name as it is shown.",
    );
    expect(await change("/easel-admin workspace settings", { admin_channel: "" })).toContain(
      "here → where the request was made, without notes",
    );
  });

  it("show a renamed channel by its name, and keep it", async () => {
    const ask = async (path: string, method: string, body: object): Promise<void> => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(easel.url + path, {
        method,
        headers,
        body: JSON.stringify({ as: "admin", locale: "en", ...body }),
      });
      expect(response.ok).toBe(true);
    };
    await ask("/api/channels", "POST", { id: "workshop" });
    await change("/easel-admin workspace settings", { admin_channel: "workshop" });
    await ask("/api/channels/workshop", "PATCH", { name: "atelier" });
    const form = await opened(ada, "/easel-admin workspace settings");
    expect(form.fields).toContainEqual(expect.objectContaining({ name: "admin_channel", value: "atelier" }));
    const told = await change("/easel-admin workspace settings", { admin_channel: "atelier", time_zone: "UTC" });
    expect(told).not.toContain("→ #");
    expect((await opened(ada, "/easel-admin workspace settings")).fields).toContainEqual(
      expect.objectContaining({ name: "admin_channel", value: "atelier" }),
    );
    await change("/easel-admin workspace settings", { admin_channel: "" });
  });

  it("of the whole workspace say which model is used without a default", async () => {
    await ada.answerTo("/easel-admin workspace defaults --image_model image-2.5-flare");
    const { form } = await ada.press(await ada.answerTo("/easel-admin setup"), "Set up Easel");
    const unset = { value: "none", label: "Not set (provider-a/image-2 is used)" };
    expect(form?.fields[0]).toMatchObject({ choices: expect.arrayContaining([unset]) });
    await ada.answerTo("/easel-admin workspace defaults --image_model none");
  });

  it("of a group are shown and reset by its name", async () => {
    await ada.answerTo("/easel-admin group limits painters --max_count 3");
    const all = await ada.answerTo("/easel-admin group show");
    expect(all.text).toContain("• **painters** · Most pictures at once: 3");
    expect(await change("/easel-admin group reset", { group: "painters" })).toContain("3 → no rule");
  });
});
