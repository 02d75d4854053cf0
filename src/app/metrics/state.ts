import type { Service } from "../../core/job/job.ts";
import type { ScrapeFacts } from "../../db/scrape-facts.ts";
import type { Clock } from "../../lib/clock.ts";
import { createTtlCache } from "../../lib/ttl-cache.ts";
import type { Part } from "../service-status.ts";
import type { Meters, Sample } from "./meters.ts";
import { modelLabel } from "./model-label.ts";

/** How long scrapes share the database's answer, so that they cost at most one statement a second. */
const FACTS_SHARED_MS = 1_000;
/** Keys with a label of their own. More would be too many series for anyone to look at. */
const KEYS_SHOWN = 50;

const SERVICES: readonly Service[] = ["image", "video"];

/** The version of this process, and the database schema that it works with. */
interface BuildFacts {
  readonly version: string;
  readonly schema: string;
}

/** What a scrape reads: this process's view of the services around it, and the database's facts about all processes. */
export interface ScrapeSources {
  readonly own: () => Promise<BuildFacts>;
  readonly databaseUp: () => boolean;
  /** The bytes that can still be written to `DATA_DIR`. */
  readonly diskFree: () => Promise<number>;
  readonly diskFull: () => boolean;
  readonly parts: () => readonly Part[];
  /** How far the database's clock is ahead of this machine's. */
  readonly clockAheadMs: () => number;
  /** Rejects with `DatabaseUnavailableError`; its metrics are then left out. */
  readonly facts: () => Promise<ScrapeFacts>;
  readonly clock: Pick<Clock, "elapsed">;
}

/** Adds the gauges that are read at each scrape. */
export function showState(meters: Meters, sources: ScrapeSources): void {
  const shared = createTtlCache<ScrapeFacts>(sources.clock, { keptMs: FACTS_SHARED_MS, max: 1 });
  const facts = (): Promise<ScrapeFacts> => shared("facts", sources.facts);

  meters.show("easel_database_up", () => one(sources.databaseUp() ? 1 : 0));
  meters.show("easel_build_info", async () => [{ labels: { ...(await sources.own()) }, value: 1 }]);
  meters.show("easel_disk_free_bytes", async () => one(await sources.diskFree()));
  meters.show("easel_disk_full", () => one(sources.diskFull() ? 1 : 0));
  meters.show("easel_database_clock_ahead_seconds", () => one(sources.clockAheadMs() / 1_000));
  meters.show("easel_part_up", () =>
    sources.parts().map(({ name, isUp }) => ({ labels: { part: name }, value: isUp ? 1 : 0 })),
  );
  meters.show("easel_jobs", async () => jobSamples((await facts()).jobs));
  meters.show("easel_jobs_oldest_waiting_seconds", async () => oldestWaiting((await facts()).jobs));
  meters.show("easel_key_slots", async () => slotSamples((await facts()).slots));
  meters.show("easel_keys_refused", async () => {
    const { refused_keys: refused } = await facts();
    return SERVICES.map((service) => ({ labels: { service }, value: refused[service] }));
  });
  meters.show("easel_workers_alive", async () => one((await facts()).workers));
  meters.show("easel_chats_alive", async () => one((await facts()).chats));
  meters.show("easel_results_pending", async () =>
    Object.entries((await facts()).pending_results).map(([platform, value]) => ({ labels: { platform }, value })),
  );
  meters.show("easel_leases", async () =>
    (await facts()).leases.map(({ lease, held }) => ({ labels: { lease }, value: held })),
  );
  meters.show("easel_backup_age_seconds", async () => {
    const { backup_age_ms: ageMs } = await facts();
    return ageMs === null ? [] : one(ageMs / 1_000);
  });
  meters.show("easel_console_sessions", async () => one((await facts()).sessions));
}

/** The sample of a gauge without labels. */
function one(value: number) {
  return [{ labels: {}, value }];
}

/** Summed, because several models may share the label `other`. */
function jobSamples(jobs: ScrapeFacts["jobs"]): readonly Sample<"easel_jobs">[] {
  return summed(
    jobs.map(({ service, model, state, jobs: value }) => ({
      labels: { service, model: modelLabel(model ?? undefined), state },
      value,
    })),
  );
}

function oldestWaiting(jobs: ScrapeFacts["jobs"]): readonly Sample<"easel_jobs_oldest_waiting_seconds">[] {
  return SERVICES.map((service) => {
    const waiting = jobs.filter((job) => job.service === service && job.state === "waiting");
    return { labels: { service }, value: Math.max(0, ...waiting.map((job) => job.waited_ms)) / 1_000 };
  });
}

function slotSamples(slots: ScrapeFacts["slots"]): readonly Sample<"easel_key_slots">[] {
  const busyness = ({ used, unknown }: ScrapeFacts["slots"][number]): number => used + unknown;
  const shown = new Set<string>();
  for (const { key } of slots.toSorted((a, b) => busyness(b) - busyness(a) || a.key.localeCompare(b.key))) {
    if (shown.size < KEYS_SHOWN) shown.add(key);
  }
  return summed(
    slots.flatMap(({ key, service, used, unknown, free }) => {
      const label = shown.has(key) ? key : "other";
      return Object.entries({ used, unknown, free }).map(([state, value]) => ({
        labels: { key: label, service, state },
        value,
      }));
    }),
  );
}

/** Adds up the samples with the same labels. */
function summed<Labels extends Readonly<Record<string, string>>>(
  samples: readonly { readonly labels: Labels; readonly value: number }[],
): readonly { readonly labels: Labels; readonly value: number }[] {
  const groups = Map.groupBy(samples, ({ labels }) => JSON.stringify(labels));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ labels: first.labels, value: group.reduce((sum, { value }) => sum + value, 0) }] : [];
  });
}
