import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from "discord.js";
import { EaselError } from "../../../lib/errors.ts";
import { MediaTooLargeError } from "../../../media/store/media-store.ts";
import { PlatformError, type PlatformFailure } from "../../../core/chat/errors.ts";

const FAILURES: ReadonlyMap<number | string, PlatformFailure> = new Map([
  [RESTJSONErrorCodes.UnknownChannel, "gone"],
  [RESTJSONErrorCodes.UnknownGuild, "gone"],
  [RESTJSONErrorCodes.UnknownMember, "gone"],
  [RESTJSONErrorCodes.UnknownMessage, "gone"],
  [RESTJSONErrorCodes.UnknownUser, "gone"],
  [RESTJSONErrorCodes.MissingAccess, "forbidden"],
  [RESTJSONErrorCodes.MissingPermissions, "forbidden"],
  [RESTJSONErrorCodes.ThreadLocked, "forbidden"],
  // A locked one, which Easel can't open.
  [RESTJSONErrorCodes.InvalidActionOnArchivedThread, "forbidden"],
  [RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory, "forbidden"],
  [RESTJSONErrorCodes.CannotSendMessagesToThisUser, "closed"],
  [RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds, "closed"],
  [RESTJSONErrorCodes.RequestEntityTooLarge, "too_large"],
]);

/** Discord does not name the missing permission. This maps each of its error codes to the likely one. */
const PERMISSIONS: ReadonlyMap<number | string, string> = new Map([
  [RESTJSONErrorCodes.MissingAccess, "View Channel"],
  [RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory, "Read Message History"],
]);

/**
 * Runs `work` and converts its failure to the port's `PlatformError`. Errors that aren't known to be final count as
 * retryable.
 */
export async function asPlatformError<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    throw platformErrorOf(error);
  }
}

/** Undefined for objects that don't exist or that the bot can't see. */
export async function unlessUnseen<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  try {
    return await asPlatformError(ask, signal);
  } catch (error) {
    if (error instanceof PlatformError && (error.failure === "gone" || error.failure === "forbidden")) return undefined;
    throw error;
  }
}

export function platformErrorOf(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof MediaTooLargeError) return new PlatformError("too_large", error.message, error);
  if (error instanceof EaselError && error.code === "media_missing") {
    return new PlatformError("gone", error.message, error);
  }
  // The library's error contains the URL, which holds an interaction's token, so it must not travel further.
  if (error instanceof RateLimitError) return new PlatformError("rate_limited", "Discord's rate limit is used up");
  if (error instanceof DiscordAPIError) return refusal(error);
  if (error instanceof HTTPError) return new PlatformError("unavailable", `Discord answered ${error.status}`);
  const reason = error instanceof Error ? error.message : String(error);
  return new PlatformError("unavailable", `Discord can't be reached: ${reason}`);
}

/** The error code in Discord's refusal. */
export function codeOf(error: unknown): number | string | undefined {
  return error instanceof DiscordAPIError ? error.code : undefined;
}

/**
 * Whether an interaction's token no longer works: it is too late, another process has answered, or the token has
 * expired.
 */
export function isTokenDead(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === RESTJSONErrorCodes.UnknownInteraction ||
    code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged ||
    code === RESTJSONErrorCodes.InvalidWebhookToken
  );
}

function refusal(error: DiscordAPIError): PlatformError {
  const { code, status } = error;
  const permission = PERMISSIONS.get(code);
  const message = `Discord refused (${status}, ${code}): ${error.message}${permission === undefined ? "" : `; needed: ${permission}`}`;
  if (status === 413) return new PlatformError("too_large", message);
  // The operator can fix a refused token, so posts wait for that.
  if (status === 401) return new PlatformError("unavailable", message);
  const known = FAILURES.get(code);
  if (known) return new PlatformError(known, message);
  // Discord limits how often old messages may be edited, and the limit lasts.
  if (code === RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached) {
    return new PlatformError("rejected", message);
  }
  if (status === 429) return new PlatformError("rate_limited", message);
  return new PlatformError(status >= 500 ? "unavailable" : "rejected", message);
}
