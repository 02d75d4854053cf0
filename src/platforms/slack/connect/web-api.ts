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
import { abortReason, type Clock } from "../../../lib/clock.ts";
import { rootCode } from "../../../lib/errors.ts";
import { PlatformError, type PlatformFailure } from "../../../core/chat/errors.ts";

/** One call of the Web API; Slack answers within a second, and a post that is silent for this long is looked for. */
const SLACK_CALL_MS = 30_000;

/** The way to Slack's Web API. Nothing is sent twice by itself; every rejection is a `PlatformError`. */
export interface SlackWeb {
  /** Waits out a rate limit: what was refused by one was certainly not done. */
  call<T>(method: string, args: Arguments, answer: z.ZodType<T>, signal?: AbortSignal): Promise<T>;
  /** For what is stale when it is late: a rate limit rejects at once, and keeps no other call waiting. */
  callOrDrop<T>(method: string, args: Arguments, answer: z.ZodType<T>, signal?: AbortSignal): Promise<T>;
}

type Arguments = Readonly<Record<string, unknown>>;

/** What Slack answered when it refused: its own short code, e.g. `not_in_channel`. */
export class SlackRefusal extends PlatformError {
  readonly slackCode: string;
  /** The scope that the app lacks, where that is what Slack refused it for. */
  readonly needed: string | undefined;

  constructor(failure: PlatformFailure, slackCode: string, method: string, needed?: string) {
    super(failure, `Slack refused ${method}: ${slackCode}${needed === undefined ? "" : ` (${needed})`}`);
    this.slackCode = slackCode;
    this.needed = needed;
  }
}

/** Slack, or whatever answers in its place, answered with an HTTP error. */
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
  /** Told how each call ended, unless we gave it up; undefined: Slack answered what was asked. */
  readonly onOutcome?: (error: PlatformError | undefined) => void;
}

/** Options for every client of Slack's libraries, made anew each time: they are written into. */
export function clientOptions({ apiUrl, logger }: Pick<SlackWebOptions, "apiUrl" | "logger">): WebClientOptions {
  return {
    slackApiUrl: apiUrl,
    logger,
    // The default posts again after a network error, and so twice.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: SLACK_CALL_MS,
    allowAbsoluteUrls: false,
  };
}

export function createSlackWeb(options: SlackWebOptions): SlackWeb {
  const { token, clock, onOutcome = () => {} } = options;
  const posting = new WebClient(token, clientOptions(options));
  const progress = new WebClient(token, clientOptions(options));
  /** Until when Slack does not want to hear of a method again. */
  const pausedUntil = new Map<string, number>();
  const progressPausedUntil = new Map<string, number>();

  const failed = (method: string, error: unknown, signal: AbortSignal | undefined): PlatformError => {
    const failure = toPlatformError(method, error);
    if (!signal?.aborted) onOutcome(failure);
    return failure;
  };

  return {
    async call(method, args, answer, signal) {
      for (;;) {
        const waitMs = (pausedUntil.get(method) ?? 0) - clock.elapsed();
        if (waitMs > 0) await clock.sleep(waitMs, signal).catch((error: unknown) => Promise.reject(stopped(error)));
        try {
          const answered = answer.parse(await untilAborted(posting.apiCall(method, { ...args }), signal));
          onOutcome(undefined);
          return answered;
        } catch (error) {
          const pauseMs = rateLimitOf(error);
          if (pauseMs === undefined) throw failed(method, error, signal);
          pausedUntil.set(method, clock.elapsed() + pauseMs);
        }
      }
    },
    async callOrDrop(method, args, answer, signal) {
      if ((progressPausedUntil.get(method) ?? 0) > clock.elapsed()) throw tooSoon(method);
      try {
        const answered = answer.parse(await untilAborted(progress.apiCall(method, { ...args }), signal));
        onOutcome(undefined);
        return answered;
      } catch (error) {
        const pauseMs = rateLimitOf(error);
        if (pauseMs === undefined) throw failed(method, error, signal);
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
  return new PlatformError("rate_limited", `Slack does not take ${method} yet`);
}

/** Milliseconds to wait, or undefined when that was not the trouble. */
function rateLimitOf(error: unknown): number | undefined {
  if (error instanceof WebAPIRateLimitedError) return Math.min(error.retryAfter * 1000, SLACK_RETRY_AFTER_CAP_MS);
  if (error instanceof WebAPIPlatformError && error.data.error === "ratelimited") return 1000;
  return undefined;
}

/** The library knows no signals; a call that is no longer waited for goes on by itself, and is reconciled later. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  work.catch(() => {});
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(stopped(abortReason(signal)));
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function stopped(reason: unknown): PlatformError {
  return new PlatformError("unavailable", "the call to Slack was given up", reason);
}

function toPlatformError(method: string, error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof WebAPIPlatformError) {
    // The library keeps the whole answer; the code alone is for others.
    const code = /^[a-z0-9_.-]{1,100}$/i.test(error.data.error) ? error.data.error : "no_code";
    const { needed } = Needed.parse(error.data);
    return new SlackRefusal(failureOf(code), code, method, code === "missing_scope" ? needed : undefined);
  }
  if (error instanceof WebAPIHTTPError) return new SlackHttpError(error.statusCode, method);
  if (error instanceof z.ZodError) {
    return new PlatformError("unavailable", `Slack's answer to ${method} is not what it documents`, error);
  }
  const reason = rootCode(error) ?? (error instanceof Error ? error.message : String(error));
  return new PlatformError("unavailable", `Slack could not be asked for ${method}: ${reason}`, error);
}

const GONE = new Set([
  "channel_not_found",
  "message_not_found",
  "thread_not_found",
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
/** The token is the operator's to mend; nothing that was accepted is given up meanwhile. */
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
  return code === "file_upload_size_restricted" ? "too_large" : "rejected";
}
