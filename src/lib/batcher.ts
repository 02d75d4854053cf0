import { isRetryable } from "./errors.ts";

export interface BatcherOptions<Item, Result> {
  /** Performs all items or none, and returns a result for each, in order. */
  readonly act: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items with the same key are never performed together; they keep their order. */
  readonly keyOf: (item: Item) => string;
  /** The most items in a batch. The rest wait for the next one. */
  readonly atMost: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches concurrent calls: the first one runs immediately, and calls that arrive meanwhile run together afterwards. A lone
 * caller waits no longer than without a batcher; under load, one round trip and one commit serve many. Rejects as `act` does. A
 * batch that fails is retried one by one, so that one caller's error does not affect the others. But when `act` fails temporarily
 * (`isRetryable`), all callers fail immediately and may retry.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!busy) void serveAll();
    return promise;
  };

  async function serveAll(): Promise<void> {
    busy = true;
    while (waiting.length > 0) await serve(takeNext());
    busy = false;
  }

  function takeNext(): Waiting<Item, Result>[] {
    const taken = new Map<string, Waiting<Item, Result>>();
    const left: Waiting<Item, Result>[] = [];
    for (const one of waiting) {
      const key = options.keyOf(one.item);
      if (taken.size < options.atMost && !taken.has(key)) taken.set(key, one);
      else left.push(one);
    }
    waiting = left;
    return [...taken.values()];
  }

  async function serve(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.act(group.map(({ item }) => item));
      if (results.length !== group.length) throw new Error(`${results.length} results for ${group.length}`);
      for (const [index, result] of results.entries()) group[index]?.resolve(result);
    } catch (error) {
      if (group.length > 1 && !isRetryable(error)) {
        for (const one of group) await serve([one]);
        return;
      }
      const failed = isRetryable(error) ? [...group, ...waiting.splice(0)] : group;
      for (const { reject } of failed) reject(error);
    }
  }
}
