import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { addToCache } from "../../lib/bounded-cache.ts";
import type { Keys } from "../../core/job/key-secrets.ts";
import { isImageModelName } from "../../core/request/image/image-models.ts";
import { encodeScope } from "../../core/account/policy/scope.ts";
import type { AskForModels, KeyList, ListVideoModels } from "../../core/account/policy/model-list.ts";
import type { AccountStore } from "../../core/account/account-store.ts";

/** How long a key's model list is cached: models change over days, not minutes. */
export const MODEL_LIST_MS = 5 * 60_000;
/** The delay before a service that did not answer is asked again. Without it, each request would wait for the service. */
export const MODEL_LIST_AGAIN_MS = 5_000;
/** The most lists to cache, of organisations' tiers and of keys: a few hundred kilobytes. Evicts the oldest. */
export const MODEL_LISTS_REMEMBERED = 1_000;
/** How long a request waits for a list: the platforms expect an answer within 3 s. */
const MODEL_LIST_WAIT_MS = 1_500;
/** The query itself may take longer; the next request uses its result. */
const MODEL_LIST_ASK_MS = 10_000;

interface Known {
  readonly at: number;
  /** False if a service did not answer: `names` then contains that key's last known list. */
  readonly isFresh: boolean;
  readonly names: readonly string[] | undefined;
}

/**
 * Combines the model lists of all keys of a tier, because any of them may make a clip. Cached, with at most one query at a time,
 * so that requests rarely wait. If the service does not answer in time, the last known list counts. If one key's list is
 * unreadable, the combined list is unknown.
 */
export function createModelList(context: {
  readonly store: Pick<AccountStore, "credentialsFor" | "noteModels">;
  readonly keys: Pick<Keys, "secretOf">;
  readonly ask: AskForModels;
  readonly clock: Clock;
  readonly log: Logger;
}): ListVideoModels {
  const { store, keys, ask, clock, log } = context;
  const kept = new Map<string, Known>();
  const byKey = new Map<string, KeyList>();
  const underWay = new Map<string, Promise<Known>>();

  return async (asked, signal) => {
    const scopes = asked.scopes?.map(encodeScope);
    const name = JSON.stringify([asked.organisationId, scopes]);
    const known = kept.get(name);
    const lifeMs = known?.isFresh ? MODEL_LIST_MS : MODEL_LIST_AGAIN_MS;
    if (known && clock.elapsed() - known.at < lifeMs) return known.names;
    const asking = underWay.get(name) ?? refresh(name, asked.organisationId, scopes);
    underWay.set(name, asking);
    // If every caller stops waiting, nobody handles a rejection.
    asking.catch(() => {});
    const found = await Promise.race([
      asking,
      listTimeout(AbortSignal.any([signal, AbortSignal.timeout(MODEL_LIST_WAIT_MS)])),
    ]);
    return (found ?? known)?.names;
  };

  async function refresh(name: string, organisationId: string, scopes: readonly string[] | undefined): Promise<Known> {
    try {
      const ids = await store.credentialsFor(organisationId, "video", scopes);
      const answers = await Promise.all(ids.map(askAbout));
      const lists = answers.flatMap(({ list }) => (list === undefined ? [] : [list]));
      const isFresh = answers.every(({ isAnswered }) => isAnswered);
      if (!isFresh) log.warn({ organisation: organisationId }, "the video service did not list its models");
      if (lists.includes("unreadable")) {
        log.warn(
          { organisation: organisationId },
          "the list of video models has an unknown format; using the documented models",
        );
      }
      const isKnown = lists.length > 0 && !lists.includes("unreadable");
      const known = { at: clock.elapsed(), isFresh, names: isKnown ? videoNames(lists.flat()) : undefined };
      addToCache(kept, name, known, MODEL_LISTS_REMEMBERED);
      return known;
    } finally {
      underWay.delete(name);
    }
  }

  /** A key's current list, or the last known one. A key that can't be opened has none, because it can't be used. */
  async function askAbout(id: string): Promise<{ readonly list: KeyList | undefined; readonly isAnswered: boolean }> {
    const secret = await keys.secretOf(id);
    if (secret === undefined) return { list: undefined, isAnswered: true };
    const answer = await ask(secret, AbortSignal.timeout(MODEL_LIST_ASK_MS));
    if (answer !== undefined) {
      addToCache(byKey, id, answer, MODEL_LISTS_REMEMBERED);
      // Stored, so that a job can be given to a key that lists its model.
      const models = answer === "unreadable" ? undefined : answer;
      await store
        .noteModels(id, models)
        .catch((error: unknown) => log.info({ err: error }, "the models of a key could not be stored"));
    }
    return { list: answer ?? byKey.get(id), isAnswered: answer !== undefined };
  }
}

/** Resolves when the caller stops waiting for a list; the next request uses it. */
function listTimeout(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

/** A gateway may list the models of both services. */
function videoNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => !isImageModelName(name));
}
