import { collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** What this process tells a Prometheus server. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** The process's own figures, and whether the database answers. */
export function createMetrics(sources: { readonly databaseUp: () => boolean }): Metrics {
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
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
