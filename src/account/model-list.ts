import type { Clock } from "../clock.ts";
import type { Logger } from "../log.ts";
import type { Keys } from "../job/keys.ts";
import { MODEL_LIST_MS } from "../limits.ts";
import type { AccountStore } from "./store.ts";

/** Asks the video service for the names that a key may use; undefined when there is no usable answer. */
export type AskForModels = (apiKey: string, signal: AbortSignal) => Promise<readonly string[] | undefined>;

interface Kept {
  readonly at: number;
  readonly names: readonly string[];
}

/**
 * The names that an organisation's keys list at the video service, all keys together. Kept for a while, so that a request
 * rarely waits for it; where the service doesn't answer, what was last known, else undefined.
 */
export function createModelList(context: {
  readonly store: AccountStore;
  readonly keys: Keys;
  readonly ask: AskForModels;
  readonly clock: Clock;
  readonly log: Logger;
}): (organisationId: string, signal: AbortSignal) => Promise<readonly string[] | undefined> {
  const { store, keys, ask, clock, log } = context;
  const kept = new Map<string, Kept>();
  return async (organisationId, signal) => {
    const known = kept.get(organisationId);
    if (known && clock.elapsed() - known.at < MODEL_LIST_MS) return known.names;
    const names = new Set<string>();
    let answered = false;
    for (const id of await store.credentialsFor(organisationId, "video")) {
      const secret = await keys.secretOf(id);
      const listed = secret === undefined ? undefined : await ask(secret, signal);
      if (listed) answered = true;
      for (const name of listed ?? []) names.add(name);
    }
    if (!answered) {
      log.warn({ organisation: organisationId }, "the video service did not list its models");
      return known?.names;
    }
    const fresh = { at: clock.elapsed(), names: [...names] };
    kept.set(organisationId, fresh);
    return fresh.names;
  };
}
