import { expect, it } from "vitest";
import { timeOrderedId } from "../../../src/lib/time-ordered-id.ts";

const NOW = Date.UTC(2026, 10, 23, 2, 3, 4, 567);

it("is a UUID of version 7 that tells its time", () => {
  const id = timeOrderedId(NOW);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(NOW);
});

it("sorts by time, and differs within a millisecond", () => {
  expect(timeOrderedId(NOW) < timeOrderedId(NOW + 1)).toBe(true);
  expect(new Set(Array.from({ length: 1_000 }, () => timeOrderedId(NOW))).size).toBe(1_000);
});
