import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../../../src/text/en/index.ts";
import { startDiscordEasel, type DiscordEasel } from "../../../support/discord/discord-easel.ts";
import { modalOf } from "../../../support/fake-discord/interactions.ts";
import type { Acted, Person } from "../../../support/fake-discord/person.ts";
import type { FakeMessage } from "../../../support/fake-discord/world.ts";

let here: DiscordEasel;
let ada: Person;

beforeAll(async () => {
  here = await startDiscordEasel({ overrides: { sandboxSpeed: 0, sandboxMedia: "tiny" } });
  ada = here.discord.as(here.ada, here.channel);
});
afterAll(() => here.stop());

/** The private answer. */
function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find(
      (message) =>
        message?.visibleTo === interaction.user.id && message.content !== "" && message !== interaction.source,
    ),
  );
}

/** Acts in a way that opens a form. */
async function opening(acted: Acted): Promise<Acted> {
  expect((await acted.answered).type).toBe(9);
  return acted;
}

const opened = (message: FakeMessage, label: string): Promise<Acted> => opening(ada.press(message, label));

/** Submits an open form, which is refused; presses the button, and resolves with the answer and the form that it opens. */
async function refused(form: Acted, values: Readonly<Record<string, string>>) {
  const told = await answerTo(ada.submit(form, values));
  expect(told.content).toContain(en.problem.nothingChanged);
  return { told, again: await opened(told, en.setting.reopen) };
}

const valuesOf = ({ interaction }: Acted) =>
  modalOf(interaction).components.map(({ component }) => "value" in component && component.value);

describe("a form that is refused, on Discord", () => {
  it("opens again with everything that was typed into it, and can then be submitted", async () => {
    const form = await opening(ada.command("easel-admin workspace limits"));
    const { told, again } = await refused(form, { max_seconds: "10", max_count: "four" });
    expect(told.content).toContain("**Most pictures at once**: “four” can't be used here. Allowed: a whole number");
    expect(told.content).not.toContain("max_count");
    expect(valuesOf(again)).toEqual(["10", "four", undefined, undefined].map((value) => value ?? false));
    const saved = await answerTo(ada.submit(again, { max_seconds: "10", max_count: "4" }));
    expect(saved.content).toContain("Longest clip, in billed seconds: no rule → 10 s");
  });

  it("keeps what was typed into the form that sets Easel up", async () => {
    const form = await opened(await answerTo(ada.command("easel-admin setup")), "Set up Easel");
    const [first] = modalOf(form.interaction).components;
    expect(first?.description).toBe("Saves all of this for the workspace. · Used when a request names no model");
    const { told, again } = await refused(form, { per_day: "abc", only: "nobody at all" });
    expect(told.content).toContain("**Per day: pictures, seconds of clips**: “abc” is not two whole numbers");
    expect(told.content).toContain("**Who may use Easel**: Easel doesn't know “nobody at all”.");
    expect(valuesOf(again)).toEqual(expect.arrayContaining(["abc", "nobody at all"]));
  });

  it("names no option of the command if the time zone is unknown", async () => {
    const form = await opening(ada.command("easel-admin workspace settings"));
    const { told, again } = await refused(form, { time_zone: "Europe/Berlinn" });
    expect(told.content).toContain("**Time zone**: There is no time zone “Europe/Berlinn”. Did you mean");
    expect(told.content).not.toContain("--time_zone");
    expect(valuesOf(again)[0]).toBe("Europe/Berlinn");
  });

  it("never keeps a key", async () => {
    const form = await opening(ada.command("easel-admin keys add"));
    const { again } = await refused(form, { name: "studio", secret: "qwertz-uiop-1", at_once: "many" });
    expect(valuesOf(again)).toEqual(expect.arrayContaining(["studio", "many"]));
    expect(JSON.stringify(modalOf(again.interaction))).not.toContain("qwertz");
  });
});
