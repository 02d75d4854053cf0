import { SLACK_LOOK_UP_MS, SLACK_REMEMBERED } from "../limits.ts";
import { addToCache } from "../../../lib/bounded-cache.ts";
import type { Clock } from "../../../lib/clock.ts";
import { isRetryable } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { createMinuteLimit } from "../../../lib/minute-limit.ts";

/** How many people of one message are looked up. Slack's tier of `users.info` allows about 100 calls a minute. */
export const SLACK_NAMES = 20;
/** How many names are looked up in a minute, so that most of the tier is left for the people who act. */
export const SLACK_NAMES_A_MINUTE = 40;
/** Cache time for ids of people whom the app cannot see. */
const SLACK_NOBODY_MS = 10 * 60_000;

/**
 * The names of mentioned people, by id. Never rejects. Leaves out those whom Slack doesn't know or doesn't name in time,
 * and those beyond the bounds above.
 */
export type NamesOf = (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * `remembered` returns a cached name, and whether it must be looked up again. `ask` looks a person up, and rejects with a
 * `PlatformError`.
 */
export function createNames(context: {
  readonly remembered: (userId: string) => { readonly name: string; readonly isOld: boolean } | undefined;
  readonly ask: (userId: string, signal: AbortSignal) => Promise<string>;
  readonly clock: Clock;
  readonly log: Logger;
}): NamesOf {
  const { remembered, ask, clock, log } = context;
  const nobodies = new Map<string, number>();
  const mayAsk = createMinuteLimit(clock, SLACK_NAMES_A_MINUTE);

  const isNobody = (userId: string): boolean =>
    clock.elapsed() - (nobodies.get(userId) ?? Number.NEGATIVE_INFINITY) < SLACK_NOBODY_MS;

  return async (userIds) => {
    const names = new Map<string, string>();
    const unnamed = userIds.filter((userId) => {
      const known = remembered(userId);
      if (known) names.set(userId, known.name);
      return known?.isOld !== false;
    });
    const asked = unnamed.slice(0, SLACK_NAMES).filter((userId) => !isNobody(userId) && mayAsk());
    // One deadline for all look-ups, because a person waits for the answer.
    const signal = AbortSignal.timeout(SLACK_LOOK_UP_MS);
    const failures = await Promise.all(
      asked.map(async (userId) => {
        try {
          names.set(userId, await ask(userId, signal));
          return undefined;
        } catch (error) {
          if (!isRetryable(error)) addToCache(nobodies, userId, clock.elapsed(), SLACK_REMEMBERED);
          return error;
        }
      }),
    );
    const failure = failures.find((error) => error !== undefined && isRetryable(error));
    if (failure !== undefined) log.warn({ err: failure }, "Slack did not answer a look-up of names");
    return names;
  };
}
