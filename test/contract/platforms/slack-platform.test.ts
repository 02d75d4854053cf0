import { systemClock } from "../../../src/lib/clock.ts";
import { record, textOf } from "../../support/fake-slack/blocks.ts";
import { menusOf, questionsOf, readBlock, richLines } from "../../support/fake-slack/reading.ts";
import type { Act } from "../../support/fake-slack/member.ts";
import { startFakeSlack } from "../../support/fake-slack/fake-slack.ts";
import { picturesOf } from "../../support/fake-slack/pictures.ts";
import { impatientClock } from "../../support/fault/hurried-clock.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { filesOf } from "../../support/slack/slack-easel.ts";
import { startTestSlack } from "../../support/slack/slack-platform.ts";
import { describePlatformContract } from "./chat-contract.ts";
import type { Delivery } from "./harness.ts";

const PICTURE = { name: "fox.png", mimeType: "image/png", content: Buffer.from("a fox") };

for (const mode of ["socket", "http"] as const) {
  describePlatformContract(`Slack by ${mode}`, async () => {
    const database = await createTestDatabase();
    const slack = await startFakeSlack();
    const channel = slack.addChannel({ name: "studio" });
    const max = slack.join({ name: "max", displayName: "Max" });
    const ada = slack.join({ name: "ada", displayName: "Ada", isAdmin: true });
    // Sockets use the same clock. A hurried one would replace them before anything arrives.
    const clock = mode === "http" ? impatientClock : systemClock;
    const adapter = await startTestSlack(slack, database.url, { mode, clock });
    const conversation = { platform: "slack", workspace: slack.world.team.id, channel: channel.id } as const;
    const deliver = ({ outcome, again }: Act): Delivery => ({
      acknowledged: outcome.then(({ acknowledged }) => acknowledged),
      again: async () => (await again()).acknowledged,
    });

    return {
      platform: adapter.platform,
      conversation,
      channelName: "studio",
      nowhere: { ...conversation, channel: "C0NOWHERE" },
      actor: { userId: max.user.id, displayName: "Max" },
      onlooker: { userId: ada.user.id },
      see(ref) {
        const message = slack.messages(ref.conversation.channel).find((one) => one.ts === ref.id);
        if (!message) return Promise.resolve(undefined);
        const files = filesOf(slack, message).map(({ name, altText, content, shares }) => {
          if (!shares.some((share) => share.channel === channel.id)) throw new Error(`${name} was never shared`);
          return { name, description: altText, content };
        });
        const menus = menusOf(message.blocks).map(({ label, choices, chosen }) => ({ label, choices, chosen }));
        return Promise.resolve({
          text: slack.read(message),
          buttons: slack.buttons(message),
          menus,
          files,
          small: message.blocks.filter(({ type }) => type === "context").map((block) => readBlock(block, (id) => id)),
          links: richLines(message.blocks)
            .flat()
            .filter(({ type }) => type === "link")
            .map(({ text, url }) => ({ label: textOf(text), url: textOf(url) })),
          progress: richLines(message.blocks)
            .slice(1)
            .map((line) => ({
              words: line.map(({ text }) => textOf(text)).join(""),
              times: line.filter(({ type }) => type === "date").map(({ timestamp }) => Number(timestamp)),
            })),
          questions: questionsOf(message.blocks),
        });
      },
      countPosts: () => Promise.resolve(slack.said(channel.id).length),
      privateTexts: (userId) => Promise.resolve(slack.privately(userId)),
      privateFiles(userId) {
        const direct = slack.directWith(userId === max.user.id ? max : ada).id;
        const files = [...slack.world.files.values()];
        const mine = slack.world.ephemerals.filter((message) => message.userId === userId);
        const pictures = new Set(mine.flatMap(({ blocks }) => picturesOf(blocks)));
        const own = files.filter(
          ({ id, shares }) =>
            pictures.has(id) || (shares.length > 0 && shares.every((share) => share.channel === direct)),
        );
        return Promise.resolve(own.map(({ content }) => content));
      },
      say: (text, files = []) => deliver(max.mention(channel.id, text, { files })),
      press: (ref, button) => deliver(max.press({ channel: channel.id, ts: ref.id }, button)),
      choose: (ref, choice) => deliver(max.choose({ channel: channel.id, ts: ref.id }, choice)),
      linkTo: (ref) => slack.linkTo({ channel: ref.conversation.channel, ts: ref.id }),
      hiddenLink() {
        const secret = slack.addChannel({
          name: "secret",
          kind: "group",
          members: [ada.user.id, slack.world.bot.userId],
        });
        const { message } = ada.say(secret.id, "only for us", { files: [PICTURE] });
        return Promise.resolve(slack.linkTo(message));
      },
      strangeLink: "https://others.slack.com/archives/C0123456789/p1700000000123456",
      async openForm(ref, button) {
        await max.press({ channel: ref.conversation.channel, ts: ref.id }, button).outcome;
        const view = max.view()?.view;
        if (!view) throw new Error("no form is open");
        const inputs = view.blocks.filter(({ type }) => type === "input");
        return {
          title: view.title?.text ?? "",
          words: view.blocks.map((block) => textOf(record(block["text"])["text"])).join("\n"),
          fields: inputs.map(({ label, element }) => ({
            label: textOf(record(label)["text"]),
            value: textOf(record(element)["initial_value"] ?? record(record(element)["initial_option"])["value"]),
          })),
          async submit(values) {
            const { answer } = await max.submit(values).outcome;
            return Object.values(record(record(answer)["errors"]))
              .map(textOf)
              .join("\n");
          },
        };
      },
      asksBeforePresses: true,
      async close() {
        await adapter.end();
        await slack.close();
        await database.drop();
      },
    };
  });
}
