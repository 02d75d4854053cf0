/** A series of a scrape. */
export interface Series {
  /** For a histogram's series, with `_bucket`, `_sum` or `_count`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Every series of a scrape in the Prometheus text format. Throws on any other line. */
export function seriesIn(text: string): readonly Series[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`not a series: ${line}`);
      return { name, labels: labelsIn(labels), value: Number(value) };
    });
}

function labelsIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** The metrics that a scrape describes, with or without series. */
export function metricsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name));
}

/** The sum of a metric's series that have these labels; undefined if there are none. */
export function totalOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
  const values = seriesIn(text)
    .filter((series) => series.name === name)
    .filter((series) => Object.entries(labels).every(([label, value]) => series.labels[label] === value))
    .map(({ value }) => value);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
