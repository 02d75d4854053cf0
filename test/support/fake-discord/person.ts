import { optionsNamed, type RegisteredCommand } from "./command-schema.ts";
import { pressablesIn } from "./components.ts";
import type { Gateway } from "./gateway.ts";
import { modalOf, type FakeInteraction, type InteractionKind, type Interactions } from "./interactions.ts";
import type { Messages } from "./messages.ts";
import {
  renderChannel,
  renderFile,
  renderMember,
  renderMessage,
  renderUser,
  type Json,
  type RenderContext,
} from "./render.ts";
import { checkChosen, checkValue, entriesOf, resolve, type LocalFile, type Value } from "./picking.ts";
import type { Callback } from "./schema.ts";
import type { FakeChannel, FakeFile, FakeMessage, FakeUser } from "./world.ts";

export type { LocalFile } from "./picking.ts";

/** A person's action that the bot must answer. */
export interface Acted {
  readonly interaction: FakeInteraction;
  /** Resolves with the first answer. */
  readonly answered: Promise<Callback>;
  /** Delivers the same interaction again. */
  again(): void;
}

/** A person in a channel, whose client sends only what Discord's client would send. */
export interface Person {
  readonly user: FakeUser;
  readonly channel: FakeChannel;
  /** Picks a command by its full name and fills it in. */
  command(name: string, values?: Readonly<Record<string, Value>>, more?: { readonly ageMs?: number }): Acted;
  /** Requests suggestions for an option. */
  typing(name: string, option: string, typed: string, values?: Readonly<Record<string, Value>>): Acted;
  /** Picks a command from a message's menu. */
  messageCommand(name: string, message: FakeMessage): Acted;
  press(message: FakeMessage, label: string): Acted;
  /** Chooses from a view's menu by the choice's label. */
  choose(message: FakeMessage, label: string): Acted;
  /** Fills in and submits the form that was shown. */
  submit(acted: Acted, values: Readonly<Record<string, string | boolean | readonly LocalFile[]>>): Acted;
  write(text: string, more?: Written): FakeMessage;
  /** Delivers the message again. */
  writeAgain(message: FakeMessage): void;
  /** What this person sees in the channel, oldest first. */
  sees(): FakeMessage[];
}

export interface Written {
  readonly files?: readonly LocalFile[];
  readonly replyTo?: FakeMessage;
  /** Whether a reply notifies its recipient; true by default, as in Discord. */
  readonly ping?: boolean;
  readonly forward?: FakeMessage;
}

export interface PersonContext extends RenderContext {
  readonly messages: Messages;
  readonly interactions: Interactions;
  readonly gateway: Gateway;
  readonly commands: () => readonly RegisteredCommand[];
  /** The largest file that people may send, in bytes. */
  readonly attachmentSizeLimit: number;
}

export function createPerson(user: FakeUser, channel: FakeChannel, context: PersonContext): Person {
  const { world, interactions, gateway, messages } = context;

  const act = (kind: InteractionKind, type: number, data: Json, source?: FakeMessage, ageMs = 0): Acted => {
    const interaction = interactions.open({ kind, user, channel, source }, ageMs);
    const payload: Json = {
      id: interaction.id,
      token: interaction.token,
      application_id: world.bot.id,
      type,
      version: 1,
      data,
      channel_id: channel.id,
      channel: renderChannel(channel),
      locale: user.locale,
      app_permissions: String(channel.botPermissions),
      entitlements: [],
      authorizing_integration_owners: channel.guild ? { 0: channel.guild.id } : { 0: "0" },
      context: channel.guild ? 0 : 1,
      attachment_size_limit: context.attachmentSizeLimit,
      ...(channel.guild
        ? {
            guild_id: channel.guild.id,
            guild: { id: channel.guild.id, features: [], locale: "en-US" },
            guild_locale: "en-US",
            member: renderMember(channel.guild, user),
          }
        : { user: renderUser(user) }),
      ...(source ? { message: renderMessage(source, context) } : {}),
    };
    const deliver = (): void => void interaction.sent.push(gateway.emit("INTERACTION_CREATE", () => payload));
    deliver();
    return { interaction, answered: interactions.answered(interaction), again: deliver };
  };

  const upload = (file: LocalFile, ephemeral: boolean): FakeFile =>
    world.addFile({
      filename: file.name,
      contentType: file.contentType,
      description: undefined,
      content: file.content,
      ephemeral,
      channelId: channel.id,
    });

  const filled = (name: string, values: Readonly<Record<string, Value>>, focused?: string): Json => {
    const known = optionsNamed(name, context.commands());
    if (!known) throw new Error(`there is no command /${name} to pick`);
    const attachments: Record<string, Json> = {};
    const resolved: Record<string, Record<string, Json>> = {};
    const missing = known.find((option) => option.required && !(option.name in values));
    if (missing && focused === undefined) throw new Error(`/${name} can't be sent without ${missing.name}`);
    const options = Object.entries(values).map(([key, value]) => {
      const option = known.find((one) => one.name === key);
      if (!option) throw new Error(`/${name} has no option ${key}`);
      if (key !== focused) checkValue(option, value);
      const isFocused = key === focused ? { focused: true } : {};
      if (typeof value !== "object") {
        resolve({ type: option.type, id: String(value), channel, world }, resolved);
        return { name: key, type: option.type, value, ...isFocused };
      }
      const file = upload(value, true);
      attachments[file.id] = renderFile(file, context);
      return { name: key, type: option.type, value: file.id };
    });
    const found = Object.keys(attachments).length === 0 ? resolved : { ...resolved, attachments };
    const [first = "", ...below] = name.split(" ");
    // A command of several words arrives as nested options.
    const nested = below.reduceRight<Json[]>(
      (inner, word, index) => [{ name: word, type: index === below.length - 1 ? 1 : 2, options: inner }],
      options,
    );
    return {
      id: world.newId(),
      name: first,
      type: 1,
      options: nested,
      ...(Object.keys(found).length === 0 ? {} : { resolved: found }),
    };
  };

  return {
    user,
    channel,
    command: (name, values = {}, { ageMs } = {}) => act("command", 2, filled(name, values), undefined, ageMs),
    typing: (name, option, typed, values = {}) =>
      act("autocomplete", 4, filled(name, { ...values, [option]: typed }, option)),

    messageCommand(name, message) {
      if (!context.commands().some((one) => one.name === name && one.type === 3)) {
        throw new Error(`there is no ${name} in a message's menu`);
      }
      // Picking it shows the bot the whole message.
      const resolved = { messages: { [message.id]: renderMessage(message, context) } };
      return act("message_command", 2, { id: world.newId(), name, type: 3, target_id: message.id, resolved });
    },

    press(message, label) {
      const buttons = buttonsOf(message);
      const button = buttons.find((one) => one.label === label);
      if (!button) throw new Error(`there is no ${label} but ${buttons.map((one) => one.label).join(", ")}`);
      return act("button", 3, { component_type: 2, custom_id: button.customId, id: 2 }, message);
    },

    choose(message, label) {
      const menus = pressablesIn(message.components).filter(({ options }) => options);
      const menu = menus.find(({ options }) => options?.some((option) => option.label === label));
      const option = menu?.options?.find((one) => one.label === label);
      // Choosing the current choice sends nothing.
      if (!menu || !option || option.isDefault) throw new Error(`there is no ${label} to choose`);
      return act("button", 3, { component_type: 3, custom_id: menu.customId, id: 2, values: [option.value] }, message);
    },

    submit(acted, values) {
      const modal = modalOf(acted.interaction);
      const attachments: Record<string, Json> = {};
      const resolved: Record<string, Record<string, Json>> = {};
      const components = modal.components.map(({ component }) => {
        const given = values[component.custom_id];
        const base = { type: component.type, custom_id: component.custom_id, id: 3 };
        if (component.type === 4) {
          const value = typeof given === "string" ? given : (component.value ?? "");
          if (value.length > (component.max_length ?? 4000)) throw new Error(`${component.custom_id} is too long`);
          if (component.required !== false && value === "") throw new Error(`${component.custom_id} is required`);
          return { type: 18, id: 2, component: { ...base, value } };
        }
        if (component.type === 23) return { type: 18, id: 2, component: { ...base, value: given === true } };
        if (component.type === 3) {
          const presets = component.options.filter((option) => option.default).map(({ value }) => value);
          const chosen = typeof given === "string" ? entriesOf(given) : presets;
          checkChosen(component, chosen);
          const strange = chosen.find((one) => !component.options.some((option) => option.value === one));
          if (strange !== undefined) throw new Error(`${strange} is not on offer for ${component.custom_id}`);
          return { type: 18, id: 2, component: { ...base, values: chosen } };
        }
        if (component.type === 5 || component.type === 6 || component.type === 7 || component.type === 8) {
          const presets = component.default_values?.map(({ id }) => id) ?? [];
          const ids = typeof given === "string" ? entriesOf(given) : presets;
          checkChosen(component, ids);
          for (const id of ids) {
            // Commands use other option types for people and roles.
            const isRole = channel.guild?.roles.has(id) === true;
            const option = { 5: 6, 6: 8, 7: isRole ? 8 : 6, 8: 7 }[component.type];
            resolve({ type: option, id, channel, world }, resolved);
          }
          return { type: 18, id: 2, component: { ...base, values: ids } };
        }
        const files = Array.isArray(given) ? given : [];
        if (files.length > (component.max_values ?? 1)) throw new Error(`too many files for ${component.custom_id}`);
        const ids = files.map((file: LocalFile) => {
          const added = upload(file, true);
          attachments[added.id] = renderFile(added, context);
          return added.id;
        });
        return { type: 18, id: 2, component: { ...base, values: ids } };
      });
      const source = acted.interaction.source;
      return act(
        "modal",
        5,
        {
          custom_id: modal.custom_id,
          components: [...modal.texts.map(() => ({ type: 10, id: 4 })), ...components],
          resolved: { ...resolved, attachments },
        },
        source,
      );
    },

    write(text, { files = [], replyTo, ping = true, forward } = {}) {
      const mentions = [...text.matchAll(/<@(\d+)>/g)].flatMap(([, id]) => id ?? []);
      if (replyTo && ping) mentions.push(replyTo.author.id);
      const message = messages.write(channel, user, {
        content: text,
        attachments: files.map((file) => upload(file, false)),
        replyTo: replyTo?.id,
        forwarded: forward ? { content: forward.content, attachments: forward.attachments } : undefined,
        mentions: [...new Set(mentions)],
      });
      announce(message);
      return message;
    },

    writeAgain: announce,
    sees: () =>
      [...channel.messages.values()].filter(
        (message) => message.visibleTo === undefined || message.visibleTo === user.id,
      ),
  };

  function announce(message: FakeMessage): void {
    gateway.emit("MESSAGE_CREATE", ({ content }) => ({
      ...renderMessage(message, context, content),
      ...(channel.guild
        ? { guild_id: channel.guild.id, member: { ...renderMember(channel.guild, user), user: undefined } }
        : {}),
      channel_type: renderChannel(channel)["type"],
    }));
  }
}

/** A message's buttons, in order. */
export function buttonsOf(message: FakeMessage): { readonly label: string; readonly customId: string }[] {
  return pressablesIn(message.components).flatMap(({ label, customId, options }) =>
    options ? [] : [{ label, customId }],
  );
}

/** The labels of a view's menus with those of their choices, in order. */
export function menusOf(message: FakeMessage): Readonly<Record<string, readonly string[]>> {
  const menus = pressablesIn(message.components).filter(({ options }) => options);
  return Object.fromEntries(menus.map(({ label, options }) => [label, options?.map((one) => one.label) ?? []]));
}
