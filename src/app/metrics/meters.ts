import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { METRICS, type LabelsOf, type Metric, type MetricName, type NameOf } from "./metric-table.ts";

/** One value of a gauge. */
export interface Sample<Name extends MetricName> {
  readonly labels: LabelsOf<Name>;
  readonly value: number;
}

/** A counter that only one platform has, and how to read its current value. */
export interface PlatformCounter {
  readonly name: string;
  readonly help: string;
  readonly count: () => number;
}

/** This process's metrics. */
export interface Meters {
  count<Name extends NameOf<"counter">>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  observe<Name extends NameOf<"histogram">>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  /** `read` is called at each scrape. Without samples, or if it rejects, the metric has no values. */
  show<Name extends NameOf<"gauge">>(
    name: Name,
    read: () => readonly Sample<Name>[] | Promise<readonly Sample<Name>[]>,
  ): void;
  /** Adds a platform's own counter. */
  add(counter: PlatformCounter): void;
  readonly contentType: string;
  /** All metrics in the Prometheus text format, including prom-client's own about the Node process. */
  text(): Promise<string>;
}

type Labels = Readonly<Record<string, string>>;
type Samples = readonly { readonly labels: Labels; readonly value: number }[];
type Read = () => Samples | Promise<Samples>;

/** Creates all metrics of the table, without values. */
export function createMeters(): Meters {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const reads = new Map<string, Read>();
  for (const [name, metric] of Object.entries<Metric>(METRICS)) {
    const config = { name, help: metric.help, labelNames: metric.labels, registers: [registry] };
    if (metric.type === "counter") counters.set(name, new Counter(config));
    if (metric.type === "gauge") registry.registerMetric(gauge(name, metric, () => reads.get(name)));
    if (metric.type === "histogram") {
      histograms.set(name, new Histogram({ ...config, buckets: [...(metric.buckets ?? [])] }));
    }
  }
  return {
    count: (name: string, labels: Labels, by = 1) => counters.get(name)?.inc(labels, by),
    observe: (name: string, labels: Labels, seconds: number) => histograms.get(name)?.observe(labels, seconds),
    show: (name: string, read: Read) => void reads.set(name, read),
    add: (counter) => registry.registerMetric(platformCounter(counter)),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

function gauge(name: string, { help, labels: labelNames }: Metric, readOf: () => Read | undefined): Gauge {
  return new Gauge({
    name,
    help,
    labelNames,
    registers: [],
    async collect() {
      const samples = await samplesOf(readOf());
      this.reset();
      // `reset` leaves a gauge without labels at 0, which would look like a measured value.
      if (labelNames.length === 0) this.remove({});
      for (const { labels, value } of samples) this.set(labels, value);
    },
  });
}

/** An unavailable source must not cost the operator the other metrics. */
async function samplesOf(read: Read | undefined): Promise<Samples> {
  try {
    return (await read?.()) ?? [];
  } catch {
    return [];
  }
}

function platformCounter({ name, help, count }: PlatformCounter): Counter {
  return new Counter({
    name,
    help,
    registers: [],
    collect() {
      this.reset();
      this.inc(count());
    },
  });
}
