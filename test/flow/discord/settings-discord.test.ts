import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { modalOf } from "../../support/fake-discord/interactions.ts";
import { advanceGateway, createsAt } from "../../support/gateway/sandbox-calls.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf, type Acted, type Person } from "../../support/fake-discord/person.ts";
import { sentText } from "../../support/fake-discord/reading.ts";
import type { FakeMessage, FakeUser } from "../../support/fake-discord/world.ts";

const SEND_MESSAGES = 1n << 11n;

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
        message?.visibleTo === interaction.user.id && sentText(message) !== "" && message !== interaction.source,
    ),
  );
}

/** Acts in a way that opens a form. */
async function opening(acted: Acted): Promise<Acted> {
  expect((await acted.answered).type).toBe(9);
  return acted;
}

const opened = (message: FakeMessage, label: string): Promise<Acted> => opening(ada.press(message, label));

describe("a command for a setting without options, on Discord", () => {
  it("opens a form with the settings that Discord has room for, and says where the others are", async () => {
    await answerTo(ada.command("easel-admin channel limits", { max_seconds: 9, max_count: 3 }));
    const modal = modalOf((await opening(ada.command("easel-admin channel limits"))).interaction);
    expect(modal.title).toBe("Rules: this channel");
    expect(modal.texts[0]).toContain("If several limits apply, the strictest counts. Changes apply to new requests.");
    expect(modal.texts[0]).toContain("The other rules of this command are in /easel-admin overview.");
    expect(modal.components.map(({ component }) => component)).toMatchObject([
      { custom_id: "max_seconds", value: "9" },
      { custom_id: "max_count", value: "3" },
      { custom_id: "at_once", required: false },
      { custom_id: "waiting", required: false },
    ]);
  });

  it("stores what the form changes, and removes what it empties", async () => {
    const form = await opening(ada.command("easel-admin channel limits"));
    const told = await answerTo(ada.submit(form, { max_seconds: "12", max_count: "" }));
    expect(told.content).toContain("Longest clip, in billed seconds: 9 s → 12 s");
    expect(told.content).toContain("Most pictures at once: 3 → no rule");
    expect((await answerTo(ada.command("easel-admin channel show"))).content).toContain("12 s");
  });

  it("lets people choose a group although Discord makes required options mandatory", async () => {
    for (const group of ["designers", "others"]) await answerTo(ada.command("easel-admin groups create", { group }));
    const all = await answerTo(ada.command("easel-admin group limits"));
    const form = await opened(all, "Change designers");
    expect(modalOf(form.interaction).title).toBe("Rules: group designers");
    const told = await answerTo(ada.submit(form, { max_count: "2" }));
    expect(told.content).toContain("Changed for group designers:");
  });

  it("refuses a form from a person who is no longer an admin", async () => {
    const form = await opening(ada.command("easel-admin channel limits"));
    const member = here.guild.members.get(here.ada.id);
    if (!member) throw new Error("Ada is not there");
    const { permissions } = member;
    member.permissions = 0n;
    const refused = await answerTo(ada.submit(form, { max_seconds: "1" }));
    expect(refused.content).toContain("for admins");
    member.permissions = permissions;
  });
});

describe("a form that asks for a channel, on Discord", () => {
  it("has Discord's own list of channels, with the one that is set", async () => {
    const office = here.discord.world.addChannel(here.guild, "office");
    const unset = await opened(await answerTo(ada.command("easel-admin setup")), "Set up Easel");
    expect(modalOf(unset.interaction).components[3]?.component).not.toHaveProperty("default_values");
    office.overwrites = [{ id: here.guild.id, allow: 0n, deny: SEND_MESSAGES }];
    const refused = await answerTo(ada.command("easel-admin workspace settings", { admin_channel: office.id }));
    expect(refused.content).toContain("#office can't be the admin channel yet: Easel lacks the permission");
    office.overwrites = [];
    const form = await opening(ada.command("easel-admin workspace settings"));
    const fields = modalOf(form.interaction).components.map(({ component }) => component);
    expect(fields[1]).toMatchObject({ type: 8, custom_id: "admin_channel", required: false });
    const set = await answerTo(ada.submit(form, { admin_channel: office.id }));
    expect(set.content).toContain(`where the request was made, without notes → <#${office.id}>`);
    const again = await opened(await answerTo(ada.command("easel-admin setup")), "Set up Easel");
    expect(modalOf(again.interaction).components[3]?.component).toMatchObject({
      default_values: [{ id: office.id, type: "channel" }],
    });
    await answerTo(ada.command("easel-admin workspace settings", { admin_channel: "off" }));
  });
});

describe("a form that asks for a person or a role, on Discord", () => {
  it("has Discord's own lists of them", async () => {
    const makers = here.discord.world.addRole(here.guild, "Makers", [here.max]);
    const asking = (): Promise<Acted> => opening(ada.command("easel-admin groups add", { group: "designers" }));
    const form = await asking();
    expect(modalOf(form.interaction).components.map(({ component }) => component)).toMatchObject([
      { type: 3, custom_id: "group", options: [{ value: "designers", default: true }, { value: "others" }] },
      { type: 5, custom_id: "person", required: false },
      { type: 6, custom_id: "role", required: false },
    ]);
    const max = await answerTo(ada.submit(form, { person: here.max.id }));
    expect(max.content).toContain("Max is now in “designers”");
    const again = await asking();
    expect((await answerTo(ada.submit(again, { role: makers }))).content).toContain("@Makers is now in “designers”");
  });

  it("blocks the chosen person", async () => {
    const form = await opening(ada.command("easel-admin people block"));
    const told = await answerTo(ada.submit(form, { person: here.max.id }));
    expect(told.content).toContain("Max is now blocked");
    await answerTo(ada.command("easel-admin people unblock", { person: here.max.id }));
  });
});

describe("pictures in the progress message", () => {
  it("appear before the others are made if the channel's rules say so, and again in the result", async () => {
    const studio = here.discord.world.addChannel(here.guild, "studio");
    const admin = here.discord.as(here.ada, studio);
    // One picture is made at a time.
    await answerTo(admin.command("easel-admin channel limits", { at_once: 1 }));
    const form = await opening(admin.command("easel-admin channel defaults"));
    const told = await answerTo(admin.submit(form, { previews: "yes" }));
    expect(told.content).toContain("Previews in the progress message: no rule → yes");
    const prompt = "a fox, twice [slow:600]";
    const asked = here.discord.as(here.max, studio).command("imagine", { prompt, count: 2 });
    await asked.answered;
    // Waits for the create: the notice would say that the picture is being made one edit earlier.
    await expect.poll(() => createsAt(here.easel.sandboxUrl), { timeout: 20_000 }).toHaveLength(1);
    await advanceGateway(here.easel.sandboxUrl, 700);
    const notice = await here.discord.until("its first picture", () =>
      asked.interaction.original?.attachments.length ? asked.interaction.original : undefined,
    );
    expect(notice.attachments).toMatchObject([{ description: prompt }]);
    expect(notice.pings).toEqual([]);
    here.discord.as(here.max, studio).press(notice, "Cancel");
    const result = await here.discord.until("the result", () =>
      postsIn(studio).find(({ id, attachments }) => id !== notice.id && attachments.length > 0),
    );
    expect(result.pings).toEqual([here.max.id]);
    await here.settled(studio);
    expect(postsIn(studio)).toEqual([result]);
  });
});

describe("an answer that is sent as a direct message", () => {
  it("has no button, which would act on another channel there", async () => {
    // With messages, Discord reports only a member's roles and the server's owner, not the member's permissions.
    const { world } = here.discord;
    const owner = { ...here.ada, id: here.guild.ownerId };
    world.users.set(owner.id, owner);
    world.addMember(here.guild, owner);
    here.discord.as(owner, here.channel).write(`<@${world.bot.id}> /easel-admin channel limits`);
    const answer = await here.discord.until("the answer", () =>
      [...world.channels.values()]
        .filter((channel) => channel.guild === undefined)
        .flatMap((channel) => [...channel.messages.values()])
        .find(({ content }) => content.includes("Rules: this channel")),
    );
    expect(answer.content).toContain("Use the command with its options:");
    expect(buttonsOf(answer)).toEqual([]);
  });
});

describe("lists of people who choose their own names", () => {
  let asked = 0;
  /** Asks for a picture. Returns whether it is refused because the person is blocked; otherwise it is made. */
  const isRefused = async (user: FakeUser): Promise<boolean> => {
    const prompt = `a fox of ${user.id}, ${++asked}`;
    const { interaction } = here.discord.as(user, here.channel).command("imagine", { prompt });
    return here.discord.until("the outcome", () => {
      const told = [interaction.original, ...interaction.followUps];
      if (told.some((message) => message?.visibleTo === user.id && message.content.includes("been blocked")))
        return true;
      const isMade = postsIn(here.channel).some(({ attachments }) =>
        attachments.some(({ description }) => description === prompt),
      );
      return isMade ? false : undefined;
    });
  };
  const join = (name: string): FakeUser => {
    const user = here.discord.world.addUser(name);
    here.discord.world.addMember(here.guild, user);
    return user;
  };
  const meet = async (user: FakeUser): Promise<void> =>
    void (await answerTo(here.discord.as(user, here.channel).command("usage")));
  /** Opens the form, and adds a person to the blocked people. */
  const alsoBlock = async ({ id }: FakeUser): Promise<FakeMessage> => {
    const form = await opening(ada.command("easel-admin organisation access"));
    const blocked = modalOf(form.interaction)
      .components.map(({ component }) => component)
      .find(({ custom_id }) => custom_id === "block_members");
    if (blocked?.type !== 7) throw new Error("there is no menu of members");
    const ids = [...(blocked.default_values ?? []).map((chosen) => chosen.id), id];
    return answerTo(ada.submit(form, { block_members: ids.join(", ") }));
  };

  it("keep everyone when another person is added, whatever the names contain", async () => {
    const [al, bo, eve, mallory] = ["Al", "Bo", "Eve", "Al, Bo"].map(join);
    if (!al || !bo || !eve || !mallory) throw new Error("nobody joined");
    await meet(mallory);
    await answerTo(ada.command("easel-admin organisation access", { block: `<@${mallory.id}>` }));
    const told = await alsoBlock(eve);
    expect(told.content).toContain("“Al, Bo” → “Al, Bo”, Eve");
    for (const blocked of [mallory, eve]) expect(await isRefused(blocked)).toBe(true);
    for (const free of [al, bo]) expect(await isRefused(free)).toBe(false);
    await answerTo(ada.command("easel-admin organisation access", { block: "none" }));
  });

  it("keep both of two people with one name, and one who is called “none”", async () => {
    const twins = ["Kim", "Kim", "none"].map(join);
    for (const one of twins) await meet(one);
    const block = twins.map(({ id }) => `<@${id}>`).join(" ");
    await answerTo(ada.command("easel-admin organisation access", { block }));
    await alsoBlock(join("Eve"));
    for (const one of twins) expect(await isRefused(one)).toBe(true);
    await answerTo(ada.command("easel-admin organisation access", { block: "none" }));
  });

  it("never mean a person whose name looks like a group, a role or a mention", async () => {
    const { world } = here.discord;
    const lead = join("Lead");
    const [painter, makers, fake] = ["painters", "Makers too", `<@${lead.id}>`].map(join);
    if (!painter || !makers || !fake) throw new Error("nobody joined");
    for (const one of [painter, makers, fake]) await meet(one);
    await answerTo(ada.command("easel-admin groups create", { group: "painters" }));
    world.addRole(here.guild, "Makers too", [here.max]);
    const block = [painter, makers].map(({ id }) => `<@${id}>`).join(" ");
    await answerTo(ada.command("easel-admin organisation access", { block }));
    for (const name of ["painters", "Makers too"]) {
      const told = await answerTo(ada.command("easel-admin organisation access", { block: name }));
      expect(told.content).toContain(`“${name}” is in this list, but another group or role has the same name.`);
    }
    await answerTo(ada.command("easel-admin organisation access", { block: `<@${fake.id}>` }));
    const told = await answerTo(ada.command("easel-admin organisation access", { block: `<@${lead.id}>` }));
    expect(told.content).toContain("→ Lead");
    expect(await isRefused(fake)).toBe(false);
    await answerTo(ada.command("easel-admin organisation access", { block: "none" }));
  });

  it("lose only the member who was picked for removal from a group", async () => {
    const picked = join("Picked");
    const friend = join(picked.id);
    await answerTo(ada.command("easel-admin groups create", { group: "pickers" }));
    for (const { id } of [friend, picked]) {
      await answerTo(ada.command("easel-admin groups add", { group: "pickers", person: id }));
    }
    const told = await answerTo(ada.command("easel-admin groups remove", { group: "pickers", person: picked.id }));
    expect(told.content).toContain("Picked is no longer in “pickers”.");
  });
});
