import { describe, expect, it } from "vitest";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { createBatcher } from "../../../src/lib/batcher.ts";

/** A batcher whose batches the test ends. */
function setUp(atMost = 10) {
  const batches: { readonly items: readonly string[]; end(error?: Error): void }[] = [];
  const ask = createBatcher<string, string>({
    act: (items) =>
      new Promise((resolve, reject) => {
        batches.push({
          items,
          end: (error) => (error ? reject(error) : resolve(items.map((item) => item.toUpperCase()))),
        });
      }),
    keyOf: (item) => item[0] ?? "",
    atMost,
  });
  /** Ends the newest batch and lets the waiting callers continue. */
  const end = async (error?: Error): Promise<void> => {
    batches.at(-1)?.end(error);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { ask, batches, end };
}

describe("a batcher", () => {
  it("serves a lone caller immediately, and concurrent callers together", async () => {
    const { ask, batches, end } = setUp();
    const answers = ["a", "b", "c"].map((item) => ask(item));
    expect(batches.map(({ items }) => items)).toEqual([["a"]]);
    await end();
    expect(batches.map(({ items }) => items)).toEqual([["a"], ["b", "c"]]);
    await end();
    expect(await Promise.all(answers)).toEqual(["A", "B", "C"]);
  });

  it("never performs two items of one key together, and keeps their order", async () => {
    const { ask, batches, end } = setUp();
    const answers = ["a", "b1", "b2", "c", "b3"].map((item) => ask(item));
    for (let batch = 0; batch < 4; batch++) await end();
    expect(batches.map(({ items }) => items)).toEqual([["a"], ["b1", "c"], ["b2"], ["b3"]]);
    expect(await Promise.all(answers)).toEqual(["A", "B1", "B2", "C", "B3"]);
  });

  it("performs no more items together than allowed", async () => {
    const { ask, batches, end } = setUp(2);
    const answers = ["a", "b", "c", "d", "e"].map((item) => ask(item));
    for (let batch = 0; batch < 3; batch++) await end();
    expect(batches.map(({ items }) => items)).toEqual([["a"], ["b", "c"], ["d", "e"]]);
    await Promise.all(answers);
  });

  it("retries a failed batch one by one, so that only the faulty item fails", async () => {
    const { ask, batches, end } = setUp();
    const answers = Promise.allSettled(["a", "b", "c"].map((item) => ask(item)));
    await end();
    await end(new RangeError("one of them is wrong"));
    await end(new RangeError("b is wrong"));
    await end();
    expect(batches.map(({ items }) => items)).toEqual([["a"], ["b", "c"], ["b"], ["c"]]);
    expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("rejects all waiting callers immediately if the database is unavailable, and serves later ones", async () => {
    const { ask, batches, end } = setUp();
    const answers = Promise.allSettled(["a", "b", "c"].map((item) => ask(item)));
    await end(new DatabaseUnavailableError("away"));
    expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    const later = ask("d");
    await end();
    expect(batches.map(({ items }) => items)).toEqual([["a"], ["d"]]);
    expect(await later).toBe("D");
  });
});
