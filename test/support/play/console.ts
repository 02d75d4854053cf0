import { expect } from "vitest";
import type { Locale } from "../../../src/lib/locale.ts";
import type { MessageView, Taken } from "../../../src/platforms/console/api/api.ts";
import { parseRichText, wordsOf } from "../../../src/web/state/rich-text.ts";
import { viewTexts } from "../../../src/core/chat/message.ts";
import { buttonsOf, createConsoleClient } from "../console/console-client.ts";
import { startTestEasel } from "../easel.ts";
import { hurriedClock } from "../fault/hurried-clock.ts";
import { typed, type Player, type Pressed, type Room, type Seen, type Stage } from "./stage.ts";

const LOOK_MS = 20;
/** How long a person waits before giving up; only a failing test reaches it. */
const PATIENCE_MS = 45_000;

const CHANNELS: Record<Room, string> = { studio: "general", office: "studio" };

/** The Console with an admin and a member, who also has a page in Chinese. */
export async function consoleStage(): Promise<Stage> {
  const easel = await startTestEasel({}, { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock });
  const messages = new WeakMap<Seen, MessageView>();
  const ada = join("admin", "Ada (admin)");
  const max = join("member", "Max (member)");
  // The Console has one member; their language is the page's.
  const li = join("member", "Max (member)", "zh-CN");

  return {
    easel,
    ...CHANNELS,
    studioId: CHANNELS.studio,
    admin: ada.player,
    member: max.player,
    li: li.player,
    posts: (room) =>
      ada.client
        .messages(CHANNELS[room])
        .filter((message) => message.author.isEasel && !message.private)
        .map(seen),
    // Each person's client sees private messages that the others don't.
    async until(what, look) {
      await expect.poll(look, { interval: LOOK_MS, timeout: PATIENCE_MS, message: what }).toBeDefined();
      const found = look();
      if (found === undefined) throw new Error(`${what} was seen, and is gone`);
      return found;
    },
    received: () =>
      JSON.stringify([ada, max].map(({ client }) => Object.values(CHANNELS).map((id) => client.messages(id)))),
    async stop() {
      await ada.client.close();
      await max.client.close();
      await li.client.close();
      await easel.stop();
    },
  };

  function seen(message: MessageView): Seen {
    const one = {
      id: message.id,
      text: [
        ...(message.quote === undefined ? [] : [message.quote]),
        viewTexts(message),
        ...(message.progress?.items ?? []).map(({ label }) => label),
      ]
        .map((line) => wordsOf(parseRichText(line), "@"))
        .join("\n"),
      footer: wordsOf(parseRichText(message.footer ?? ""), "@"),
      buttons: buttonsOf(message).map(({ label }) => label),
      menus: Object.fromEntries(
        (message.menus ?? []).map(({ label, choices }) => [label, choices.map((choice) => choice.label)]),
      ),
      shows: message.files.map(({ description }) => description),
    };
    messages.set(one, message);
    return one;
  }

  function join(id: "admin" | "member", name: string, locale: Locale = "en") {
    const client = createConsoleClient(easel.url, id, locale);
    const toldSoFar = (): MessageView[] =>
      Object.values(CHANNELS).flatMap((channel) =>
        client.messages(channel).filter((message) => message.private && message.author.isEasel),
      );
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
      async chooses(message, choice) {
        const view = messages.get(message);
        if (!view) throw new Error(`the message is not visible: ${message.text}`);
        await client.press(view, choice);
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
      isAskedBy: (opener, fields) => player.told(async () => void (await player.enters(opener, fields))),
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
