import type { Series } from "../samples.ts";
import type { Expression, Selector } from "./parse.ts";

/** The outcome of one scrape of a process. `series` is undefined if the process did not answer. */
export interface Scrape {
  readonly at: number;
  readonly instance: string;
  readonly series: readonly Series[] | undefined;
}

type Labels = Readonly<Record<string, string>>;

/** One element of an instant vector. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** The data that Prometheus would have: all scrapes, in order. */
export interface History {
  add(scrape: Scrape): void;
  /** The latest value of each series. A series that the latest scrape lacks is gone. */
  latest(selector: Selector, at: number): readonly Sample[];
  /** Each series' values after `from`, up to `to`. */
  between(
    selector: Selector,
    from: number,
    to: number,
  ): readonly { readonly labels: Labels; readonly points: readonly Point[] }[];
}

interface Point {
  readonly at: number;
  readonly value: number;
}

interface Known {
  readonly name: string;
  readonly labels: Labels;
  readonly points: Point[];
}

/** Instant selectors ignore values older than this. */
const LOOKBACK_MS = 5 * 60_000;
/** If the gap at the edge of a range is longer than this many intervals, the series began or ended there. */
const EDGE_INTERVALS = 1.1;

export function createHistory(): History {
  const series = new Map<string, Known>();
  /** The time of the latest scrape of each instance. */
  const scraped = new Map<string, number>();
  const matching = ({ name, matchers }: Selector): readonly Known[] =>
    [...series.values()].filter(
      (one) => one.name === name && matchers.every(({ label, holds }) => holds(one.labels[label] ?? "")),
    );
  return {
    add({ at, instance, series: read }) {
      scraped.set(instance, at);
      for (const { name, labels: own, value } of read ?? []) {
        const labels = { ...own, instance };
        const key = `${name} ${keyOf(labels)}`;
        const known: Known = series.get(key) ?? { name, labels, points: [] };
        series.set(key, known);
        known.points.push({ at, value });
      }
    },
    latest(selector, at) {
      return matching(selector).flatMap(({ labels, points }) => {
        const last = points.findLast((point) => point.at <= at);
        if (!last || last.at !== scraped.get(labels["instance"] ?? "")) return [];
        return at - last.at < LOOKBACK_MS ? [{ labels, value: last.value }] : [];
      });
    },
    between(selector, from, to) {
      return matching(selector).map(({ labels, points }) => ({
        labels,
        points: points.filter(({ at }) => at > from && at <= to),
      }));
    },
  };
}

/** Evaluates an expression as Prometheus does. `at`: milliseconds on the clock of the scrapes. */
export function evaluate(expression: Expression, history: History, at: number): readonly Sample[] | number {
  switch (expression.kind) {
    case "number":
      return expression.value;
    case "select":
      return history.latest(expression, at);
    case "over_time":
      return overTime(expression, history, at);
    case "aggregate":
      return aggregate(expression, vector(expression.of, history, at));
    case "quantile":
      return quantiles(expression.q, vector(expression.of, history, at));
    case "abs":
      return vector(expression.of, history, at).map(({ labels, value }) => ({ labels, value: Math.abs(value) }));
    case "absent":
      return history.latest(expression.of, at).length > 0 ? [] : [{ labels: equalities(expression.of), value: 1 }];
    case "binary":
      return binary(expression, history, at);
  }
}

/** Evaluates an expression that must be a vector. */
export function vector(expression: Expression, history: History, at: number): readonly Sample[] {
  const value = evaluate(expression, history, at);
  if (typeof value === "number") throw new TypeError("a number where Prometheus needs a vector");
  return value;
}

/** Identifies a set of labels. */
export function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function equalities({ matchers }: Selector): Labels {
  return Object.fromEntries(matchers.flatMap(({ label, equals }) => (equals === undefined ? [] : [[label, equals]])));
}

/** Extrapolates as Prometheus does (`extrapolatedRate` in promql/functions.go). A series with one value has no increase. */
function overTime(
  { what, of, rangeMs }: Extract<Expression, { kind: "over_time" }>,
  history: History,
  at: number,
): readonly Sample[] {
  const from = at - rangeMs;
  return history.between(of, from, at).flatMap(({ labels, points }) => {
    const [first] = points;
    const last = points.at(-1);
    if (!first || !last || points.length < 2) return [];
    let grown = last.value - first.value;
    // A counter that is lower than before was reset to 0 by a restart.
    points.reduce((before, point) => {
      if (point.value < before.value) grown += before.value;
      return point;
    });
    const sampledMs = last.at - first.at;
    const intervalMs = sampledMs / (points.length - 1);
    const edge = (ms: number): number => (ms >= intervalMs * EDGE_INTERVALS ? intervalMs / 2 : ms);
    // A counter can't have been below 0 before its first value.
    const sinceZeroMs = grown > 0 && first.value >= 0 ? sampledMs * (first.value / grown) : Number.POSITIVE_INFINITY;
    const coveredMs = sampledMs + Math.min(edge(first.at - from), sinceZeroMs) + edge(at - last.at);
    const increase = grown * (coveredMs / sampledMs);
    return [{ labels, value: what === "increase" ? increase : increase / (rangeMs / 1_000) }];
  });
}

const AGGREGATES = {
  sum: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0),
  min: (values: readonly number[]) => Math.min(...values),
  max: (values: readonly number[]) => Math.max(...values),
} as const;

function aggregate({ how, by }: Extract<Expression, { kind: "aggregate" }>, samples: readonly Sample[]): Sample[] {
  const groups = Map.groupBy(samples, ({ labels }) => keyOf(only(labels, by)));
  return [...groups.values()].map((group) => ({
    labels: only(group[0]?.labels ?? {}, by),
    value: AGGREGATES[how](group.map(({ value }) => value)),
  }));
}

function only(labels: Labels, kept: readonly string[]): Labels {
  return Object.fromEntries(kept.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])));
}

function quantiles(q: number, samples: readonly Sample[]): Sample[] {
  const groups = Map.groupBy(samples, ({ labels: { le: _le, ...rest } }) => keyOf(rest));
  return [...groups.values()].map((group) => {
    const { le: _le, ...labels } = group[0]?.labels ?? {};
    const buckets = group
      .map((one) => ({ le: one.labels["le"] === "+Inf" ? Infinity : Number(one.labels["le"]), count: one.value }))
      .toSorted((one, other) => one.le - other.le);
    return { labels, value: quantile(q, buckets) };
  });
}

/** Interpolates linearly within a bucket. For the last bucket, returns its lower bound. */
function quantile(q: number, buckets: readonly { readonly le: number; readonly count: number }[]): number {
  const total = buckets.at(-1);
  if (total?.le !== Infinity || buckets.length < 2 || !(total.count > 0)) return NaN;
  const rank = q * total.count;
  const index = buckets.findIndex(({ count }) => count >= rank);
  const bucket = buckets[index];
  const below = buckets[index - 1] ?? { le: 0, count: 0 };
  if (!bucket || bucket.le === Infinity) return buckets.at(-2)?.le ?? NaN;
  if (index === 0 && bucket.le <= 0) return bucket.le;
  return below.le + (bucket.le - below.le) * ((rank - below.count) / (bucket.count - below.count));
}

const COMPARE = {
  "==": (left: number, right: number) => left === right,
  ">": (left: number, right: number) => left > right,
  "<": (left: number, right: number) => left < right,
} as const;

/** Comparisons keep the elements on the left for which they hold. Two vectors are matched by all labels. */
function binary(
  { operator, left, right }: Extract<Expression, { kind: "binary" }>,
  history: History,
  at: number,
): readonly Sample[] | number {
  const [one, other] = [evaluate(left, history, at), evaluate(right, history, at)];
  if (operator === "*") {
    if (typeof one === "number" && typeof other === "number") return one * other;
    if (typeof one === "number") return scaled(other, one);
    if (typeof other === "number") return scaled(one, other);
    throw new TypeError("the product of two vectors is not known here");
  }
  if (typeof one === "number") throw new TypeError(`a number to the left of ${operator} is not known here`);
  if (typeof other === "number") {
    if (operator === "and" || operator === "or")
      throw new TypeError(`Prometheus needs a vector to the right of ${operator}`);
    return one.filter(({ value }) => COMPARE[operator](value, other));
  }
  if (operator === "or") {
    const there = new Set(one.map(({ labels }) => keyOf(labels)));
    return [...one, ...other.filter(({ labels }) => !there.has(keyOf(labels)))];
  }
  const partners = new Map(other.map((sample) => [keyOf(sample.labels), sample.value]));
  return one.filter(({ labels, value }) => {
    const partner = partners.get(keyOf(labels));
    return partner !== undefined && (operator === "and" || COMPARE[operator](value, partner));
  });
}

function scaled(samples: readonly Sample[] | number, by: number): readonly Sample[] {
  if (typeof samples === "number") throw new TypeError("a vector is expected");
  return samples.map(({ labels, value }) => ({ labels, value: value * by }));
}
