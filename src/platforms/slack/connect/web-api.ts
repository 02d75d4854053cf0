import { SLACK_RETRY_AFTER_CAP_MS } from "../limits.ts";
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebClient,
  type Logger as SlackLogger,
  type WebClientOptions,
} from "@slack/web-api";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { rootCode } from "../../../lib/errors.ts";
import { untilAborted } from "../../../lib/time-limit.ts";
import { PlatformError, type PlatformFailure } from "../../../core/chat/errors.ts";

/**
 * Time limit for one Web API call. Slack normally answers within a second. A post without an answer is searched for
 * later.
 */
const SLACK_CALL_MS = 30_000;

/** Slack's Web API. No call is repeated after a network error. Every rejection is a `PlatformError`. */
export interface SlackWeb {
  /** Waits for a rate limit to pass and then repeats the call, which is safe because Slack did not execute it. */
  call<T>(method: string, args: Arguments, answer: z.ZodType<T>, signal?: AbortSignal): Promise<T>;
  /** For calls that are useless when late: rejects immediately on a rate limit, and delays no other call. */
  callOrDrop<T>(method: string, args: Arguments, answer: z.ZodType<T>, signal?: AbortSignal): Promise<T>;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Slack's refusal, with Slack's own short code, e.g. `not_in_channel`. */
export class SlackRefusal extends PlatformError {
  readonly slackCode: string;
  /** The scope that the app lacks, if that is the reason. */
  readonly needed: string | undefined;

  constructor(failure: PlatformFailure, slackCode: string, method: string, needed?: string) {
    super(failure, `Slack refused ${method}: ${slackCode}${needed === undefined ? "" : ` (${needed})`}`);
    this.slackCode = slackCode;
    this.needed = needed;
  }
}

/** Slack, or a server in its place, answered with an HTTP error. */
export class SlackHttpError extends PlatformError {
  readonly status: number;

  constructor(status: number, method: string) {
    super("unavailable", `Slack answered ${method} with HTTP ${status}`);
    this.status = status;
  }
}

export interface SlackWebOptions {
  readonly token: string;
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly logger: SlackLogger;
  /** Called with the outcome of each call, unless we cancelled it. Undefined means success. */
  readonly onOutcome?: (error: PlatformError | undefined) => void;
  /** Called when Slack answers that a rate limit is exceeded. */
  readonly onRateLimit?: (() => void) | undefined;
}

/** Options for each client of Slack's libraries. They need a fresh copy each time because the libraries modify it. */
export function clientOptions({ apiUrl, logger }: Pick<SlackWebOptions, "apiUrl" | "logger">): WebClientOptions {
  return {
    slackApiUrl: apiUrl,
    logger,
    // By default, the library repeats a post after a network error, and so might post it twice.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: SLACK_CALL_MS,
    allowAbsoluteUrls: false,
    fetch: fetchLimited,
  };
}

const RATE_LIMITED_STATUS = 429;

/**
 * Calls Slack. Slack's library does not recognize a rate limit whose `Retry-After` is missing or no number, as from a proxy, so such
 * an answer gets the shortest pause.
 */
const fetchLimited: NonNullable<WebClientOptions["fetch"]> = async (address, init) => {
  const answer = await fetch(address, init);
  if (answer.status !== RATE_LIMITED_STATUS || /^\s*-?\d/.test(answer.headers.get("retry-after") ?? "")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("retry-after", String(SLACK_SHORTEST_PAUSE_MS / 1000));
  return new Response(answer.body, { status: answer.status, headers });
};

export function createSlackWeb(options: SlackWebOptions): SlackWeb {
  const { token, clock, onOutcome = () => {}, onRateLimit = () => {} } = options;
  const posting = new WebClient(token, clientOptions(options));
  const progress = new WebClient(token, clientOptions(options));
  /** When the calls that share a rate limit (`limitOf`) can continue. */
  const pausedUntil = new Map<string, number>();
  const progressPausedUntil = new Map<string, number>();

  const forgetPassed = (): void => {
    for (const [limit, until] of pausedUntil) if (until <= clock.elapsed()) pausedUntil.delete(limit);
  };
  const failed = (method: string, error: unknown, signal: AbortSignal | undefined): PlatformError => {
    const failure = toPlatformError(method, error);
    if (!signal?.aborted) onOutcome(failure);
    return failure;
  };

  return {
    async call(method, args, answer, signal) {
      const limit = limitOf(method, args);
      for (;;) {
        const waitMs = (pausedUntil.get(limit) ?? 0) - clock.elapsed();
        if (waitMs > 0) await clock.sleep(waitMs, signal).catch((error: unknown) => Promise.reject(stopped(error)));
        try {
          const answered = answer.parse(await cancellable(() => posting.apiCall(method, { ...args }), signal));
          onOutcome(undefined);
          return answered;
        } catch (error) {
          const pauseMs = rateLimitOf(error);
          if (pauseMs === undefined) throw failed(method, error, signal);
          onRateLimit();
          forgetPassed();
          pausedUntil.set(limit, clock.elapsed() + pauseMs);
        }
      }
    },
    async callOrDrop(method, args, answer, signal) {
      if ((progressPausedUntil.get(method) ?? 0) > clock.elapsed()) throw tooSoon(method);
      try {
        const answered = answer.parse(await cancellable(() => progress.apiCall(method, { ...args }), signal));
        onOutcome(undefined);
        return answered;
      } catch (error) {
        const pauseMs = rateLimitOf(error);
        if (pauseMs === undefined) throw failed(method, error, signal);
        onRateLimit();
        progressPausedUntil.set(method, clock.elapsed() + pauseMs);
        throw tooSoon(method);
      }
    },
  };
}

const Needed = z.object({
  needed: z
    .string()
    .regex(/^[a-z.:,_-]{1,100}$/)
    .optional()
    .catch(undefined),
});

function tooSoon(method: string): PlatformError {
  return new PlatformError("rate_limited", `Slack's rate limit for ${method} has not passed yet`);
}

/** Calls that share a rate limit. Slack limits posts by channel: https://docs.slack.dev/apis/web-api/rate-limits */
function limitOf(method: string, { channel }: Arguments): string {
  return method === "chat.postMessage" ? `${method} ${String(channel)}` : method;
}

/** A rate limit without an HTTP status. The second is `chat.postMessage`'s own name for it. */
const RATE_LIMITED: ReadonlySet<string> = new Set(["ratelimited", "rate_limited"]);
/** The shortest pause after a rate limit, whatever Slack says. */
const SLACK_SHORTEST_PAUSE_MS = 1000;

/** How long to wait, in milliseconds. Undefined when the error is not a rate limit. */
function rateLimitOf(error: unknown): number | undefined {
  if (error instanceof WebAPIRateLimitedError) {
    return Math.min(Math.max(error.retryAfter * 1000, SLACK_SHORTEST_PAUSE_MS), SLACK_RETRY_AFTER_CAP_MS);
  }
  if (error instanceof WebAPIPlatformError && RATE_LIMITED.has(error.data.error)) return SLACK_SHORTEST_PAUSE_MS;
  return undefined;
}

/**
 * The library does not support signals. A cancelled call continues in the background, and its result is reconciled
 * later.
 */
function cancellable<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return untilAborted(call, signal).catch((error: unknown) => {
    throw signal?.aborted ? stopped(error) : error;
  });
}

function stopped(reason: unknown): PlatformError {
  return new PlatformError("unavailable", "the call to Slack was cancelled", reason);
}

function toPlatformError(method: string, error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof WebAPIPlatformError) {
    // The library's error contains the whole response. Only the code is passed on.
    const code = /^[a-z0-9_.-]{1,100}$/i.test(error.data.error) ? error.data.error : "no_code";
    const { needed } = Needed.parse(error.data);
    return new SlackRefusal(failureOf(code), code, method, code === "missing_scope" ? needed : undefined);
  }
  if (error instanceof WebAPIHTTPError) return new SlackHttpError(error.statusCode, method);
  if (error instanceof z.ZodError) {
    return new PlatformError("unavailable", `Slack's answer to ${method} does not match its documentation`, error);
  }
  const reason = rootCode(error) ?? (error instanceof Error ? error.message : String(error));
  return new PlatformError("unavailable", `could not call Slack's ${method}: ${reason}`, error);
}

const GONE = new Set([
  "channel_not_found",
  "message_not_found",
  "thread_not_found",
  // The thread's first message was deleted.
  "cannot_reply_to_message",
  "is_archived",
  "user_not_found",
  "users_not_found",
  "file_not_found",
  "file_deleted",
]);
const FORBIDDEN = new Set([
  "not_in_channel",
  "user_not_in_channel",
  "missing_scope",
  "restricted_action",
  "restricted_action_read_only_channel",
  "restricted_action_thread_only_channel",
  "restricted_action_non_threadable_channel",
  "restricted_action_thread_locked",
  "messages_tab_disabled",
  "cant_update_message",
  "cant_delete_message",
  "cannot_dm_bot",
  "access_denied",
  "no_permission",
  "not_allowed_token_type",
  "file_uploads_disabled",
  "file_uploads_except_images_disabled",
  "ekm_access_denied",
  "team_access_not_granted",
]);
/** These pass by themselves, and concern a channel or the workspace's posts, not the connection to Slack. */
const PASSING = new Set(["external_channel_migrating", "message_limit_exceeded"]);
/** The operator can fix the token, so these errors are retryable and accepted work is kept. */
const LATER = new Set([
  "invalid_auth",
  "not_authed",
  "token_revoked",
  "token_expired",
  "account_inactive",
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "team_added_to_org",
  "org_login_required",
  "accesslimited",
  "no_code",
]);

function failureOf(code: string): PlatformFailure {
  if (GONE.has(code)) return "gone";
  if (FORBIDDEN.has(code)) return "forbidden";
  if (LATER.has(code)) return "unavailable";
  if (PASSING.has(code)) return "rate_limited";
  return code === "file_upload_size_restricted" ? "too_large" : "rejected";
}
