import { collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** What this process tells a Prometheus server. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** The process's own figures, whether the database answers, and whether there is room for files. */
export function createMetrics(sources: {
  readonly databaseUp: () => boolean;
  readonly diskFull: () => boolean;
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
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
