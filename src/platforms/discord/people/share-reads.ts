import type { REST } from "discord.js";

/** The part of Discord's REST API that only reads. */
export type Reads = Pick<REST, "get">;

/**
 * Callers that ask for the same thing while an answer is under way share one call. Lists and the doctor ask about the same few
 * channels and people concurrently. Nothing is remembered after the answer.
 */
export function shareReads(rest: Reads): Reads {
  const underWay = new Map<string, Promise<unknown>>();
  return {
    async get(route, { signal, ...options } = {}) {
      const key = `${route}?${options.query?.toString() ?? ""}`;
      // A call that others wait for must not end with the signal of the one who asked first.
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
