import { startDiscordEasel } from "../discord/discord-easel.ts";
import { postsIn, type FakeDiscord } from "../fake-discord/fake-discord.ts";
import { buttonsOf, menusOf, type Acted } from "../fake-discord/person.ts";
import { readText } from "../fake-discord/reading.ts";
import { isLoading } from "../fake-discord/render.ts";
import type { FakeChannel, FakeMessage, FakeUser } from "../fake-discord/world.ts";
import { hurriedClock } from "../fault/hurried-clock.ts";
import type { Player, Pressed, Room, Seen, Side, Stage } from "./stage.ts";

/** A Discord server with an admin and two members. */
export async function discordStage(): Promise<Stage> {
  const { discord, easel, channel, guild, ada, max, stop } = await startDiscordEasel({
    overrides: { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock },
  });
  const li = discord.world.addUser("Li", { locale: "zh-CN" });
  discord.world.addMember(guild, li);
  const { as, ...side } = onDiscord(discord, { studio: channel, office: discord.world.addChannel(guild, "office") });
  const people = { admin: as(ada), member: as(max), li: as(li) };
  return { ...side, easel, studio: channel.name, studioId: channel.id, office: "office", ...people, stop };
}

/** Discord as its people see it in these channels. */
export function onDiscord(
  discord: FakeDiscord,
  rooms: Readonly<Record<Room, FakeChannel>>,
): Side & { as(user: FakeUser): Player } {
  const messages = new WeakMap<Seen, FakeMessage>();
  const seen = (message: FakeMessage): Seen => {
    const one = {
      id: message.id,
      text: readText(message, discord.world),
      footer: readText({ content: /^-# .*$/m.exec(message.content)?.[0] ?? "" }, discord.world),
      buttons: buttonsOf(message).map(({ label }) => label),
      menus: menusOf(message),
      shows: message.attachments.flatMap(({ description = [] }) => description),
    };
    messages.set(one, message);
    return one;
  };

  return {
    posts: (room) => postsIn(rooms[room]).map(seen),
    until: (what, look) => discord.until(what, look),
    received: () => JSON.stringify([discord.ledger, discord.interactions.all().map(({ callback }) => callback)]),
    as(user) {
      const told = (): FakeMessage[] =>
        Object.values(rooms).flatMap((channel) =>
          [...channel.messages.values()].filter((message) => message.visibleTo === user.id && !isLoading(message)),
        );
      const listen = () => {
        const before = new Set(told().map(({ id }) => id));
        return () => discord.until("an answer", () => told().find(({ id }) => !before.has(id)));
      };
      const press = ({ message, button }: Pressed): Acted => {
        const pressed = messages.get(message);
        if (!pressed) throw new Error(`the message is not visible: ${message.text}`);
        return discord.as(user, pressed.channel).press(pressed, button);
      };
      return {
        name: user.globalName,
        mention: user.id,
        async does(command, given, room = "studio") {
          await discord.as(user, rooms[room]).command(command, given).answered;
        },
        async presses(message, button) {
          await press({ message, button }).answered;
        },
        async chooses(message, choice) {
          const shown = messages.get(message);
          if (!shown) throw new Error(`the message is not visible: ${message.text}`);
          await discord.as(user, shown.channel).choose(shown, choice).answered;
        },
        seesNow(message) {
          const known = messages.get(message);
          if (!known) throw new Error(`the message is not visible: ${message.text}`);
          return seen(known);
        },
        async told(act) {
          const next = listen();
          await act();
          return seen(await next());
        },
        isAskedBy(opener, fields) {
          return this.told(async () => void (await this.enters(opener, fields)));
        },
        async enters(opener, fields) {
          const person = discord.as(user, rooms.studio);
          const asked = typeof opener === "string" ? person.command(opener) : press(opener);
          await asked.answered;
          const next = listen();
          person.submit(asked, fields);
          return seen(await next()).text;
        },
      };
    },
  };
}
