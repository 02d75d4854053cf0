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
  [RESTJSONErrorCodes.CannotSendMessagesToThisUser, "forbidden"],
  [RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory, "forbidden"],
  [RESTJSONErrorCodes.RequestEntityTooLarge, "too_large"],
]);

/** Discord names no permission; these are the ones that it can be, by what it answered. */
const PERMISSIONS: ReadonlyMap<number | string, string> = new Map([
  [RESTJSONErrorCodes.MissingAccess, "View Channel"],
  [RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory, "Read Message History"],
]);

/** Does what it is told, and fails as the port promises. What is not known to be final may work when it is tried again. */
export async function asPlatformError<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    throw platformErrorOf(error);
  }
}

export function platformErrorOf(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof MediaTooLargeError) return new PlatformError("too_large", error.message, error);
  if (error instanceof EaselError && error.code === "media_missing") {
    return new PlatformError("gone", error.message, error);
  }
  // The library's own error holds the address, and with it an interaction's token: it is not handed on.
  if (error instanceof RateLimitError) return new PlatformError("rate_limited", "Discord's rate limit is used up");
  if (error instanceof DiscordAPIError) return refusal(error);
  if (error instanceof HTTPError) return new PlatformError("unavailable", `Discord answered ${error.status}`);
  const reason = error instanceof Error ? error.message : String(error);
  return new PlatformError("unavailable", `Discord can't be reached: ${reason}`);
}

/** Discord's own code of a refusal. */
export function codeOf(error: unknown): number | string | undefined {
  return error instanceof DiscordAPIError ? error.code : undefined;
}

/** Is the interaction's token of no use: too late, taken by another process, or run out? */
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
  // A token that is refused can be mended by whoever runs this; what is to be posted must wait for that.
  if (status === 401) return new PlatformError("unavailable", message);
  const known = FAILURES.get(code);
  if (known) return new PlatformError(known, message);
  // Edits of old messages are limited in number, and that does not pass soon.
  if (code === RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached) {
    return new PlatformError("rejected", message);
  }
  if (status === 429) return new PlatformError("rate_limited", message);
  return new PlatformError(status >= 500 ? "unavailable" : "rejected", message);
}
