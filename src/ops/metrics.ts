import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Part } from "./parts.ts";

/** What this process tells a Prometheus server. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** The process's own figures, whether the database answers, whether there is room for files, and which parts are up. */
export function createMetrics(sources: {
  readonly databaseUp: () => boolean;
  readonly diskFull: () => boolean;
  readonly parts: () => readonly Part[];
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
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
