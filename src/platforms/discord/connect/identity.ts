import { DISCORD_START_MS } from "../limits.ts";
import { ApplicationFlags, DiscordAPIError, Routes, type REST } from "discord.js";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { rootCode } from "../../../lib/errors.ts";
import { withTimeLimit } from "../../../lib/time-limit.ts";
import { PlatformError, PlatformRefusal } from "../../../core/chat/errors.ts";
import { platformErrorOf } from "./errors.ts";
import type { DiscordAddresses } from "./web-api.ts";

/** The bot that the token belongs to. */
export interface DiscordIdentity {
  readonly applicationId: string;
  /** The bot's own user. */
  readonly userId: string;
  readonly name: string;
  /** Whether the bot may read message content. */
  readonly messageContent: boolean;
}

const Bot = z.object({ id: z.string(), username: z.string() });
const Application = z.object({ id: z.string(), flags: z.int().optional(), bot: Bot.optional() });

/** Discord has the route that is asked, so a server that answers with one of these is not Discord. */
const NOT_DISCORD: ReadonlySet<number> = new Set([404, 405]);

/**
 * Asks Discord which bot the token belongs to, without side effects. Rejects with a `PlatformRefusal` when only a
 * person can fix the problem, and with a `PlatformError` while Discord can't be reached.
 */
export async function askIdentity(
  rest: REST,
  addresses: DiscordAddresses,
  clock: Clock,
  signal: AbortSignal,
): Promise<DiscordIdentity> {
  const late = (): Error => new PlatformError("unavailable", `no answer within ${DISCORD_START_MS / 1000} seconds`);
  try {
    return await withTimeLimit(DISCORD_START_MS, (during) => identityOf(rest, during), { clock, signal, late });
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, addresses);
  }
}

/** Discord's application object may lack the bot, and servers that imitate Discord may lack the application. */
async function identityOf(rest: REST, signal: AbortSignal): Promise<DiscordIdentity> {
  const application = await rest.get(Routes.currentApplication(), { signal }).then(
    (answer) => Application.parse(answer),
    (error: unknown) => (isMissing(error) ? undefined : Promise.reject(error)),
  );
  const bot = application?.bot ?? Bot.parse(await rest.get(Routes.user(), { signal }));
  const { id, flags = 0 } = application ?? { id: bot.id };
  const granted = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
  return { applicationId: id, userId: bot.id, name: bot.username, messageContent: (flags & granted) !== 0 };
}

function isMissing(error: unknown): boolean {
  return error instanceof DiscordAPIError && NOT_DISCORD.has(error.status);
}

/** The message for an operator whose token Discord does not accept. */
export function refusedToken(): PlatformRefusal {
  return new PlatformRefusal(
    "token",
    "DISCORD_TOKEN",
    "DISCORD_TOKEN is not accepted by Discord; copy the token again from the developer portal (Bot, Reset Token), or remove it to turn Discord off.",
  );
}

function failureOf(error: unknown, { api }: DiscordAddresses): Error {
  if (error instanceof DiscordAPIError && error.status === 401) return refusedToken();
  const isElsewhere = error instanceof z.ZodError || isMissing(error) || rootCode(error) === "ENOTFOUND";
  // Without a configured address, Discord's own is used. That one is right, even if it answers strangely at the moment.
  if (isElsewhere && api !== undefined) {
    return new PlatformRefusal(
      "address",
      "DISCORD_API_URL",
      `DISCORD_API_URL is set, but ${api} does not answer as Discord does; correct it, or remove it to use Discord's own address.`,
    );
  }
  return error instanceof z.ZodError
    ? new PlatformError("unavailable", "the answer is not Discord's")
    : platformErrorOf(error);
}
