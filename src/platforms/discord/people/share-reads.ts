import type { REST } from "discord.js";

/** The part of Discord's REST API that only reads. */
export type Reads = Pick<REST, "get">;

/**
 * Lets concurrent callers share one call for the same thing: lists and the doctor ask about the same few channels and people at
 * the same time. Nothing is remembered after the answer.
 */
export function shareReads(rest: Reads): Reads {
  const underWay = new Map<string, Promise<unknown>>();
  return {
    async get(route, { signal, ...options } = {}) {
      const key = `${route}?${options.query?.toString() ?? ""}`;
      // A shared call must not be aborted by the first caller's signal.
      const answer = underWay.get(key) ?? rest.get(route, options);
      underWay.set(key, answer);
      const forget = (): void => {
        if (underWay.get(key) === answer) underWay.delete(key);
      };
      answer.then(forget, forget);
      return signal ? orAborted(answer, signal) : answer;
    },
  };
}

async function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([answer, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
