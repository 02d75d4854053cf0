import type { MessageView, Taken } from "../../../src/platforms/console/api/api.ts";
import { parseRichText, wordsOf } from "../../../src/web/state/rich-text.ts";
import { createConsoleClient } from "../console/console-client.ts";
import { startTestEasel } from "../easel.ts";
import { hurriedClock } from "../fault/hurried-clock.ts";
import { typed, type Player, type Pressed, type Room, type Seen, type Stage } from "./stage.ts";

const CHANNELS: Record<Room, string> = { studio: "general", office: "studio" };

/** The Console with an admin and a member. */
export async function consoleStage(): Promise<Stage> {
  const easel = await startTestEasel({}, { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock });
  const messages = new WeakMap<Seen, MessageView>();
  const ada = join("admin", "Ada (admin)");
  const max = join("member", "Max (member)");

  return {
    easel,
    ...CHANNELS,
    admin: ada.player,
    member: max.player,
    posts: (room) =>
      ada.client
        .messages(CHANNELS[room])
        .filter((message) => message.author.isEasel && !message.private)
        .map(seen),
    until: (what, look) => ada.client.see(what, look),
    received: () =>
      JSON.stringify([ada, max].map(({ client }) => Object.values(CHANNELS).map((id) => client.messages(id)))),
    async stop() {
      await ada.client.close();
      await max.client.close();
      await easel.stop();
    },
  };

  function seen(message: MessageView): Seen {
    const one = {
      id: message.id,
      text: [
        ...(message.quote === undefined ? [] : [message.quote]),
        message.text,
        ...(message.progress?.items ?? []).map(({ label }) => label),
      ]
        .map((line) => wordsOf(parseRichText(line), "@"))
        .join("\n"),
      footer: wordsOf(parseRichText(message.footer ?? ""), "@"),
      buttons: message.buttons.map(({ label }) => label),
      shows: message.files.map(({ description }) => description),
    };
    messages.set(one, message);
    return one;
  }

  function join(id: "admin" | "member", name: string) {
    const client = createConsoleClient(easel.url, id);
    const toldSoFar = (): MessageView[] =>
      Object.values(CHANNELS).flatMap((channel) => client.messages(channel).filter((message) => message.private));
    const listen = () => {
      const before = new Set(toldSoFar().map((message) => message.id));
      return () => client.see("an answer", () => toldSoFar().find((message) => !before.has(message.id)));
    };
    const press = ({ message, button }: Pressed): Promise<Taken> => {
      const view = messages.get(message);
      if (!view) throw new Error(`the message is not visible: ${message.text}`);
      return client.press(view, button);
    };
    const player: Player = {
      name,
      mention: `@${id}`,
      async does(command, given = {}, room = "studio") {
        await client.say(`/${command} ${typed(given)}`, { channel: CHANNELS[room] });
      },
      async presses(message, button) {
        await press({ message, button });
      },
      seesNow(message) {
        const all = Object.values(CHANNELS).flatMap((channel) => client.messages(channel));
        const known = all.find(({ id: one }) => one === message.id);
        if (!known) throw new Error(`the message is not visible: ${message.text}`);
        return seen(known);
      },
      async told(act) {
        const next = listen();
        await act();
        return seen(await next());
      },
      async enters(opener, values) {
        const { form } = typeof opener === "string" ? await client.bare(`/${opener}`) : await press(opener);
        const next = listen();
        const { problems = [] } = await client.fillIn(form, { values });
        return problems.length > 0 ? problems.map(({ text }) => text).join("\n") : seen(await next()).text;
      },
    };
    return { client, player };
  }
}
