import { Routes } from "discord.js";
import type { Clock } from "../../clock.ts";
import { DISCORD_ABANDONED_LOOK_MS, DISCORD_ABANDONED_MS } from "../../limits.ts";
import type { Logger } from "../../log.ts";
import { discordTexts } from "../../text/discord.ts";
import { nearestLocale } from "../../text/locale.ts";
import { editedMessage } from "./render.ts";
import { platformErrorOf } from "./errors.ts";
import { findResponse } from "./response.ts";
import type { DiscordRest } from "./rest.ts";
import type { DiscordStore, PendingInteraction } from "./store.ts";

export interface AbandonedContext {
  readonly rest: DiscordRest;
  readonly store: DiscordStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Says that a request was interrupted where Easel is shown as thinking for a process that died before the request was accepted.
 * Looks again and again until the signal is aborted.
 */
export async function tellTheAbandoned(context: AbandonedContext, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = context;
  while (!signal.aborted) {
    try {
      for (const pending of await store.takeAbandoned(DISCORD_ABANDONED_MS)) await tell(pending, context, signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: platformErrorOf(error) }, "interrupted requests are looked for later");
    }
    await clock.sleep(DISCORD_ABANDONED_LOOK_MS, signal).catch(() => undefined);
  }
}

/** Only a message that is still shown as thinking is changed: of the others the outcome can be read there. */
async function tell(
  { interaction, channel, locale }: PendingInteraction,
  { rest, log }: AbandonedContext,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await findResponse(rest.rest, { interaction, channel }, signal);
    if (!response?.isThinking) return;
    const { interrupted } = discordTexts(nearestLocale(locale));
    const body = editedMessage({ text: interrupted });
    await rest.send({ method: "PATCH", route: Routes.channelMessage(channel, response.id), body, files: [], signal });
  } catch (error) {
    log.warn({ interaction, err: platformErrorOf(error) }, "an interrupted request could not be told");
  }
}
