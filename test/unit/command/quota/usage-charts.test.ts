import { describe, expect, it } from "vitest";
import {
  chartedShares,
  dayCharts,
  describeCharts,
  quotaCharts,
  shareCharts,
  sharesOf,
  USAGE_BARS,
} from "../../../../src/command/quota/usage-charts.ts";
import { encodeScope } from "../../../../src/core/account/policy/scope.ts";
import type { QuotaState } from "../../../../src/core/account/quota/quota.ts";
import type { UsageDay, UsageShare } from "../../../../src/core/account/quota/usage.ts";
import { textsFor } from "../../../../src/text/texts.ts";

const english = { texts: textsFor("en"), locale: "en" } as const;
const chinese = { texts: textsFor("zh-CN"), locale: "zh-CN" } as const;

function share(name: string, images: number, seconds = 0): UsageShare {
  return { name, images, seconds };
}

function aQuota(changes: Partial<QuotaState> = {}): QuotaState {
  return {
    scope: { kind: "organisation", id: "" },
    unit: "images",
    span: "day",
    amount: 10,
    granted: 0,
    used: 4,
    endsAt: new Date(0),
    timeZone: "UTC",
    ...changes,
  };
}

describe("usage by day", () => {
  it("has a column for each day of the month, even without usage", () => {
    const [drawn, ...others] = dayCharts([share("2026-02-03", 4), share("2026-02-01", 1)], "month", english);
    expect(others).toEqual([]);
    expect(drawn?.chart).toMatchObject({ kind: "columns", title: "Pictures by day", unit: "images" });
    const columns = drawn?.chart.kind === "columns" ? drawn.chart.columns : [];
    expect(columns.map(({ value }) => value)).toEqual([1, 0, 4, ...Array.from({ length: 25 }, () => 0)]);
    expect(columns.map(({ label }) => label).slice(0, 3)).toEqual(["1", "2", "3"]);
    expect(drawn?.items).toEqual(["3 February (4 pictures)", "1 February (1 picture)"]);
  });

  it("has a column for each day of the week, from Monday on", () => {
    const [drawn] = dayCharts([share("2026-11-22", 0, 12)], "week", english);
    const columns = drawn?.chart.kind === "columns" ? drawn.chart.columns : [];
    expect(columns.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0, 12]);
    expect([columns[0]?.label, columns[6]?.label]).toEqual(["Mon 16", "Sun 22"]);
    expect(drawn?.chart).toMatchObject({ title: "Seconds of clips by day", unit: "seconds" });
  });

  it("has one column for a day", () => {
    const [drawn] = dayCharts([share("2026-11-22", 2)], "day", chinese);
    expect(drawn?.chart).toMatchObject({ title: "每天的图片", columns: [{ value: 2 }] });
    expect(drawn?.items).toEqual(["11月22日（2 张图片）"]);
  });

  it("is not drawn without usage", () => {
    expect(dayCharts([], "month", english)).toEqual([]);
  });
});

describe("usage by member, channel or model", () => {
  it("has a chart for each unit, largest first", () => {
    const [images, seconds] = shareCharts("model", [share("a", 1, 30), share("b", 4), share("c", 2)], english);
    expect(images?.chart).toEqual({
      kind: "bars",
      title: "Pictures by model",
      bars: [
        { label: "b", note: "4 pictures", unit: "images", share: 1 },
        { label: "c", note: "2 pictures", unit: "images", share: 0.5 },
        { label: "a", note: "1 picture", unit: "images", share: 0.25 },
      ],
    });
    expect(seconds).toMatchObject({ chart: { title: "Seconds of clips by model" }, items: ["a (30 s of clips)"] });
  });

  it("sums up entries without a bar of their own, and entries without a name", () => {
    const members = Array.from({ length: USAGE_BARS + 3 }, (_, index) => share(`m${index}`, 20 - index));
    const [drawn] = shareCharts("channel", members, english, [share("hidden", 50)]);
    const bars = drawn?.chart.kind === "bars" ? drawn.chart.bars : [];
    expect(bars.map(({ label }) => label)).toEqual([
      ...members.slice(0, USAGE_BARS).map(({ name }) => name),
      "3 others",
      "hidden",
    ]);
    expect(bars.at(-2)).toMatchObject({ note: "33 pictures", share: 0.66 });
    expect(bars.at(-1)).toMatchObject({ share: 1 });
    expect(chartedShares(members).map(({ name }) => name)).toEqual(bars.slice(0, USAGE_BARS).map(({ label }) => label));
  });

  it("has names as people wrote them, except for invisible characters", () => {
    const [drawn] = shareCharts("member", [share("*\u202eMax_\u0007*", 1)], english);
    expect(drawn?.items).toEqual(["*Max_* (1 picture)"]);
  });

  it("is not drawn without usage", () => {
    expect(shareCharts("member", [], english)).toEqual([]);
  });
});

describe("quotas", () => {
  it("are gauges of the amount used out of the amount available for now", () => {
    const group = { kind: "group", id: "g" } as const;
    const names = new Map([[encodeScope(group), "group Light\\_ning"]]);
    const [drawn, ...others] = quotaCharts(
      [
        aQuota({ granted: 6 }),
        aQuota({ scope: group, unit: "seconds", span: "month", amount: 60, used: 90 }),
        aQuota({ amount: 0, used: 0 }),
      ],
      { ...english, names },
    );
    expect(others).toEqual([]);
    expect(drawn?.chart).toMatchObject({
      title: "Quotas",
      bars: [
        { label: "pictures a day for the organisation", note: "4 of 16 used", share: 0.25, isGauge: true },
        { label: "seconds of clips a month for group Light_ning", note: "90 of 60 used", share: 1, unit: "seconds" },
        { note: "0 of 0 used", share: 1 },
      ],
    });
  });

  it("are reduced to the fullest if there are many", () => {
    const states = Array.from({ length: USAGE_BARS + 2 }, (_, used) => aQuota({ used }));
    const [drawn] = quotaCharts(states, { ...chinese, names: new Map() });
    const bars = drawn?.chart.kind === "bars" ? drawn.chart.bars : [];
    expect(drawn?.chart.title).toBe("用得最多的配额");
    expect(bars.map(({ share: part }) => part)).toEqual([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]);
  });

  it("are not drawn if there are none", () => {
    expect(quotaCharts([], { ...english, names: new Map() })).toEqual([]);
  });
});

describe("charts in words", () => {
  const month = Array.from({ length: 20 }, (_, index) => share(`2026-11-${29 - index}`, 1, 2));
  const models = Array.from({ length: 12 }, (_, index) => share(`model-${index}`, 20 - index, 30 - index));

  it.each([english, chinese])("fit, and say where they leave something out (%#)", (reader) => {
    const charts = [...dayCharts(month, "month", reader), ...shareCharts("model", models, reader)];
    const words = describeCharts("Usage", charts, 700, reader.texts);
    expect(words.length).toBeLessThanOrEqual(700);
    expect(words.length).toBeGreaterThan(600);
    for (const { chart, items } of charts) {
      expect(words).toContain(chart.title);
      expect(words).toContain(items[0]);
    }
    const [days] = charts;
    // Days have two digits here, so that none is a part of another one.
    const listed = days?.items.filter((item) => words.includes(item)) ?? [];
    expect(listed).toEqual(days?.items.slice(0, listed.length));
    expect(words).toContain(`${listed.at(-1)}${reader.locale === "en" ? ", and more." : "，以及其他。"}`);
  });

  it("have everything if there is room", () => {
    const charts = shareCharts("model", [share("a", 1, 30), share("b", 4)], english);
    expect(describeCharts("Usage", charts, 700, english.texts)).toBe(
      "Usage. Pictures by model: b (4 pictures), a (1 picture). Seconds of clips by model: a (30 s of clips).",
    );
  });

  it("are cut if a single name is too long", () => {
    const charts = shareCharts("model", [share("a".repeat(900), 1)], english);
    expect(describeCharts("Usage", charts, 700, english.texts)).toHaveLength(700);
  });
});

it("details are summed up by day and by model", () => {
  const row = (day: string, model: string, images: number, seconds: number): UsageDay => ({
    day,
    model,
    images,
    seconds,
    member: "Max",
    accountId: "max",
    channel: "here",
    jobs: 1,
  });
  const days = [row("2026-11-22", "a", 1, 0), row("2026-11-22", "b", 0, 9), row("2026-11-21", "a", 2, 0)];
  expect(sharesOf(days, "day")).toEqual([share("2026-11-22", 1, 9), share("2026-11-21", 2)]);
  expect(sharesOf(days, "model")).toEqual([share("a", 3), share("b", 0, 9)]);
});
