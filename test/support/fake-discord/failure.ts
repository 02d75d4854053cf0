/** An error response of Discord. */
export class DiscordFailure extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: Readonly<Record<string, string>> | undefined;

  constructor(status: number, code: number, message: string, errors?: Readonly<Record<string, string>>) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /** The body, with problems nested by field as Discord does. */
  body(): Record<string, unknown> {
    if (this.errors === undefined) return { message: this.message, code: this.code };
    const errors: Record<string, unknown> = {};
    for (const [path, message] of Object.entries(this.errors)) {
      let at = errors;
      for (const part of path.split(".").filter((one) => one !== "")) {
        const next = at[part];
        const inner: Record<string, unknown> = typeof next === "object" && next !== null ? { ...next } : {};
        at[part] = inner;
        at = inner;
      }
      at["_errors"] = [{ code: "INVALID", message }];
    }
    return { message: this.message, code: this.code, errors };
  }
}

/** The limit of a bot's calls to all routes together. Discord doesn't apply it to interactions. */
export class GlobalLimit extends DiscordFailure {
  constructor() {
    super(429, 0, "You are being rate limited.");
  }
}

/** Breaks the connection instead of answering. */
export class ConnectionCut extends Error {}

export const failures = {
  unauthorized: () => new DiscordFailure(401, 0, "401: Unauthorized"),
  notFound: () => new DiscordFailure(404, 0, "404: Not Found"),
  unknownChannel: () => new DiscordFailure(404, 10003, "Unknown Channel"),
  unknownGuild: () => new DiscordFailure(404, 10004, "Unknown Guild"),
  unknownMember: () => new DiscordFailure(404, 10007, "Unknown Member"),
  unknownMessage: () => new DiscordFailure(404, 10008, "Unknown Message"),
  unknownInteraction: () => new DiscordFailure(404, 10062, "Unknown interaction"),
  tooManyOldEdits: () =>
    new DiscordFailure(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
  tooLarge: () => new DiscordFailure(413, 40005, "Request entity too large"),
  alreadyAcknowledged: () => new DiscordFailure(400, 40060, "Interaction has already been acknowledged."),
  missingAccess: () => new DiscordFailure(403, 50001, "Missing Access"),
  otherAuthor: () => new DiscordFailure(403, 50005, "Cannot edit a message authored by another user"),
  empty: () => new DiscordFailure(400, 50006, "Cannot send an empty message"),
  notText: () => new DiscordFailure(400, 50008, "Cannot send messages in a non-text channel"),
  threadLocked: () => new DiscordFailure(400, 160005, "Thread is locked"),
  takesNoDms: () => new DiscordFailure(403, 50007, "Cannot send messages to this user"),
  missingPermissions: () => new DiscordFailure(403, 50013, "Missing Permissions"),
  invalidWebhookToken: () => new DiscordFailure(401, 50027, "Invalid Webhook Token"),
  invalidForm: (errors: Readonly<Record<string, string>>) =>
    new DiscordFailure(400, 50035, "Invalid Form Body", errors),
  archived: () => new DiscordFailure(400, 50083, "Thread is archived"),
  invalidJson: () => new DiscordFailure(400, 50109, "The request body contains invalid JSON."),
  noHistoryForReply: () => new DiscordFailure(400, 160002, "Cannot reply without permission to read message history"),
} as const;
