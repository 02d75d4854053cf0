import { isPress, type Answerable } from "../post/acknowledgement.ts";
import type { ChatInputCommandInteraction, Interaction } from "discord.js";
import { makesSomething, readFormId } from "../../../command/form/form-id.ts";
import { makesAtOnce } from "../../../command/make/makes-at-once.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { troubleText } from "../../../command/failed-text.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { nearestLocale } from "../../../lib/locale.ts";
import { textsFor } from "../../../text/texts.ts";
import type { ChatEvent, EventBase, Handlers } from "../../../core/chat/event.ts";
import { actorOf } from "../people/actor.ts";
import { platformErrorOf } from "../connect/errors.ts";
import type { HomeMember, HomeOf } from "../people/home-server.ts";
import type { Locales } from "../people/locales.ts";
import type { Intake } from "./event-intake.ts";
import { unableText } from "../people/permissions.ts";
import { actionOf } from "./receive-actions.ts";
import { commandOf, pickedOf, suggestFor } from "./receive-commands.ts";
import { formOf } from "./receive-forms.ts";
import { pressOf } from "./receive-presses.ts";
import { conversationOf } from "../people/places.ts";
import { createResponder, type ResponderContext } from "../post/answers.ts";
import { interactionKey, timeOf } from "../connect/ids.ts";
import { askerIn, elsewhereOf, respondingFor, type Asker } from "./form-elsewhere.ts";
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

/** The person where the interaction happened. In direct messages they need a home server. */
async function askerHere(interaction: Answerable, context: InteractionsContext): Promise<Asker> {
  const home = await homeFor(interaction, context);
  const asker = personHere(interaction, home);
  if (interaction.guildId !== null || home) return asker;
  return { ...asker, refusal: discordTexts(asker.actor.locale).noHome };
}

function personHere(interaction: Answerable, home: HomeMember | undefined): Asker {
  const channel = { id: interaction.channelId ?? "", known: interaction.channel };
  return {
    actor: actorOf(interaction, home),
    conversation: conversationOf(interaction.guildId ?? home?.guild ?? "", channel),
  };
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
  const elsewhere = interaction.guildId === null ? elsewhereOf(interaction) : undefined;
  let asker = personHere(interaction, undefined);
  // Created first, because Discord may take longer to describe the person than it waits for an answer.
  const answered = createResponder(
    interaction,
    () => asker.conversation,
    { locale: asker.actor.locale, hasNotice: hasNotice(interaction, context.specs) },
    context,
  );
  const [found] = await Promise.allSettled([
    elsewhere ? askerIn(elsewhere.channel, interaction) : askerHere(interaction, context),
  ]);
  if (found.status === "fulfilled") asker = found.value;
  const { actor, conversation, refusal: unable } = asker;
  const responder = elsewhere ? respondingFor(elsewhere.channel, answered, actor.locale) : answered;
  let event: ChatEvent | undefined;
  try {
    if (interaction.isButton() && context.withheld.holds(interaction.customId)) {
      return await context.withheld.show(interaction, responder, actor.locale);
    }
    if (found.status === "rejected") throw found.reason;
    const isDirect = interaction.guildId === null && !elsewhere;
    const base = { key: interactionKey(interaction.id), conversation, isDirect, actor };
    event = eventOf(interaction, base, elsewhere?.id, context.specs);
    const refusal = unable ?? missingFor(interaction, event, context);
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
    (event?.kind === "button" && makesAtOnce(event.button)) ||
    (event?.kind === "action" && event.action !== "recipe") ||
    (interaction.isChatInputCommand() && isRequest(interaction, specs));
  if (!makes) return undefined;
  return unableText(interaction.appPermissions, interaction.channel, nearestLocale(interaction.locale));
}

/** `id`: that of the button or form, without what says where it belongs. */
function eventOf(
  interaction: Answerable,
  at: EventBase,
  id: string | undefined,
  specs: readonly CommandSpec[],
): ChatEvent | undefined {
  if (isPress(interaction)) return pressOf(interaction, at, id);
  if (interaction.isModalSubmit()) return formOf(interaction, at, id);
  if (interaction.isMessageContextMenuCommand()) return actionOf(interaction, at);
  return commandOf(interaction, at, specs);
}
