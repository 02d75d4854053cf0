import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { opened } from "../../support/console/settings.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { en } from "../../../src/text/en/index.ts";

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

const admin = async (text: string): Promise<string> => (await ada.answerTo(text)).text;
const member = async (text: string): Promise<string> => (await easel.console.answerTo(text)).text;

/** Asks until `holds` accepts the answer. */
async function until(text: string, holds: (answer: string) => boolean): Promise<string> {
  for (;;) {
    const answer = await member(text);
    if (holds(answer)) return answer;
  }
}

describe("rules of a channel", () => {
  it("are set by admins only, and apply to members' requests", async () => {
    expect(await member("/easel-admin channel models pro-*")).toContain("for admins");
    const changed = await admin("/easel-admin channel models pro-*, *-480p");
    expect(changed).toContain("Models: no rule → `pro-*`, `*-480p`");
    const refused = await until("/imagine a fox --model image-2", (answer) => answer.includes("isn't allowed"));
    expect(refused).toContain(
      "`provider-a/image-2` isn't allowed for this channel. Allowed: `provider-b/pro-image-3`.",
    );
    await easel.console.say("/imagine a fox in a box");
    await easel.console.see("the picture", (messages) =>
      messages.find(({ text, files }) => files.length > 0 && text.includes("here is your picture")),
    );
  });

  it("refuse globs that match nothing, and warn admins of services without any model left", async () => {
    const refused = await admin("/easel-admin channel models --allow image-2,provider-a/imag-2");
    expect(refused).toContain("`provider-a/imag-2` matches no known model; similar names: `provider-a/image-2`.");
    expect(refused).toMatch(/Known models: `provider-a\/image-2`, .*`gamma3.0-video-720p`/);
    expect(refused).toContain("Nothing was changed.");
    expect(await admin("/easel-admin channel show")).toContain("Models: `pro-*`, `*-480p`");
    const told = await admin("/easel-admin channel models image-2");
    expect(told).toContain("No model for clips is left");
    expect(await admin("/easel-admin channel models all")).toContain("→ no rule");
  });

  it("set defaults that exist, and numbers within reason", async () => {
    expect(await admin("/easel-admin channel defaults --image_model flash-image-3")).toContain(
      "Did you mean `provider-b/flash-image-3.1`?",
    );
    expect(await admin("/easel-admin channel defaults --image_model flash-image-3.1")).toContain(
      "Default model for pictures: no rule → `provider-b/flash-image-3.1`",
    );
    expect(await admin("/easel-admin channel limits --max_count 11 --max_seconds -1")).toContain("`max_count`");
    const set = await admin("/easel-admin channel limits --max_count 2 --max_seconds 6 --confirm_seconds 4");
    expect(set).toContain("Most pictures at once: no rule → 2");
    expect(set).toContain("Longest clip, in billed seconds: no rule → 6 s");
    expect(await admin("/easel-admin channel limits --clear confirm_seconds")).toContain("4 s → no rule");
    expect(await admin("/easel-admin channel limits --clear confirm")).toContain(
      "`clear` can't be “confirm”. Allowed: all, max_seconds",
    );
    expect(await admin("/easel-admin group create painters")).toContain("Did you mean `/easel-admin groups create`?");
    expect(await admin("/easel-admin channel show")).toContain("Most pictures at once: 2");
    await until("/imagine a fox --count 3", (answer) => answer.includes("at most 2 at once"));
  });

  it("are explained to members, with the rule's scope", async () => {
    await admin("/easel-admin workspace limits --max_seconds 5");
    const told = await until("/easel limits", (answer) => answer.includes("5 s"));
    expect(told).toContain("Pictures: all; default `provider-b/flash-image-3.1`");
    expect(told).toContain("Longest clip, in billed seconds: 5 s (this workspace)");
    expect(told).toContain("Most pictures at once: 2 (this channel)");
    expect(told).toContain("Keys for pictures: those of the organisation");
  });

  it("can all be removed with one command", async () => {
    expect(await admin("/easel-admin channel reset")).toContain("Most pictures at once: 2 → no rule");
    expect(await admin("/easel-admin channel reset")).toContain("Nothing was changed for this channel");
    expect(await admin("/easel-admin workspace reset")).toContain("5 s → no rule");
    expect(await admin("/easel-admin channel show")).toContain("No rules are set for this channel itself");
  });
});

describe("who may use it", () => {
  it("is set by names of roles and people, but not by unknown names", async () => {
    expect(await admin("/easel-admin channel access --only nobody-like-that")).toContain(
      "Easel doesn't know “nobody-like-that”",
    );
    await admin('/easel-admin channel access --only admin --words "dragon, red fox"');
    await until("/imagine a cat", (answer) => answer.includes("Only some people may use Easel in this channel"));
    await admin("/easel-admin channel access --only all");
    const told = await until("/imagine a RED FOX", (answer) => answer.includes("`prompt` contains"));
    expect(told).toContain("“red fox”");
    await admin("/easel-admin channel reset");
  });

  it("refuses a blocked word that is too long, as written or as normalised", async () => {
    const before = await admin("/easel-admin channel show");
    for (const [word, length] of [
      ["a".repeat(101), 101],
      ["ﷺ".repeat(10), 180],
    ] as const) {
      const refused = await admin(`/easel-admin channel access --words "fine,${word}"`);
      expect(refused).toContain(`has ${length} characters after special characters are expanded`);
      expect(refused).toContain("At most 100");
    }
    expect(await admin("/easel-admin channel show")).toBe(before);
  });

  it("excludes a person who is blocked everywhere, until they are unblocked", async () => {
    expect(await admin("/easel-admin people block nobody-like-that")).toContain("“nobody-like-that”");
    const blocked = await admin("/easel-admin people block max");
    expect(blocked).toContain("is now blocked");
    expect(await admin("/easel-admin people block max")).toContain("already blocked");
    expect(await admin("/easel-admin people list")).toMatch(/Blocked in the whole organisation: Max/);
    await until("/imagine a cat", (answer) => answer.includes("You have been blocked from using Easel"));
    expect(await admin("/easel-admin people unblock max")).toContain("no longer blocked");
    expect(await admin("/easel-admin people unblock max")).toContain("is not blocked");
    expect(await admin("/easel-admin people list")).toBe("Nobody is blocked.");
  });
});

describe("rules of a group", () => {
  it("need an existing group", async () => {
    expect(await admin("/easel-admin group show")).toContain("There are no groups yet");
    expect(await admin("/easel-admin group limits designers --max_count 1")).toContain("There is no group “designers”");
  });
});

describe("a pause", () => {
  it("is offered for each place if none is named", async () => {
    expect(await admin("/easel-admin pause")).toContain(en.overview.pauses.effect);
    expect(await admin("/easel-admin resume channel")).toContain("Easel is not paused for this channel");
  });

  it("refuses new requests, names who paused it, and can be ended", async () => {
    expect(await admin("/easel-admin pause workspace")).toContain("Paused for this workspace: nothing new is made");
    expect(await admin("/easel-admin pause workspace")).toContain("Easel is already paused for this workspace");
    await until("/imagine a cat", (answer) => answer.includes("Easel is paused for this workspace"));
    expect(await admin("/easel-admin resume channel")).toContain("It is paused for: this workspace");
    expect(await admin("/easel-admin resume workspace")).toContain("Resumed for this workspace");
    expect(await admin("/easel-admin pause --key nothing")).toContain("There is no key “nothing”");
    await until("/easel limits", (answer) => !answer.includes("Paused"));
  });
});

describe("settings of a workspace", () => {
  it("are checked, changed and shown", async () => {
    expect(await admin("/easel-admin workspace settings --time_zone Europe/Berln")).toContain(
      "Did you mean `Europe/Berlin`?",
    );
    expect(await admin("/easel-admin workspace settings --time_zone tokyo")).toContain("Did you mean `Asia/Tokyo`?");
    expect(await admin("/easel-admin workspace settings --time_zone europe/berlin --admin_channel here")).toContain(
      "UTC → Europe/Berlin",
    );
    expect((await opened(ada, "/easel-admin workspace settings")).fields).toMatchObject([
      { name: "time_zone", value: "Europe/Berlin" },
      { name: "admin_channel", value: "general" },
    ]);
    expect(await admin("/easel-admin workspace settings --admin_channel off")).toContain(
      "here → where the request was made, without notes",
    );
  });
});
