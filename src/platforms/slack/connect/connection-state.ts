import { SLACK_START_MS } from "../limits.ts";
import { z } from "zod";
import { backoff } from "../../../lib/backoff.ts";
import type { Clock } from "../../../lib/clock.ts";
import { rootCode } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { withTimeLimit } from "../../../lib/time-limit.ts";
import { PlatformError, PlatformRefusal } from "../../../core/chat/errors.ts";
import { isWrongToken, refusedToken, type AskIdentity, type SlackIdentity } from "./identity.ts";
import { SlackHttpError, SlackRefusal, type SlackWeb } from "./web-api.ts";

/** How often to check that Slack still accepts the token. Without the check, a refusal might go unnoticed for days. */
export const SLACK_WATCH_MS = 60_000;
/** First and longest delay before retrying when Slack can't be reached. */
const SLACK_AGAIN_MS = 1_000;
const SLACK_AGAIN_CAP_MS = 15_000;

/** What Slack's answers show about the bot's token and about Slack's availability. */
export interface ConnectionState {
  /** Called with the outcome of each Web API call. */
  heard(error: PlatformError | undefined): void;
  /** Why Slack refuses the token or can't be reached. Undefined when its last answer was fine. */
  trouble(): PlatformRefusal | PlatformError | undefined;
}

export function createConnectionState(): ConnectionState {
  let trouble: PlatformRefusal | PlatformError | undefined;
  return {
    heard(error) {
      // A refusal for another reason shows that the token is valid.
      if (error === undefined || error.failure !== "unavailable") trouble = undefined;
      else trouble = refusalOf(error) ?? error;
    },
    trouble: () => trouble,
  };
}

/**
 * Asks Slack for the bot's identity at the start. Throws a `PlatformRefusal` when only a person can fix the problem.
 * When Slack can't be reached, it returns the error, and the identity is asked for again when it is needed.
 */
export async function askSlack(
  identity: () => Promise<SlackIdentity>,
  context: { readonly apiUrl: string; readonly clock: Clock; readonly log: Logger },
  signal: AbortSignal,
): Promise<SlackIdentity | undefined> {
  const { apiUrl, clock, log } = context;
  const late = (): Error => new PlatformError("unavailable", "Slack did not answer in time");
  try {
    return await withTimeLimit(SLACK_START_MS, identity, { clock, signal, late });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const refusal = refusalOf(error);
    if (refusal) throw refusal;
    if (isElsewhere(error, apiUrl)) {
      throw new PlatformRefusal(
        "address",
        "SLACK_API_URL",
        `SLACK_API_URL is set, but ${apiUrl} does not answer as Slack does; correct it, or remove it to use Slack's own address.`,
      );
    }
    log.warn({ reason: error.message }, "Slack can't be reached yet");
    return undefined;
  }
}

/**
 * Regularly checks that Slack accepts the token, and checks more often while Slack does not answer. Learns the bot's identity if the
 * start could not. Ends when the signal aborts.
 */
export async function watchSlack(
  context: {
    readonly web: SlackWeb;
    readonly identity: AskIdentity;
    readonly connectionState: ConnectionState;
    readonly clock: Clock;
    readonly random: () => number;
    readonly log: Logger;
  },
  signal: AbortSignal,
): Promise<void> {
  const { web, identity, connectionState, clock, random, log } = context;
  const pauseMs = (failures: number): number =>
    connectionState.trouble() instanceof PlatformError || !identity.known()
      ? backoff(failures, SLACK_AGAIN_MS, SLACK_AGAIN_CAP_MS, random)
      : SLACK_WATCH_MS;
  let told = connectionState.trouble()?.message;
  for (let failures = 0; ;) {
    await clock.sleep(pauseMs(failures), signal).catch(() => {});
    if (signal.aborted) return;
    await web.call("auth.test", {}, z.unknown(), signal).catch(() => {});
    const trouble = connectionState.trouble();
    if (!trouble && !identity.known()) await identity().catch(() => {});
    failures = trouble === undefined ? 0 : failures + 1;
    if (trouble?.message === told || signal.aborted) continue;
    told = trouble?.message;
    if (trouble instanceof PlatformRefusal) log.error({ reason: told }, "Slack refuses the bot");
    else if (trouble) log.warn({ reason: told }, "Slack can't be reached");
    else log.info("Slack can be reached and accepts the token");
  }
}

function refusalOf(error: PlatformError): PlatformRefusal | undefined {
  const isWrong = error instanceof SlackRefusal && isWrongToken(error.slackCode);
  return isWrong ? refusedToken(error.slackCode) : undefined;
}

/**
 * Whether the configured address belongs to a server that is not Slack. Slack's own address is right, even if it gives
 * strange answers.
 */
function isElsewhere(error: PlatformError, apiUrl: string): boolean {
  if (/(?:^|\.)slack(?:-gov)?\.com$/.test(new URL(apiUrl).hostname)) return false;
  return (error instanceof SlackHttpError && error.status === 404) || rootCode(error) === "ENOTFOUND";
}
