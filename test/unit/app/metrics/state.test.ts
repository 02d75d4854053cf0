import { expect, it } from "vitest";
import { createMeters } from "../../../../src/app/metrics/meters.ts";
import { showState } from "../../../../src/app/metrics/state.ts";
import type { ScrapeFacts } from "../../../../src/db/scrape-facts.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { totalOf } from "../../../support/metrics/samples.ts";

const NOTHING: ScrapeFacts = {
  jobs: [],
  slots: [],
  refused_keys: { image: 0, video: 0 },
  leases: [],
  pending_results: {},
  workers: 1,
  chats: 1,
  sessions: 0,
  backup_age_ms: null,
};
const slot = (key: string, used: number) => ({ key, service: "image" as const, used, unknown: 0, free: 1 });
const waiting = (model: string | null, jobs: number, waited_ms: number) => ({
  service: "image" as const,
  model,
  state: "waiting" as const,
  jobs,
  waited_ms,
});

/** Metrics over these facts, and how often they were read. */
function setUp(facts: Partial<ScrapeFacts> | Error) {
  const meters = createMeters();
  const clock = createManualClock();
  let reads = 0;
  showState(meters, {
    own: async () => ({ version: "1.2.0", schema: "3.12" }),
    databaseUp: () => true,
    diskFree: async () => 5e9,
    diskFull: () => false,
    clockAheadMs: () => 0,
    parts: () => [{ name: "discord", isUp: false, summary: "away" }],
    facts: async () => {
      reads += 1;
      if (facts instanceof Error) throw facts;
      return { ...NOTHING, ...facts };
    },
    clock,
  });
  return { meters, clock, reads: () => reads };
}

it("reads the database once for all metrics, and for all scrapes of a second", async () => {
  const { meters, clock, reads } = setUp({ workers: 3 });
  await Promise.all([meters.text(), meters.text()]);
  expect(totalOf(await meters.text(), "easel_workers_alive")).toBe(3);
  expect(reads()).toBe(1);
  clock.advance(1_000);
  await meters.text();
  expect(reads()).toBe(2);
});

it("leaves out the database's metrics while the database is unavailable", async () => {
  const { meters } = setUp(new Error("away"));
  const text = await meters.text();
  for (const name of ["easel_jobs", "easel_jobs_oldest_waiting_seconds", "easel_workers_alive"]) {
    expect(totalOf(text, name), name).toBeUndefined();
  }
  expect(totalOf(text, "easel_part_up", { part: "discord" })).toBe(0);
  // Before the first backup, the alert has nothing to compare.
  expect(totalOf(await setUp({}).meters.text(), "easel_backup_age_seconds")).toBeUndefined();
});

it("adds up the jobs of undocumented models", async () => {
  const { meters } = setUp({ jobs: [waiting("mine", 2, 5_000), waiting("yours", 3, 90_000), waiting(null, 1, 0)] });
  const text = await meters.text();
  expect(totalOf(text, "easel_jobs", { model: "other", state: "waiting" })).toBe(6);
  expect(totalOf(text, "easel_jobs_oldest_waiting_seconds", { service: "image" })).toBe(90);
  expect(totalOf(text, "easel_jobs_oldest_waiting_seconds", { service: "video" })).toBe(0);
});

it("names the 50 busiest keys, and adds up the others", async () => {
  const { meters } = setUp({ slots: Array.from({ length: 60 }, (_, index) => slot(`sk-…${100 + index}`, index)) });
  const text = await meters.text();
  expect(totalOf(text, "easel_key_slots", { key: "sk-…159", state: "used" })).toBe(59);
  expect(totalOf(text, "easel_key_slots", { key: "sk-…109" })).toBeUndefined();
  expect(totalOf(text, "easel_key_slots", { key: "other", state: "used" })).toBe(45);
  expect(totalOf(text, "easel_key_slots", { key: "other", state: "free" })).toBe(10);
});

it("says which version runs, how much can be written, and what is being delivered", async () => {
  const { meters } = setUp({ pending_results: { slack: 3 }, chats: 2, backup_age_ms: 7_200_000 });
  const text = await meters.text();
  expect(totalOf(text, "easel_backup_age_seconds")).toBe(7_200);
  expect(totalOf(text, "easel_build_info", { version: "1.2.0", schema: "3.12" })).toBe(1);
  expect(totalOf(text, "easel_disk_free_bytes")).toBe(5e9);
  expect(totalOf(text, "easel_results_pending", { platform: "slack" })).toBe(3);
  expect(totalOf(text, "easel_chats_alive")).toBe(2);
});
