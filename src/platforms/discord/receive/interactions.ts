import { DISCORD_NAME_CHARACTERS, DISCORD_SUGGESTIONS } from "../limits.ts";
import type { Answerable } from "../post/answerable.ts";
import {
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  type Interaction,
  type Message as DiscordMessage,
  type User,
} from "discord.js";
import { makesSomething } from "../../../command/form/form-id.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { troubleText } from "../../../command/trouble.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { nearestLocale } from "../../../lib/locale.ts";
import { textsFor } from "../../../text/texts.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { ChatEvent, Handlers, Target } from "../../../core/chat/event.ts";
import { shortened } from "../../../core/chat/message.ts";
import { actorOf, attachmentOf } from "./actor.ts";
import { actionNamed } from "../commands/commands.ts";
import { platformErrorOf } from "../connect/errors.ts";
import { interactionKey } from "./event-key.ts";
import type { HomeOf } from "../people/homes.ts";
import type { Intake } from "./intake.ts";
import { filledIn } from "./form-view.ts";
import { missingText } from "../people/permissions.ts";
import { pickedOf, valuesOf } from "./picked.ts";
import { conversationOf } from "./place-of.ts";
import { createResponder, type ResponderContext } from "../post/responder.ts";
import { timeOf } from "../connect/snowflake.ts";

/** An interaction that is older than this when it comes can't be answered in time any more. */
const DISCORD_INTERACTION_MS = 2_800;

export interface InteractionsContext extends ResponderContext {
  readonly intake: Intake;
  readonly specs: readonly CommandSpec[];
  readonly homeOf: HomeOf;
  /** How far Discord's clock is ahead of ours, in milliseconds. */
  readonly aheadMs: () => number;
}

/** Takes in what people do with commands, menus, buttons and forms. Never rejects. */
export async function receiveInteraction(interaction: Interaction, context: InteractionsContext): Promise<void> {
  const { clock, log, intake } = context;
  try {
    const age = clock.now() + context.aheadMs() - timeOf(interaction.id);
    if (age > DISCORD_INTERACTION_MS) {
      // Whoever did it was told by Discord that nothing came of it, and has done it again.
      log.info({ interaction: interaction.id, age }, "an interaction came too late to be answered");
      return;
    }
    const workspace = interaction.guildId ?? (await context.homeOf(interaction.user.id));
    if (interaction.isAutocomplete()) {
      await suggest(interaction, workspace, intake.handlers());
      return;
    }
    if (!isAnswerable(interaction)) return;
    await intake.once(interaction.id, (handlers, untaken) =>
      answer(interaction, workspace, { handlers, untaken }, context),
    );
  } catch (error) {
    log.warn({ interaction: interaction.id, err: platformErrorOf(error) }, "an interaction was not taken");
  }
}

function isAnswerable(interaction: Interaction): interaction is Answerable {
  return (
    interaction.isButton() ||
    interaction.isChatInputCommand() ||
    interaction.isMessageContextMenuCommand() ||
    interaction.isModalSubmit()
  );
}

async function answer(
  interaction: Answerable,
  workspace: string | undefined,
  { handlers, untaken }: { readonly handlers: Handlers; readonly untaken: () => void },
  context: InteractionsContext,
): Promise<void> {
  const actor = actorOf(interaction);
  const conversation = conversationOf(workspace ?? "", {
    id: interaction.channelId ?? "",
    known: interaction.channel,
  });
  const responder = createResponder(
    interaction,
    conversation,
    { locale: actor.locale, hasNotice: hasNotice(interaction, context.specs) },
    context,
  );
  let event: ChatEvent | undefined;
  try {
    event = eventOf(interaction, { conversation, actor }, context.specs);
    const refusal =
      workspace === undefined
        ? discordTexts(actor.locale).noHome
        : missingFor(interaction, event, conversation, context);
    if (refusal !== undefined) return await responder.answer({ text: refusal });
    if (event) await handlers.event(event, responder);
  } catch (error) {
    untaken();
    const texts = textsFor(actor.locale);
    const text = event ? troubleText(event, error, texts) : texts.trouble;
    if (text !== undefined) await responder.answer({ text });
    throw error;
  } finally {
    await responder.done();
  }
}

/** Commands that make something, and forms, are followed by a notice; the others are answered in private. */
function hasNotice(interaction: Answerable, specs: readonly CommandSpec[]): boolean {
  if (!interaction.isChatInputCommand()) return interaction.isModalSubmit() && makesSomething(interaction.customId);
  const { name } = pickedOf(interaction);
  return specs.some((spec) => spec.name === name && spec.textOption === "prompt");
}

/** Whoever asks for something that could not be posted here must hear that before it is made. */
function missingFor(
  interaction: Answerable,
  event: ChatEvent | undefined,
  conversation: Conversation,
  { specs }: InteractionsContext,
): string | undefined {
  if (!interaction.inGuild()) return undefined;
  const makes =
    (event?.kind === "form" && makesSomething(event.form)) ||
    (event?.kind === "action" && event.action !== "recipe") ||
    (event?.kind === "command" && hasNotice(interaction, specs));
  if (!makes) return undefined;
  const isThread = conversation.thread !== undefined;
  return missingText(interaction.appPermissions, { isThread }, nearestLocale(interaction.locale));
}

function eventOf(
  interaction: Answerable,
  { conversation, actor }: Pick<ChatEvent, "conversation" | "actor">,
  specs: readonly CommandSpec[],
): ChatEvent | undefined {
  const isDirect = interaction.guildId === null;
  const base = { key: interactionKey(interaction.id), conversation, isDirect, actor };
  if (interaction.isButton()) {
    const message = { conversation, id: interaction.message.id };
    return { ...base, kind: "button", button: interaction.customId, message };
  }
  if (interaction.isModalSubmit())
    return { ...base, kind: "form", form: interaction.customId, ...filledIn(interaction) };
  if (interaction.isMessageContextMenuCommand()) {
    const action = actionNamed(interaction.commandName);
    const target = targetOf(interaction.targetMessage, conversation, { me: interaction.client.user, complete: true });
    return action && { ...base, kind: "action", action, target };
  }
  const picked = pickedOf(interaction);
  const order = specs.find((spec) => spec.name === picked.name)?.options.map(({ name }) => name) ?? [];
  return {
    ...base,
    kind: "command",
    command: picked.name,
    options: valuesOf(picked.options),
    attachments: picked.options
      .flatMap(({ name, attachment }) => (attachment ? [attachmentOf(attachment, name)] : []))
      .toSorted((one, other) => rankOf(one.option, order) - rankOf(other.option, order)),
  };
}

/** Files are numbered as prompts name them, in whichever order they were filled in. */
function rankOf(option: string | undefined, order: readonly string[]): number {
  const [, name = "", number] = /^(\D+)(\d*)$/.exec(option ?? "") ?? [];
  return order.findIndex((one) => one === name) * 1_000 + Number(number);
}

/** What a message shows us of its files, those of a forwarded one included. */
export function targetOf(
  message: Pick<DiscordMessage, "id" | "attachments" | "messageSnapshots" | "author">,
  conversation: Conversation,
  { me, complete }: { readonly me: User; readonly complete: boolean },
): Target {
  const forwarded = message.messageSnapshots?.first();
  const files = [...message.attachments.values(), ...(forwarded?.attachments.values() ?? [])];
  return {
    message: { conversation, id: message.id },
    attachments: files.map((file) => attachmentOf(file)),
    own: message.author.id === me.id,
    complete,
  };
}

async function suggest(
  interaction: AutocompleteInteraction,
  workspace: string | undefined,
  handlers: Handlers | undefined,
): Promise<void> {
  const focused = interaction.options.getFocused(true);
  const picked = pickedOf(interaction);
  const others = picked.options.filter(({ name }) => name !== focused.name);
  const place = { id: interaction.channelId ?? "", known: interaction.channel };
  const suggestions =
    workspace === undefined || !handlers
      ? []
      : await handlers.suggest({
          conversation: conversationOf(workspace, place),
          isDirect: interaction.guildId === null,
          actor: actorOf(interaction),
          command: picked.name,
          option: focused.name,
          typed: focused.value,
          options: valuesOf(others),
        });
  const isNumber = focused.type !== ApplicationCommandOptionType.String;
  await interaction.respond(
    suggestions
      .filter(({ value }) => value.length <= DISCORD_NAME_CHARACTERS && value !== "")
      .slice(0, DISCORD_SUGGESTIONS)
      .map(({ value, label }) => ({
        name: shortened(label === "" ? value : label, DISCORD_NAME_CHARACTERS),
        value: isNumber ? Number(value) : value,
      })),
  );
}
