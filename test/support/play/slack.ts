import { LOCALES } from "../../../src/lib/locale.ts";
import { slackTextsFor } from "../../../src/text/render/slack.ts";
import { list, textOf } from "../fake-slack/blocks.ts";
import { buttonsOf, menusOf } from "../fake-slack/reading.ts";
import type { FakeSlack } from "../fake-slack/fake-slack.ts";
import type { Member } from "../fake-slack/member.ts";
import type { FakeChannel, FakeEphemeral, FakeMessage } from "../fake-slack/world.ts";
import { hurriedClock } from "../fault/hurried-clock.ts";
import { filesOf, startSlackEasel, watching } from "../slack/slack-easel.ts";
import { typed, type Player, type Room, type Seen, type Side, type Stage } from "./stage.ts";

/** A Slack workspace with an admin and two members. */
export async function slackStage(): Promise<Stage> {
  const { slack, easel, channel, ada, max, stop } = await startSlackEasel(
    "http",
    {},
    { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock },
  );
  const { as, ...side } = onSlack(slack, { studio: channel, office: slack.addChannel({ name: "office" }) });
  const li = slack.join({ name: "li", displayName: "Li", locale: "zh-CN" });
  const people = { admin: as(ada), member: as(max), li: as(li) };
  return { ...side, easel, studio: channel.name, studioId: channel.id, office: "office", ...people, stop };
}

/** Private messages in Slack have an id, but can't be found by it. */
const UNSEEN_TS = "1.000001";

/** Slack as its people see it in these channels. */
export function onSlack(
  slack: FakeSlack,
  rooms: Readonly<Record<Room, FakeChannel>>,
): Side & { as(member: Member): Player } {
  const places = new WeakMap<Seen, Pick<FakeMessage, "channel" | "ts" | "blocks">>();
  /** The buttons of answers that replaced a form. */
  const forms = new WeakMap<Seen, ReturnType<typeof buttonsOf>>();
  const originals = new WeakMap<Seen, FakeMessage | FakeEphemeral>();
  const seen = (message: FakeMessage | FakeEphemeral): Seen => {
    const ts = "ts" in message ? message.ts : UNSEEN_TS;
    const one = {
      id: ts,
      text: slack.read(message),
      footer: message.blocks
        .filter(({ type }) => type === "context")
        .flatMap(({ elements }) => list(elements).map(({ text }) => textOf(text)))
        .join(" "),
      buttons: slack.buttons(message).map(({ label }) => label),
      menus: Object.fromEntries(
        menusOf(message.blocks).map(({ label, choices }) => [label, choices.map((choice) => choice.label)]),
      ),
      shows: "ts" in message ? filesOf(slack, message).map(({ altText }) => altText) : [],
    };
    places.set(one, { channel: message.channel, ts, blocks: message.blocks });
    originals.set(one, message);
    return one;
  };
  const until = watching(slack);

  return {
    posts: (room) => slack.said(rooms[room].id).map(seen),
    until,
    received: () => {
      const { messages, ephemerals, views, homes } = slack.world;
      return JSON.stringify([slack.ledger, messages, ephemerals, [...views.values()], [...homes.values()]]);
    },
    as(member) {
      // The text that Slack shows until a slow answer arrives is not an answer.
      const interim = new Set(LOCALES.map((locale) => slackTextsFor(locale).working));
      const told = (): FakeEphemeral[] =>
        slack.world.ephemerals.filter((one) => one.userId === member.user.id && !interim.has(slack.read(one)));
      return {
        name: member.user.displayName,
        mention: `<@${member.user.id}|${member.user.name}>`,
        async does(command, given = {}, room = "studio") {
          const [first, ...words] = command.split(" ");
          await member.slash(rooms[room].id, `/${first}`, [...words, typed(given)].join(" ").trim()).outcome;
        },
        async presses(message, label) {
          const inForm = forms.get(message)?.find((one) => one.label === label);
          if (inForm) return void (await member.pressInView(inForm.id).outcome);
          const place = places.get(message);
          const button = place && slack.buttons(place).find((one) => one.label === label);
          if (!place || !button) throw new Error(`there is no ${label} on: ${message.text}`);
          await member.press(place, button.id).outcome;
        },
        async chooses(message, label) {
          const place = places.get(message);
          const menus = place ? menusOf(place.blocks) : [];
          const choice = menus.flatMap(({ choices }) => choices).find((one) => one.label === label);
          if (!place || !choice) throw new Error(`there is no ${label} to choose on: ${message.text}`);
          await member.choose(place, choice.id).outcome;
        },
        seesNow(message) {
          const known = originals.get(message);
          if (!known) throw new Error(`the message is not visible: ${message.text}`);
          return seen(known);
        },
        async told(act) {
          const before = told().length;
          await act();
          return seen(await until("an answer", () => told()[before]));
        },
        // Slack shows the answer instead of the form.
        async isAskedBy(opener, fields) {
          const text = await this.enters(opener, fields);
          const blocks = member.view()?.view.blocks ?? [];
          const buttons = buttonsOf(blocks);
          const one = { id: "", text, footer: "", buttons: buttons.map(({ label }) => label), menus: {}, shows: [] };
          forms.set(one, buttons);
          return one;
        },
        async enters(opener, fields) {
          const known = member.view();
          if (typeof opener === "string") await this.does(opener);
          else await this.presses(opener.message, opener.button);
          const form = await until("a form", () => (member.view() === known ? undefined : member.view()));
          await member.submit(fields).outcome;
          const waiting = new Set(LOCALES.map((locale) => slackTextsFor(locale).stillWorking));
          return until("the form's outcome", () => {
            const wrong = Object.values(form.errors).join("\n");
            const answer = slack.read({ blocks: form.view.blocks, text: "" });
            const isForm = form.view.blocks.some(({ type }) => type === "input");
            return wrong || (isForm || waiting.has(answer) ? undefined : answer);
          });
        },
      };
    },
  };
}
