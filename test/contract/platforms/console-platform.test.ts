import { randomUUID } from "node:crypto";
import { parseRichText, wordsOf } from "../../../src/web/state/rich-text.ts";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { createMessageStore } from "../../../src/platforms/console/store/message-store.ts";
import { pathOf } from "../../../src/platforms/console/api/message-link.ts";
import { EASEL_ID, isPersonId, type PersonId } from "../../../src/platforms/console/api/people.ts";
import { viewTexts } from "../../../src/core/chat/message.ts";
import { progressBar } from "../../../src/text/render/measures.ts";
import { buttonsOf } from "../../support/console/console-client.ts";
import { consolePerson, type ConsolePerson } from "../../support/console/console-person.ts";
import { startTestConsole } from "../../support/console/console.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { describePlatformContract } from "./chat-contract.ts";
import type { Delivery, SaidFile, SeenMessage } from "./harness.ts";

describePlatformContract("Console", async () => {
  const database = await createTestDatabase();
  const server = await startTestConsole({ databaseUrl: database.url, started: false });
  const people: Record<PersonId, ConsolePerson> = {
    admin: consolePerson(server.url, "admin"),
    member: consolePerson(server.url, "member"),
  };
  const person = (userId: string): ConsolePerson => {
    if (!isPersonId(userId)) throw new Error(`nobody is called ${userId}`);
    return people[userId];
  };
  const see = async (message: MessageView): Promise<SeenMessage> => ({
    text: [...(message.quote === undefined ? [] : [message.quote]), viewTexts(message)]
      .map((line) => wordsOf(parseRichText(line), message.mention?.name ?? ""))
      .join("\n"),
    buttons: buttonsOf(message).map(({ id, label }) => ({ id, label })),
    menus: (message.menus ?? []).map(({ label, choices }) => ({
      label,
      choices: choices.map((choice) => ({ id: choice.id, label: choice.label })),
      chosen: choices.find(({ isChosen }) => isChosen)?.id,
    })),
    small: [...(message.sections ?? []).map(({ facts }) => facts), message.footer]
      .filter((line) => line !== undefined)
      .map((line) => wordsOf(parseRichText(line), "")),
    links: (message.sections ?? []).flatMap(({ link }) => link ?? []),
    // The page draws the bar and the times.
    progress: (message.progress?.items ?? []).map(({ label, percent = 0, begunAt, expectedAt }) => ({
      words: `${label} ${progressBar(percent)}`,
      times: [begunAt, expectedAt].flatMap((at) => (at === undefined ? [] : at / 1_000)),
    })),
    questions: Object.fromEntries(
      buttonsOf(message).flatMap(({ id, confirm }) => (confirm ? [[id, confirm.question] as const] : [])),
    ),
    files: await Promise.all(
      message.files.map(async ({ name, description, url }) => {
        const response = await fetch(server.url + url);
        return { name, description, content: Buffer.from(await response.arrayBuffer()) };
      }),
    ),
  });
  const deliver = (once: () => Promise<{ status: number }>): Delivery => {
    const acknowledged = async (): Promise<boolean> => (await once()).status === 200;
    return { acknowledged: acknowledged(), again: acknowledged };
  };
  const conversation = { platform: "console", workspace: "main", channel: "general" } as const;

  return {
    platform: server.platform,
    conversation,
    channelName: "general",
    nowhere: { ...conversation, channel: "nowhere" },
    actor: { userId: "member", displayName: "Max (member)" },
    onlooker: { userId: "admin" },
    async see(ref, userId) {
      const found = (await person(userId).read(ref.conversation.channel)).find((message) => message.id === ref.id);
      return found && see(found);
    },
    countPosts: async () => (await people.admin.read()).filter((message) => message.author.isEasel).length,
    async privateTexts(userId) {
      const messages = await person(userId).read();
      return messages.filter((message) => message.private && message.author.isEasel).map((message) => message.text);
    },
    async privateFiles(userId) {
      const messages = (await person(userId).read()).filter((message) => message.private);
      return (await Promise.all(messages.map(see))).flatMap(({ files }) => files.map(({ content }) => content));
    },
    say(text: string, files: readonly SaidFile[] = []) {
      const id = randomUUID();
      const uploads = Promise.all(files.map((file) => people.member.upload(file.name, file.mimeType, file.content)));
      return deliver(async () => people.member.say(text, { id, uploads: await uploads }));
    },
    press(ref, button) {
      const id = randomUUID();
      return deliver(() => people.member.press(ref.id, button, { id }));
    },
    choose(ref, choice) {
      const id = randomUUID();
      return deliver(() => people.member.press(ref.id, choice, { id }));
    },
    linkTo: (ref) => `${server.url}${pathOf(ref.conversation.channel, ref.id)}`,
    async hiddenLink() {
      const id = randomUUID();
      const content = { files: [], buttons: [] };
      const draft = { id, channel: "general", author: EASEL_ID, text: "for Ada alone", content };
      await createMessageStore(server.db).insert({ ...draft, visibleTo: "admin" });
      return `${server.url}${pathOf("general", id)}`;
    },
    strangeLink: undefined,
    async openForm(ref, button) {
      const form = await people.member.open(ref.id, button);
      if (!form) throw new Error("no form was shown");
      const valueOf = (field: (typeof form.fields)[number]): string =>
        field.type === "files" || field.value === undefined ? "" : String(field.value);
      return {
        title: form.title,
        words: form.about?.text ?? "",
        fields: form.fields.map((field) => ({ label: field.label, value: valueOf(field) })),
        async submit(values) {
          const shown = Object.fromEntries(form.fields.map((field) => [field.name, valueOf(field)]));
          const problems = await people.member.submit(form.id, { ...shown, ...values });
          return problems.map(({ text }) => text).join("\n");
        },
      };
    },
    asksBeforePresses: true,
    async close() {
      await server.stop();
      await database.drop();
    },
  };
});
