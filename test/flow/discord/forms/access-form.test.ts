import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../../support/discord/discord-easel.ts";
import { modalOf } from "../../../support/fake-discord/interactions.ts";
import type { Acted, Person } from "../../../support/fake-discord/person.ts";
import type { FakeMessage, FakeUser } from "../../../support/fake-discord/world.ts";

let here: DiscordEasel;
let ada: Person;

beforeAll(async () => {
  here = await startDiscordEasel({ overrides: { sandboxSpeed: 0, sandboxMedia: "tiny" } });
  ada = here.discord.as(here.ada, here.channel);
});
afterAll(() => here.stop());

function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find(
      (message) => message?.visibleTo === interaction.user.id && message.content !== "",
    ),
  );
}

async function opening(): Promise<Acted> {
  const acted = ada.command("easel-admin channel access");
  expect((await acted.answered).type).toBe(9);
  return acted;
}

const fieldsOf = ({ interaction }: Acted): unknown[] =>
  modalOf(interaction).components.map(({ component }) => component);

function join(name: string): FakeUser {
  const user = here.discord.world.addUser(name);
  here.discord.world.addMember(here.guild, user);
  return user;
}

describe("the form for who may use Easel, on Discord", () => {
  it("has Discord's own menus of people and roles, with those that are set", async () => {
    const [zoe, makers] = [join("Zoe"), here.discord.world.addRole(here.guild, "makers", [here.max])];
    await answerTo(ada.command("easel-admin channel access", { only: `<@${zoe.id}> <@&${makers}>` }));
    const form = await opening();
    expect(fieldsOf(form)).toEqual([
      {
        type: 7,
        custom_id: "only_members",
        required: false,
        min_values: 0,
        max_values: 25,
        default_values: [
          { id: zoe.id, type: "user" },
          { id: makers, type: "role" },
        ],
      },
      { type: 7, custom_id: "block_members", required: false, min_values: 0, max_values: 25 },
      expect.objectContaining({ type: 3, custom_id: "guests" }),
    ]);
    const told = await answerTo(ada.submit(form, { only_members: [makers, here.ada.id].join(", ") }));
    expect(told.content).toContain("Only for: Zoe, @makers → @makers, Ada");
    const emptied = await answerTo(ada.submit(await opening(), { only_members: "" }));
    expect(emptied.content).toContain("Only for: @makers, Ada → no rule");
  });

  it("keeps groups and people who left in a separate menu until they are removed", async () => {
    const gone = join("Gone");
    await answerTo(ada.command("easel-admin groups create", { group: "painters" }));
    await answerTo(ada.command("easel-admin groups create", { group: "poets" }));
    await answerTo(ada.command("easel-admin channel access", { block: `<@${gone.id}>, painters` }));
    here.guild.members.delete(gone.id);
    const form = await opening();
    expect(fieldsOf(form)).toMatchObject([
      { custom_id: "only_members" },
      { type: 3, custom_id: "only_others", options: [{ label: "painters" }, { label: "poets" }] },
      { type: 7, custom_id: "block_members" },
      {
        type: 3,
        custom_id: "block_others",
        min_values: 0,
        max_values: 3,
        options: [
          { value: "Gone", default: true },
          { value: "painters", default: true },
          { value: "poets", label: "poets" },
        ],
      },
      { custom_id: "guests" },
    ]);
    const added = await answerTo(ada.submit(form, { block_members: here.max.id }));
    expect(added.content).toContain("Blocked: Gone, painters → Max, Gone, painters");
    const changed = await answerTo(ada.submit(await opening(), { block_others: "poets", only_others: "painters" }));
    expect(changed.content).toContain("Blocked: Max, Gone, painters → Max, poets");
    expect(changed.content).toContain("Only for: no rule → painters");
  });
});
