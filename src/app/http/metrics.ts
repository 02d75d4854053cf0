import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import type { Service } from "../../core/job/job.ts";
import type { Part } from "../parts.ts";

/** This process's metrics, in the Prometheus text format. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Slots of all gateway keys that jobs of one service hold. */
export interface HeldSlots {
  readonly service: Service;
  readonly held: number;
  /** Those held by jobs with an unknown outcome. */
  readonly unknown: number;
}

/**
 * Process metrics, whether the database answers, whether the disk takes files, which external services are up, and how many
 * gateway slots are held.
 */
export function createMetrics(sources: {
  readonly databaseUp: () => boolean;
  readonly diskFull: () => boolean;
  readonly parts: () => readonly Part[];
  /** The platforms' counters. */
  readonly counters: readonly { readonly name: string; readonly help: string; readonly count: () => number }[];
  /** Rejects with `DatabaseUnavailableError`; the metric is then left out. */
  readonly slots: () => Promise<readonly HeldSlots[]>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(
    new Gauge({
      name: "easel_database_up",
      help: "1 when the last call to the database was answered",
      registers: [],
      collect() {
        this.set(sources.databaseUp() ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "easel_disk_full",
      help: "1 when the last file that was to be written found no room",
      registers: [],
      collect() {
        this.set(sources.diskFull() ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "easel_part_up",
      help: "1 when a part outside (a chat platform, the gateway, the store) can be used",
      labelNames: ["part"],
      registers: [],
      collect() {
        for (const { name, isUp } of sources.parts()) this.set({ part: name }, isUp ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "easel_slots_held",
      help: "slots of gateway keys that are held, by service, and by whether the outcome of the job's create is known",
      labelNames: ["service", "outcome"],
      registers: [],
      async collect() {
        this.reset();
        for (const { service, held, unknown } of await sources.slots().catch(() => [])) {
          this.set({ service, outcome: "known" }, held - unknown);
          this.set({ service, outcome: "unknown" }, unknown);
        }
      },
    }),
  );
  for (const { name, help, count } of sources.counters) {
    registry.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        collect() {
          this.reset();
          this.inc(count());
        },
      }),
    );
  }
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
