import { expect, it } from "vitest";
import { rememberReaders, READER_MEMORY_MS } from "../../../src/platforms/reader-cache.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const place = { platform: "discord", workspace: "1", channel: "2", thread: "3" } as const;

it("caches for seconds who may read a conversation, by person and conversation", async () => {
  const clock = createManualClock();
  const asked: string[] = [];
  let isIn = true;
  const mayRead = rememberReaders(clock, async ({ thread }, userId) => {
    asked.push(`${thread} ${userId}`);
    return isIn;
  });
  expect(await Promise.all([mayRead(place, "max"), mayRead(place, "max")])).toEqual([true, true]);
  isIn = false;
  clock.advance(READER_MEMORY_MS - 1);
  expect(await mayRead(place, "max")).toBe(true);
  expect(await mayRead(place, "ada")).toBe(false);
  expect(await mayRead({ ...place, thread: "4" }, "max")).toBe(false);
  clock.advance(1);
  expect(await mayRead(place, "max")).toBe(false);
  expect(asked).toEqual(["3 max", "3 ada", "4 max", "3 max"]);
});

it("does not cache failures", async () => {
  let isAway = true;
  const mayRead = rememberReaders(createManualClock(), async () => {
    if (isAway) throw new Error("away");
    return true;
  });
  await expect(mayRead(place, "max")).rejects.toThrow("away");
  isAway = false;
  expect(await mayRead(place, "max")).toBe(true);
});
