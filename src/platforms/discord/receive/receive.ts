import { isPress, type Answerable } from "../post/acknowledgement.ts";
import type { ChatInputCommandInteraction, Interaction } from "discord.js";
import { makesSomething, readFormId } from "../../../command/form/form-id.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { troubleText } from "../../../command/trouble.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { nearestLocale } from "../../../lib/locale.ts";
import { textsFor } from "../../../text/texts.ts";
import type { ChatEvent, EventBase, Handlers } from "../../../core/chat/event.ts";
import { actorOf } from "../people/actor.ts";
import { platformErrorOf } from "../connect/errors.ts";
import type { HomeMember, HomeOf } from "../people/homes.ts";
import type { Locales } from "../people/locales.ts";
import type { Intake } from "./intake.ts";
import { missingText } from "../people/permissions.ts";
import { actionOf } from "./receive-actions.ts";
import { commandOf, pickedOf, suggestFor } from "./receive-commands.ts";
import { formOf } from "./receive-forms.ts";
import { pressOf } from "./receive-presses.ts";
import { conversationOf } from "../people/places.ts";
import { createResponder, type ResponderContext } from "../post/answers.ts";
import { interactionKey, timeOf } from "../connect/ids.ts";
import type { WithheldAnswers } from "./withheld-answers.ts";

/** An interaction that is older than this on arrival can't be answered in time. */
const DISCORD_INTERACTION_MS = 2_800;

export interface InteractionsContext extends ResponderContext {
  readonly intake: Intake;
  readonly specs: readonly CommandSpec[];
  readonly homeOf: HomeOf;
  readonly locales: Pick<Locales, "seen">;
  readonly withheld: WithheldAnswers;
  /** How far Discord's clock is ahead of ours, in milliseconds. */
  readonly aheadMs: () => number;
}

/** Receives commands, menu choices, buttons and forms. Never rejects. */
export async function receiveInteraction(interaction: Interaction, context: InteractionsContext): Promise<void> {
  const { clock, log, intake } = context;
  try {
    const age = clock.now() + context.aheadMs() - timeOf(interaction.id);
    if (age > DISCORD_INTERACTION_MS) {
      // Discord has already shown the person an error, and they may have tried again.
      log.info({ interaction: interaction.id, age }, "an interaction arrived too late to be answered");
      return;
    }
    if (interaction.isAutocomplete()) {
      await suggestFor(interaction, await homeFor(interaction, context), intake.handlers());
      return;
    }
    if (!isAnswerable(interaction)) return;
    await intake.once(interaction.id, (handlers, untaken) => answer(interaction, { handlers, untaken }, context));
  } catch (error) {
    log.warn({ interaction: interaction.id, err: platformErrorOf(error) }, "an interaction could not be handled");
  }
}

/** The person in their home server. Undefined in a server, and for those who have no home. */
async function homeFor(
  { guildId, user }: Interaction,
  { homeOf }: InteractionsContext,
): Promise<HomeMember | undefined> {
  return guildId === null ? homeOf(user.id) : undefined;
}

function isAnswerable(interaction: Interaction): interaction is Answerable {
  return (
    isPress(interaction) ||
    interaction.isChatInputCommand() ||
    interaction.isMessageContextMenuCommand() ||
    interaction.isModalSubmit()
  );
}

async function answer(
  interaction: Answerable,
  { handlers, untaken }: { readonly handlers: Handlers; readonly untaken: () => void },
  context: InteractionsContext,
): Promise<void> {
  const [found] = await Promise.allSettled([homeFor(interaction, context)]);
  const home = found.status === "fulfilled" ? found.value : undefined;
  const workspace = interaction.guildId ?? home?.guild;
  const actor = actorOf(interaction, home);
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
    if (interaction.isButton() && context.withheld.holds(interaction.customId)) {
      return await context.withheld.show(interaction, responder, actor.locale);
    }
    if (found.status === "rejected") throw found.reason;
    const base = { key: interactionKey(interaction.id), conversation, isDirect: interaction.guildId === null, actor };
    event = eventOf(interaction, base, context.specs);
    const refusal =
      workspace === undefined ? discordTexts(actor.locale).noHome : missingFor(interaction, event, context);
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
    // Stored last, because the answer must not wait for it.
    await context.locales.seen(actor.userId, actor.locale);
  }
}

/**
 * Whether a public acknowledgement can become the notice: after commands that make something, and after their forms. The notice
 * of a form about a message replies to that message, so a public acknowledgement would have to be deleted again.
 */
function hasNotice(interaction: Answerable, specs: readonly CommandSpec[]): boolean {
  if (interaction.isModalSubmit()) return readFormId(interaction.customId)?.kind === "command";
  return interaction.isChatInputCommand() && isRequest(interaction, specs);
}

function isRequest(interaction: ChatInputCommandInteraction, specs: readonly CommandSpec[]): boolean {
  const { name } = pickedOf(interaction);
  return specs.some((spec) => spec.name === name && spec.textOption === "prompt");
}

/** The refusal for a request in a channel where Easel can't post, so that nothing is made there. */
function missingFor(
  interaction: Answerable,
  event: ChatEvent | undefined,
  { specs }: InteractionsContext,
): string | undefined {
  if (!interaction.inGuild()) return undefined;
  const makes =
    (event?.kind === "form" && makesSomething(event.form)) ||
    (event?.kind === "action" && event.action !== "recipe") ||
    (interaction.isChatInputCommand() && isRequest(interaction, specs));
  if (!makes) return undefined;
  return missingText(interaction.appPermissions, interaction.channel, nearestLocale(interaction.locale));
}

function eventOf(interaction: Answerable, at: EventBase, specs: readonly CommandSpec[]): ChatEvent | undefined {
  if (isPress(interaction)) return pressOf(interaction, at);
  if (interaction.isModalSubmit()) return formOf(interaction, at);
  if (interaction.isMessageContextMenuCommand()) return actionOf(interaction, at);
  return commandOf(interaction, at, specs);
}
