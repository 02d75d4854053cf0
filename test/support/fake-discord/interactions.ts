import { failures } from "./failure.ts";
import type { Emitted } from "./gateway.ts";
import { isLoading } from "./render.ts";
import type { Messages, UploadedFile } from "./messages.ts";
import type { Callback, InteractionMessage, Modal } from "./schema.ts";
import type { FakeChannel, FakeMessage, FakeUser, World } from "./world.ts";

/** An interaction must be answered within this time; then its token expires. */
const ANSWER_MS = 3_000;
/** After this time, the token of an answered interaction expires as well. */
const TOKEN_MS = 15 * 60_000;
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;

export type InteractionKind = "command" | "message_command" | "button" | "modal" | "autocomplete";

/** An interaction and its outcome. */
export interface FakeInteraction {
  readonly id: string;
  readonly token: string;
  readonly kind: InteractionKind;
  readonly user: FakeUser;
  readonly channel: FakeChannel;
  readonly createdAt: number;
  /** The message whose button was pressed, even if a form followed. */
  readonly source: FakeMessage | undefined;
  /** The connections that it was sent on, in order. */
  readonly sent: Emitted[];
  /** The first answer. */
  callback: Callback | undefined;
  /** The message that the answer shows; undefined if there is none or it was deleted. */
  original: FakeMessage | undefined;
  readonly followUps: FakeMessage[];
}

export interface Interactions {
  /** `ageMs`: how long it took to arrive. */
  open(more: Pick<FakeInteraction, "kind" | "user" | "channel" | "source">, ageMs: number): FakeInteraction;
  callback(id: string, token: string, body: Callback, files: readonly UploadedFile[]): FakeInteraction;
  /** The interaction with this token, if still valid. */
  byToken(applicationId: string, token: string): FakeInteraction;
  /** The message of a webhook route: `@original` or an id. */
  message(interaction: FakeInteraction, messageId: string): FakeMessage;
  followUp(interaction: FakeInteraction, body: InteractionMessage, files: readonly UploadedFile[]): FakeMessage;
  remove(interaction: FakeInteraction, messageId: string): void;
  /** Resolves with the first answer. */
  answered(interaction: FakeInteraction): Promise<Callback>;
  all(): readonly FakeInteraction[];
}

/** The answers that each kind of interaction accepts. A form can't answer a form or typing, and an update needs a message. */
const TAKES: Record<InteractionKind, readonly number[]> = {
  command: [4, 5, 9],
  message_command: [4, 5, 9],
  button: [4, 5, 6, 7, 9],
  modal: [4, 5],
  autocomplete: [8],
};

export function createInteractions(world: World, messages: Messages): Interactions {
  const byId = new Map<string, FakeInteraction>();
  const byToken = new Map<string, FakeInteraction>();
  const waiting = new Map<string, (callback: Callback) => void>();
  const answers = new Map<string, Promise<Callback>>();

  const show = (interaction: FakeInteraction, flags: number): FakeMessage => {
    const ephemeral = (flags & EPHEMERAL) !== 0;
    return messages.write(interaction.channel, world.bot, {
      flags,
      visibleTo: ephemeral ? interaction.user.id : undefined,
      interaction: { id: interaction.id, user: interaction.user },
    });
  };
  const find = (interaction: FakeInteraction, messageId: string): FakeMessage => {
    const followUp = interaction.followUps.find((one) => one.id === messageId);
    const original =
      messageId === "@original" || messageId === interaction.original?.id ? interaction.original : followUp;
    if (!original || !interaction.channel.messages.has(original.id)) throw failures.unknownMessage();
    return original;
  };

  return {
    open(more, ageMs) {
      const id = world.newId(ageMs);
      const interaction: FakeInteraction = {
        id,
        token: `token-${id}-${"x".repeat(150)}`,
        createdAt: world.now() - ageMs,
        sent: [],
        callback: undefined,
        original: undefined,
        followUps: [],
        ...more,
      };
      byId.set(id, interaction);
      byToken.set(interaction.token, interaction);
      const { promise, resolve } = Promise.withResolvers<Callback>();
      waiting.set(id, resolve);
      answers.set(id, promise);
      return interaction;
    },

    callback(id, token, body, files) {
      const interaction = byId.get(id);
      if (!interaction || interaction.token !== token) throw failures.unknownInteraction();
      if (interaction.callback) throw failures.alreadyAcknowledged();
      if (world.now() - interaction.createdAt > ANSWER_MS) throw failures.unknownInteraction();
      // https://github.com/discord/discord-api-docs/issues/5517
      if (interaction.channel.isArchived && interaction.channel.isLocked) throw failures.archived();
      const updates = body.type === 6 || body.type === 7;
      const takes = TAKES[interaction.kind].includes(body.type) || (updates && interaction.source !== undefined);
      if (!takes) throw failures.invalidForm({ type: `a ${interaction.kind} can't be answered with ${body.type}` });
      if (body.type === 4) {
        const message = show(interaction, body.data.flags ?? 0);
        try {
          messages.fill(message, body.data, files);
        } catch (error) {
          interaction.channel.messages.delete(message.id);
          throw error;
        }
        interaction.original = message;
      }
      if (body.type === 5) interaction.original = show(interaction, (body.data?.flags ?? 0) | LOADING);
      if (body.type === 6) interaction.original = interaction.source;
      if (body.type === 7 && interaction.source) messages.fill(interaction.source, body.data, files);
      interaction.callback = body;
      waiting.get(id)?.(body);
      return interaction;
    },

    byToken(applicationId, token) {
      const interaction = byToken.get(token);
      if (!interaction || applicationId !== world.bot.id) throw failures.invalidWebhookToken();
      if (world.now() - interaction.createdAt > TOKEN_MS) throw failures.invalidWebhookToken();
      if (!interaction.callback) throw failures.unknownMessage();
      return interaction;
    },

    message: find,

    followUp(interaction, body, files) {
      const { original } = interaction;
      // The first follow-up replaces the “thinking” message and keeps its visibility.
      const placeholder = original && isLoading(original) && interaction.callback?.type === 5 ? original : undefined;
      const message = placeholder ?? show(interaction, body.flags ?? 0);
      messages.fill(message, body, files);
      message.flags &= ~LOADING;
      if (!placeholder) interaction.followUps.push(message);
      return message;
    },

    remove(interaction, messageId) {
      const message = find(interaction, messageId);
      interaction.channel.messages.delete(message.id);
      if (interaction.original === message) interaction.original = undefined;
    },

    answered: (interaction) => answers.get(interaction.id) ?? Promise.reject(new Error("there is no such interaction")),
    all: () => [...byId.values()],
  };
}

/** The form that an interaction was answered with. */
export function modalOf({ callback }: FakeInteraction): Modal {
  if (callback?.type !== 9) throw new Error(`no form was shown, but ${JSON.stringify(callback)}`);
  return callback.data;
}
