import { DISCORD_ABANDONED_MS } from "../limits.ts";
import { MessageFlags, Routes, type REST } from "discord.js";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { repeat } from "../../../lib/repeat.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { nearestLocale } from "../../../lib/locale.ts";
import { editedMessage } from "../post/render.ts";
import { isTokenDead, platformErrorOf } from "../connect/errors.ts";
import { findResponse } from "../post/response.ts";
import type { DiscordRest } from "../connect/web-api.ts";
import { timeOf } from "../connect/ids.ts";
import type { DiscordStore } from "../store/discord-store.ts";
import type { AbandonedInteraction } from "../store/pending-interactions.ts";

/** How often to look for abandoned interactions. */
const DISCORD_ABANDONED_LOOK_MS = 30_000;
/** After this long, nobody is waiting for the outcome any more. */
const DISCORD_ABANDONED_LAST_MS = 24 * 60 * 60_000;
/**
 * How long an interaction's token is valid. Discord answers a call with an older token with 401, and bans our address after too
 * many of those.
 */
const DISCORD_TOKEN_MS = 15 * 60_000;

const Original = z.object({ flags: z.int().default(0) });

export interface InterruptedContext {
  readonly applicationId: string;
  readonly rest: DiscordRest;
  readonly store: DiscordStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Finds interactions that still show “thinking” because their process died before it accepted the request, and says
 * there that the request was interrupted. Repeats until the signal aborts.
 */
export async function answerInterrupted(context: InterruptedContext, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = context;
  const tellAll = async (): Promise<void> => {
    for (const pending of await store.abandoned(DISCORD_ABANDONED_MS)) {
      if (await tell(pending, context, signal)) await store.endPending(pending.interaction);
    }
  };
  const onError = (error: unknown): void =>
    log.warn({ err: platformErrorOf(error) }, "interrupted requests could not be read; trying again later");
  await repeat(tellAll, { pauseMs: DISCORD_ABANDONED_LOOK_MS, clock, onError }, signal).catch(() => {});
}

/**
 * Changes the message only while it still shows “thinking”. Any other message already shows its outcome. Returns false
 * when a retry may help.
 */
async function tell(
  pending: AbandonedInteraction,
  { rest, applicationId, clock, log }: InterruptedContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { interaction, channel, locale, token, isElsewhere } = pending;
  const age = clock.now() - timeOf(interaction);
  if (age > (token === undefined ? DISCORD_ABANDONED_LAST_MS : DISCORD_TOKEN_MS)) return true;
  try {
    if (token !== undefined) {
      await tellPrivately({ applicationId, token, locale, isElsewhere }, rest.rest, signal);
      return true;
    }
    const response = await findResponse(rest.rest, { interaction, channel }, signal);
    if (!response?.isThinking) return true;
    const route = Routes.channelMessage(channel, response.id);
    const { interrupted } = discordTexts(nearestLocale(locale));
    if (isElsewhere) await rest.rest.delete(route, { signal });
    else await rest.send({ method: "PATCH", route, body: editedMessage({ text: interrupted }), files: [], signal });
    return true;
  } catch (error) {
    const failure = platformErrorOf(error);
    log.info({ interaction, err: failure }, "an interrupted request could not be answered");
    return !failure.retryable || isTokenDead(error);
  }
}

/** A private message can be changed only with the interaction's token, which expires after a quarter of an hour. */
async function tellPrivately(
  {
    applicationId,
    token,
    locale,
    isElsewhere,
  }: Pick<AbandonedInteraction, "locale" | "isElsewhere"> & { readonly applicationId: string; readonly token: string },
  rest: REST,
  signal: AbortSignal,
): Promise<void> {
  const route = Routes.webhookMessage(applicationId, token, "@original");
  const { flags } = Original.parse(await rest.get(route, { auth: false, signal }));
  if ((flags & MessageFlags.Loading) === 0) return;
  if (isElsewhere) return void (await rest.delete(route, { auth: false, signal }));
  const { content } = editedMessage({ text: discordTexts(nearestLocale(locale)).interruptedPrivately });
  await rest.patch(route, { auth: false, body: { content }, signal });
}
