import { describe, expect, it } from "vitest";
import { readAlerts } from "../../support/metrics/monitoring.ts";
import { createHistory, evaluate, type History } from "../../support/metrics/promql/evaluate.ts";
import { durationMs, parsePromql } from "../../support/metrics/promql/parse.ts";
import { seriesIn } from "../../support/metrics/samples.ts";

const alerts = await readAlerts();

/** Scrapes of one process a minute apart, the first at 0. An empty text is a failed scrape. */
function historyOf(texts: readonly string[], instance = "a"): History {
  const history = createHistory();
  texts.forEach((text, minute) => {
    history.add({ at: minute * 60_000, instance, series: text === "" ? undefined : seriesIn(text) });
  });
  return history;
}

/** The value of an expression at a minute, by the labels of its elements without the process. */
function valueOf(expression: string, texts: readonly string[], minute = texts.length - 1) {
  const value = evaluate(parsePromql(expression), historyOf(texts), minute * 60_000);
  if (typeof value === "number") return value;
  return Object.fromEntries(
    value.map((one) => {
      const { instance: _instance, ...labels } = one.labels;
      return [Object.values(labels).join(" "), one.value];
    }),
  );
}

describe("the parser", () => {
  it.each(alerts)("knows every form of the rules: $name", ({ expr }) => {
    expect(() => parsePromql(expr)).not.toThrow();
  });

  it.each([
    "easel_a[5m]",
    "avg(easel_a)",
    "sum without (le) (easel_a)",
    "irate(easel_a[5m])",
    "rate(easel_a[5m30s])",
    "rate(easel_a)",
    "rate(sum(easel_a)[5m])",
    "easel_a offset 5m",
    "easel_a @ 5",
    "easel_a unless easel_b",
    "easel_a >= 1",
    "easel_a != 1",
    "easel_a > bool 1",
    "easel_a / easel_b",
    "easel_a + 1",
    "-easel_a",
    "easel_a and on (x) easel_b",
    'easel_a{x="\\""}',
    "easel_a{x='y'}",
    "sum(easel_a) by (x)",
    "up",
    "vector(1)",
    "easel_a easel_b",
    "1e3",
    "",
    "(easel_a",
  ])("refuses what it does not know: %s", (expr) => {
    expect(() => parsePromql(expr)).toThrow(SyntaxError);
  });

  it("reads durations with one unit", () => {
    expect(["30s", "5m", "1h", "7d"].map(durationMs)).toEqual([30_000, 300_000, 3_600_000, 604_800_000]);
    expect(() => durationMs("1h30m")).toThrow(SyntaxError);
  });
});

describe("an instant selector", () => {
  it("selects by labels; a missing label is empty, and regular expressions match the whole value", () => {
    const text = 'easel_a{x="one"} 1\neasel_a{x="two"} 2\neasel_a{x="onetwo"} 3\neasel_a{y="z"} 4\neasel_b{x="one"} 5';
    expect(valueOf('easel_a{x="one"}', [text])).toEqual({ one: 1 });
    expect(valueOf('easel_a{x=~"one|two"}', [text])).toEqual({ one: 1, two: 2 });
    expect(valueOf('easel_a{x!="one",x!=""}', [text])).toEqual({ two: 2, onetwo: 3 });
    expect(valueOf('easel_a{x!~"one.*"}', [text])).toEqual({ two: 2, z: 4 });
  });

  it("forgets a series that the last scrape lacks, the series of a process that does not answer, and old ones", () => {
    expect(valueOf("easel_a", ["easel_a 1\neasel_b 1", "easel_b 1"])).toEqual({});
    expect(valueOf("easel_a", ["easel_a 1", ""])).toEqual({});
    expect(valueOf("easel_a", ["easel_a 1"], 4)).toEqual({ "": 1 });
    expect(valueOf("easel_a", ["easel_a 1"], 5)).toEqual({});
  });
});

describe("an increase", () => {
  it("is extrapolated to the edges of its range, as in Prometheus", () => {
    // Six values a minute apart. The range is open at its start, so it holds the last five, which span four of its five minutes.
    expect(
      valueOf(
        "increase(easel_a[5m])",
        ["0", "6", "12", "18", "24", "30"].map((it_) => `easel_a ${it_}`),
      ),
    ).toEqual({
      "": 30,
    });
    // The range begins before the first sample: half an interval of 60 a minute is added at the start.
    expect(valueOf("increase(easel_a[15m])", ["easel_a 100", "easel_a 160"])).toEqual({ "": 90 });
    expect(valueOf("rate(easel_a[15m])", ["easel_a 100", "easel_a 160"])).toEqual({ "": 0.1 });
    // But not beyond where the counter would have been 0.
    expect(valueOf("increase(easel_a[15m])", ["easel_a 0", "easel_a 60"])).toEqual({ "": 60 });
  });

  it("adds what was counted after a restart", () => {
    expect(valueOf("increase(easel_a[2m])", ["easel_a 9", "easel_a 10", "easel_a 3"])).toEqual({ "": 6 });
  });

  it("needs two values: a counter that begins with 1 has not increased", () => {
    expect(valueOf("increase(easel_a[15m])", ["easel_b 1", "easel_b 1", "easel_a 1"])).toEqual({});
    expect(valueOf("increase(easel_a[15m])", ["easel_b 1", "easel_a 1", "easel_a 1"])).toEqual({ "": 0 });
  });
});

describe("operators and functions", () => {
  const text = 'easel_a{x="p",y="q"} 1\neasel_a{x="p",y="r"} 2\neasel_a{x="s",y="q"} -4';

  it("aggregate, all in one or by labels", () => {
    expect(valueOf("sum(easel_a)", [text])).toEqual({ "": -1 });
    expect(valueOf("max by (x) (easel_a)", [text])).toEqual({ p: 2, s: -4 });
    expect(valueOf("min by (x, y) (abs(easel_a))", [text])).toEqual({ "p q": 1, "p r": 2, "s q": 4 });
  });

  it("compare, multiply and combine", () => {
    expect(valueOf("easel_a > 1", [text])).toEqual({ "p r": 2 });
    expect(valueOf("easel_a > 1 or abs(easel_a) > 1", [text])).toEqual({ "p r": 2, "s q": 4 });
    expect(valueOf("easel_a == 1", [text])).toEqual({ "p q": 1 });
    expect(valueOf("easel_a < 2 * 1", [text])).toEqual({ "p q": 1, "s q": -4 });
    expect(valueOf("2 * easel_a > easel_a", [text])).toEqual({ "p q": 2, "p r": 4 });
    expect(valueOf("easel_a > 0 and easel_a == 2", [text])).toEqual({ "p r": 2 });
    expect(valueOf("easel_a > easel_b", [`${text}\neasel_b{x="p",y="q"} 0\neasel_b{x="p",y="z"} 0`])).toEqual({
      "p q": 1,
    });
  });

  it("report an absent series", () => {
    expect(valueOf('absent(easel_b{x="p",y!="q"})', [text])).toEqual({ p: 1 });
    expect(valueOf("absent(easel_a)", [text])).toEqual({});
  });

  it("estimate a quantile within its bucket", () => {
    const buckets = (...counts: readonly number[]): string =>
      ["0.1", "0.5", "1", "+Inf"].map((le, index) => `easel_h_bucket{le="${le}"} ${counts[index]}`).join("\n");
    expect(valueOf("histogram_quantile(0.5, easel_h_bucket)", [buckets(10, 20, 20, 20)])).toEqual({ "": 0.1 });
    expect(valueOf("histogram_quantile(0.99, easel_h_bucket)", [buckets(0, 0, 0, 10)])).toEqual({ "": 1 });
    expect(valueOf("histogram_quantile(0.5, easel_h_bucket) > 0", [buckets(0, 0, 0, 0)])).toEqual({});
  });
});
