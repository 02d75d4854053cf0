import { DISCORD_AGAIN_MS, DISCORD_REFUSED_MS, DISCORD_START_MS } from "../limits.ts";
import { Routes, type REST } from "discord.js";
import { backoff } from "../../../lib/backoff.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { EaselError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { withTimeLimit } from "../../../lib/time-limit.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { platformErrorOf } from "../connect/errors.ts";
import { hashOf, registrationOf } from "./command-list.ts";
import type { DiscordStore } from "../store/discord-store.ts";

export interface RegistrationContext {
  readonly rest: REST;
  readonly store: DiscordStore;
  readonly specs: readonly CommandSpec[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Registers the commands unless another process has already registered the same ones. Never rejects. Returns false when
 * Discord could not be reached and a retry may help.
 */
export async function registerCommands(
  application: string,
  { rest, store, specs, clock, log }: RegistrationContext,
  signal: AbortSignal,
): Promise<boolean> {
  const body = registrationOf(specs);
  const hash = hashOf(body);
  try {
    if ((await store.registeredHash(application)) === hash) return true;
    const put = (during: AbortSignal): Promise<unknown> =>
      rest.put(Routes.applicationCommands(application), { body, signal: during });
    const late = (): Error => new PlatformError("unavailable", "Discord did not answer in time");
    await withTimeLimit(DISCORD_START_MS, put, { clock, signal, late });
    await store.registered(application, hash);
    log.info("commands registered with Discord");
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    const failure = error instanceof EaselError ? error : platformErrorOf(error);
    // The previously registered commands still work.
    log[failure.retryable ? "warn" : "error"]({ err: failure }, "commands could not be registered with Discord");
    return !failure.retryable;
  }
}

/** Retries a failed registration until it succeeds or the signal aborts. */
export async function registerLater(
  application: string,
  context: RegistrationContext,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const pause = backoff(failures, DISCORD_AGAIN_MS, DISCORD_REFUSED_MS, context.random);
    await context.clock.sleep(pause, signal).catch(() => undefined);
    if (signal.aborted || (await registerCommands(application, context, signal))) return;
  }
}
