import { postsIn, startFakeDiscord } from "../../support/fake-discord/fake-discord.ts";
import { pressablesIn } from "../../support/fake-discord/components.ts";
import { modalOf } from "../../support/fake-discord/interactions.ts";
import { buttonsOf } from "../../support/fake-discord/person.ts";
import { linkOf, PERMISSIONS } from "../../support/fake-discord/world.ts";
import { readText, sentText } from "../../support/fake-discord/reading.ts";
import { openDiscordPlatform } from "../../support/discord/discord-platform.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { describePlatformContract } from "./chat-contract.ts";
import type { Delivery } from "./harness.ts";

const PICTURE = { name: "fox.png", contentType: "image/png", content: Buffer.from("a fox") };

describePlatformContract("Discord", async () => {
  const server = await startFakeDiscord();
  const { world } = server;
  const guild = world.addGuild("Studio");
  const [max, ada] = [world.addUser("Max"), world.addUser("Ada")];
  world.addMember(guild, max);
  world.addMember(guild, ada);
  const channel = world.addChannel(guild, "general");
  const database = await createTestDatabase();
  const opened = await openDiscordPlatform(server, guild, database.url);
  const person = server.as(max, channel);
  const conversation = { platform: "discord", workspace: guild.id, channel: channel.id } as const;

  /** Typing means that a message was accepted; a private answer that it was not. Without a connection, it does not arrive. */
  const deliver = (send: () => void): Delivery => {
    const once = async (): Promise<boolean> => {
      if (server.gateway.connected() === 0) return false;
      const since = server.ledger.length;
      const dm = world.dmWith(max);
      send();
      return server.until("an acknowledgement", () => {
        const calls = server.ledger.slice(since).filter((entry) => entry.status < 300);
        if (calls.some((entry) => entry.path === `/channels/${channel.id}/typing`)) return true;
        return calls.some((entry) => entry.path === `/channels/${dm.id}/messages`) ? false : undefined;
      });
    };
    return { acknowledged: once(), again: once };
  };

  return {
    platform: opened.discord.platform,
    conversation,
    channelName: "general",
    nowhere: { ...conversation, channel: world.newId() },
    actor: { userId: max.id, displayName: "Max" },
    onlooker: { userId: ada.id },
    async see(ref, userId) {
      const found = channel.messages.get(ref.id);
      if (!found || (found.visibleTo !== undefined && found.visibleTo !== userId)) return undefined;
      const lines = sentText(found).split("\n");
      return {
        text: readText(found, world),
        files: found.attachments.map(({ filename, description = "", content }) => ({
          name: filename,
          description,
          content,
        })),
        buttons: buttonsOf(found).map(({ label, customId }) => ({ id: customId, label })),
        menus: pressablesIn(found.components).flatMap(({ label, options }) =>
          options
            ? [
                {
                  label,
                  choices: options.map((option) => ({ id: option.value, label: option.label })),
                  chosen: options.find(({ isDefault }) => isDefault)?.value,
                },
              ]
            : [],
        ),
        small: lines.filter((line) => line.startsWith("-# ")).map((line) => readText({ content: line }, world)),
        links: lines.flatMap((line) =>
          [...line.matchAll(/(?<!\\)\[([^\]]+)\]\((https?:[^)]+)\)/g)].map(([, label = "", url = ""]) => ({
            label,
            url,
          })),
        ),
        progress: lines
          .filter((line) => /^\p{Extended_Pictographic}/u.test(line))
          .map((line) => ({
            words: readText({ content: line }, world),
            times: [...line.matchAll(/<t:(\d+):R>/g)].map(([, at]) => Number(at)),
          })),
        questions: {},
      };
    },
    countPosts: () => Promise.resolve(postsIn(channel).length),
    async privateTexts(userId) {
      const user = world.users.get(userId);
      return user ? postsIn(world.dmWith(user)).map((message) => readText(message, world)) : [];
    },
    async privateFiles(userId) {
      const user = world.users.get(userId);
      const shown = [...channel.messages.values()].filter((message) => message.visibleTo === userId);
      const messages = user ? [...postsIn(world.dmWith(user)), ...shown] : [];
      return messages.flatMap(({ attachments }) => attachments.map(({ content }) => content));
    },
    say(text, files = []) {
      let said: ReturnType<typeof person.write> | undefined;
      const local = files.map(({ name, mimeType, content }) => ({ name, contentType: mimeType, content }));
      return deliver(() => {
        if (said) person.writeAgain(said);
        else said = person.write(`<@${world.bot.id}> ${text}`, { files: local });
      });
    },
    press(ref, button) {
      const message = channel.messages.get(ref.id);
      const label = message && buttonsOf(message).find(({ customId }) => customId === button)?.label;
      if (!message || label === undefined) throw new Error(`there is no button ${button}`);
      const pressed = person.press(message, label);
      const acknowledged = pressed.answered.then(({ type }) => type === 6);
      return { acknowledged, again: () => acknowledged };
    },
    choose(ref, choice) {
      const message = channel.messages.get(ref.id);
      const options = pressablesIn(message?.components).flatMap((menu) => menu.options ?? []);
      const label = options.find(({ value }) => value === choice)?.label;
      if (!message || label === undefined) throw new Error(`there is no choice ${choice}`);
      const acknowledged = person.choose(message, label).answered.then(({ type }) => type === 6);
      return { acknowledged, again: () => acknowledged };
    },
    linkTo: (ref) => linkOf(channel, ref.id),
    hiddenLink() {
      const secret = world.addChannel(guild, "secret");
      secret.overwrites = [
        { id: guild.id, allow: 0n, deny: PERMISSIONS.ViewChannel },
        { id: ada.id, allow: PERMISSIONS.ViewChannel, deny: 0n },
      ];
      const said = server.as(ada, secret).write("only for us", { files: [PICTURE] });
      return Promise.resolve(linkOf(secret, said.id));
    },
    get strangeLink() {
      const other = world.addChannel(world.addGuild("Elsewhere"), "general");
      return linkOf(other, server.as(ada, other).write("theirs", { files: [PICTURE] }).id);
    },
    async openForm(ref, button) {
      const message = channel.messages.get(ref.id);
      const label = message && buttonsOf(message).find(({ customId }) => customId === button)?.label;
      if (!message || label === undefined) throw new Error(`there is no button ${button}`);
      const pressed = person.press(message, label);
      await pressed.answered;
      const { title, texts, components } = modalOf(pressed.interaction);
      const valueOf = (component: (typeof components)[number]["component"]): string => {
        if (component.type === 3) return component.options.find((option) => option.default)?.value ?? "";
        return component.type === 4 ? (component.value ?? "") : "";
      };
      return {
        title,
        words: [...texts, ...components.map(({ description = "" }) => description)].join("\n"),
        fields: components.map(({ label: name, component }) => ({ label: name, value: valueOf(component) })),
        async submit(values) {
          const { answered, interaction } = person.submit(pressed, values);
          await answered;
          // A refusal is a message that only the person sees.
          return [interaction.original, ...interaction.followUps]
            .filter((shown) => shown !== undefined && shown !== interaction.source && shown.visibleTo === max.id)
            .map((shown) => (shown ? readText(shown, world) : ""))
            .join("\n");
        },
      };
    },
    asksBeforePresses: false,
    async close() {
      await opened.close();
      await server.close();
      await database.drop();
    },
  };
});
