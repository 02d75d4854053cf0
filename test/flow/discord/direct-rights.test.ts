import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor, SuggestionQuery } from "../../../src/core/chat/event.ts";
import { createHomes } from "../../../src/platforms/discord/people/home-server.ts";
import { createDiscordRest } from "../../../src/platforms/discord/connect/web-api.ts";
import { FORM } from "../../support/discord/discord-form.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { DiscordFailure } from "../../support/fake-discord/failure.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import type { Person } from "../../support/fake-discord/person.ts";

const MINUTE_MS = 60_000;

let here: DiscordWorld;
let direct: Person;
let painter: string;

beforeEach(async () => {
  here = await openDiscordWorld();
  const { world } = here.server;
  painter = world.addRole(here.guild, "Painter", [here.max]);
  memberMax().nick = "Maximilian";
  direct = here.server.as(here.max, world.dmWith(here.max));
});
afterEach(() => here.close());

function memberMax() {
  const member = here.guild.members.get(here.max.id);
  if (!member) throw new Error("Max is not there");
  return member;
}

/** The actor of a command that is sent in the direct message now. */
async function actorNow(): Promise<Actor | undefined> {
  await direct.command("easel help").answered;
  return here.events.at(-1)?.actor;
}

describe("a person in a direct message", () => {
  it("has the name and the roles of their home server in every kind of event", async () => {
    const asMember = { displayName: "Maximilian", roles: [here.guild.id, painter], isAdmin: false };
    expect(await actorNow()).toMatchObject(asMember);

    const next = here.next();
    direct.write("a fox");
    expect(await next).toMatchObject({ kind: "text", isDirect: true, actor: asMember });

    const asked = Promise.withResolvers<SuggestionQuery>();
    here.suggestWith(async (query) => {
      asked.resolve(query);
      return [];
    });
    direct.typing("imagine", "model", "o");
    expect(await asked.promise).toMatchObject({ isDirect: true, actor: asMember });

    const buttons = [{ id: "again", label: "Again", style: "secondary" as const }];
    await here.platform.post(
      { platform: "discord", workspace: here.guild.id, channel: direct.channel.id },
      { text: "a result", buttons },
      "a-result",
    );
    const result = postsIn(direct.channel).find(({ content }) => content === "a result");
    if (!result) throw new Error("nothing was posted");
    here.handleWith((_event, responder) => responder.openForm(FORM));
    const pressed = direct.press(result, "Again");
    await pressed.answered;
    expect(here.events.at(-1)).toMatchObject({ kind: "button", isDirect: true, actor: asMember });

    here.handleWith((_event, responder) => responder.acknowledge());
    await direct.submit(pressed, { prompt: "a fox" }).answered;
    expect(here.events.at(-1)).toMatchObject({ kind: "form", isDirect: true, actor: asMember });
  });

  it("is an admin who manages the home server by a role", async () => {
    here.server.world.addRole(here.guild, "Keepers", [here.max], ["ManageGuild"]);
    expect(await actorNow()).toMatchObject({ isAdmin: true });
  });

  it("is an admin with the role of an administrator", async () => {
    here.server.world.addRole(here.guild, "Bosses", [here.max], ["Administrator"]);
    expect(await actorNow()).toMatchObject({ isAdmin: true });
  });

  it("is an admin as the home server's owner", async () => {
    here.guild.ownerId = here.max.id;
    expect(await actorNow()).toMatchObject({ isAdmin: true });
  });

  it("has the roles of five minutes ago at most", async () => {
    const { rest } = createDiscordRest(here.server.token, { api: here.server.apiUrl });
    const store = { homesFor: async () => [here.guild.id], chooseHome: async () => {} };
    const clock = createManualClock();
    const { homeOf } = createHomes(rest, store, { clock, log: pino({ level: "silent" }) });
    const roles = async () => (await homeOf(here.max.id))?.roles;
    expect(await roles()).toEqual([here.guild.id, painter]);
    memberMax().roles = [];
    clock.advance(4 * MINUTE_MS);
    expect(await roles()).toEqual([here.guild.id, painter]);
    clock.advance(MINUTE_MS);
    expect(await roles()).toEqual([here.guild.id]);
  });

  it("has unknown rights while Discord does not describe the home server", async () => {
    here.guild.ownerId = here.max.id;
    const failure = new DiscordFailure(503, 0, "Service Unavailable");
    here.server.interrupt({ method: "GET", route: "/guilds/:id", times: 2, failure });
    expect(await actorNow()).toMatchObject({ isAdmin: false, rightsUnknown: true, roles: [here.guild.id, painter] });
    const later = await actorNow();
    expect(later).toMatchObject({ isAdmin: true });
    expect(later).not.toHaveProperty("rightsUnknown");
  });

  it("is refused with the reason while Discord can't confirm their membership", async () => {
    const failure = new DiscordFailure(503, 0, "Service Unavailable");
    here.server.interrupt({ method: "GET", route: "/guilds/:id/members/:id", times: 4, failure });
    const asked = direct.command("imagine", { prompt: "a fox" });
    await asked.answered;
    expect(asked.interaction.original?.content).toContain("Nothing was sent or spent");
    const written = direct.write("a fox");
    await here.server.until("an answer", () => postsIn(direct.channel).find(({ replyTo }) => replyTo === written.id));
    expect(here.events).toEqual([]);
  });

  it("is answered in time while Discord takes long to confirm their membership", async () => {
    const held = Promise.withResolvers<void>();
    here.server.interrupt({ method: "GET", route: "/guilds/:id/members/:id", hold: held.promise });
    const asked = direct.command("imagine", { prompt: "a fox" });
    expect(await asked.answered).toEqual({ type: 5, data: { flags: 0 } });
    const next = here.next();
    held.resolve();
    expect(await next).toMatchObject({ isDirect: true, conversation: { workspace: here.guild.id } });
  });
});
