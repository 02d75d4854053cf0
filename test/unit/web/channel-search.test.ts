import { describe, expect, it } from "vitest";
import type { SearchPlace, SearchView } from "../../../src/platforms/console/api/search.ts";
import { createChannelSearch, endOfDay } from "../../../src/web/state/search/channel-search.ts";

const at = (second: number): SearchPlace => ({
  at: `2026-05-01T00:00:${String(second).padStart(2, "0")}.000000Z`,
  id: "00000000-0000-4000-8000-000000000000",
});

/** Results as the server returns them. */
function view(count: number, next?: SearchPlace): SearchView {
  const found = Array.from({ length: count }, (_, index) => ({
    message: { id: `m${index}`, channel: "general" },
    prompt: "a fox",
    model: "m",
    person: "Max",
    requestedAt: 1,
    files: [],
  }));
  return { found, ...(next ? { next } : {}) };
}

/** A server whose answers the test gives, one by one. */
function server() {
  const asked: { what: object; from: Partial<SearchPlace>; answer: PromiseWithResolvers<SearchView> }[] = [];
  const search = createChannelSearch((what, from) => {
    const answer = Promise.withResolvers<SearchView>();
    asked.push({ what, from, answer });
    return answer.promise;
  });
  const answer = async (given: SearchView | Error): Promise<void> => {
    const last = asked.at(-1)?.answer;
    if (given instanceof Error) last?.reject(given);
    else last?.resolve(given);
    await new Promise(setImmediate);
  };
  return { asked, search, answer };
}

describe("a search through a channel", () => {
  it("continues by itself until it has found enough, and then on request", async () => {
    const { asked, search, answer } = server();
    search.begin({ words: "fox", isStarred: false }, "2026-05-02T00:00:00.000000Z");
    expect(asked[0]).toMatchObject({ what: { words: "fox" }, from: { at: "2026-05-02T00:00:00.000000Z" } });
    await answer(view(0, at(50)));
    expect(search.store.get()).toMatchObject({ phase: "running", reached: Date.parse(at(50).at) });
    await answer(view(20, at(40)));
    expect(search.store.get()).toMatchObject({ phase: "paused", reached: Date.parse(at(40).at) });
    expect(asked.map(({ from }) => from)).toEqual([{ at: "2026-05-02T00:00:00.000000Z" }, at(50)]);
    search.goOn();
    expect(asked.at(-1)?.from).toEqual(at(40));
    // Two concurrent requests continue the search once.
    search.goOn();
    expect(asked).toHaveLength(3);
    await answer(view(3));
    expect(search.store.get()).toMatchObject({ phase: "over", reached: undefined });
    expect(search.store.get().found).toHaveLength(23);
  });

  it("pauses after ten parts without a result", async () => {
    const { asked, search, answer } = server();
    search.begin({ words: "fox", isStarred: false }, undefined);
    expect(asked[0]?.from).toEqual({});
    for (let part = 0; part < 10; part += 1) await answer(view(0, at(part)));
    expect(asked).toHaveLength(10);
    expect(search.store.get()).toMatchObject({ phase: "paused", found: [], reached: Date.parse(at(9).at) });
  });

  it("repeats a part that failed, and drops answers to earlier words", async () => {
    const { asked, search, answer } = server();
    search.begin({ words: "fox", isStarred: false }, undefined);
    await answer(view(5, at(9)));
    await answer(new Error("away"));
    expect(search.store.get()).toMatchObject({ phase: "failed" });
    expect(search.store.get().found).toHaveLength(5);
    search.goOn();
    expect(asked.at(-1)?.from).toEqual(at(9));
    const old = asked.at(-1);
    search.begin({ words: "owl", isStarred: true }, undefined);
    old?.answer.resolve(view(7));
    await answer(view(1));
    expect(search.store.get()).toMatchObject({ phase: "over" });
    expect(search.store.get().found).toHaveLength(1);
    search.begin({ words: "fox", isStarred: false }, undefined);
    search.stop();
    await answer(view(9));
    expect(search.store.get().found).toEqual([]);
  });
});

describe("the end of a day", () => {
  it("is the reader's next midnight, in microseconds", () => {
    expect(endOfDay("2026-12-31")).toBe(new Date(2027, 0, 1).toISOString().replace("Z", "000Z"));
    expect(endOfDay("2026-12-31")).toMatch(/\.000000Z$/);
    for (const none of ["", "2026", "12345-01-01", "x-y-z"]) expect(endOfDay(none)).toBeUndefined();
  });
});
