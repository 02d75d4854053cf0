import { describe, expect, it } from "vitest";
import { missedAims } from "../../soak/aims.ts";
import { FOREIGN, START_FAILED } from "../../soak/log-tally.ts";
import { reportOf } from "../../soak/report.ts";
import { acknowledgementsOf, ownRows, type SoakResult } from "../../soak/result.ts";
import { isTroubled, type Troubled } from "../../soak/troubled.ts";

const ROLLING: Troubled = { what: "rolling restart", from: 10_000, to: 20_000 };
const ROW = { platform: "slack", troubled: false, asked: 9, missing: 0, p50: 20, p99: 90, most: 95 };
const DRIFT = { name: "chat 1", from: 100e6, to: 104e6, share: 0.04 };
const TABLE = { name: "jobs", bytes: 2e6, live: 20_000, dead: 9_000 };

const WELL: SoakResult = {
  options: { minutes: 30, channels: 200, report: undefined, note: "Nothing else ran." },
  machine: { cpu: "Fast CPU", cores: 2, memoryGb: 25, node: "v24.21.0", system: "linux 6 x64" },
  load: { before: 0.1, after: 2 },
  sums: {
    asked: 9,
    acknowledged: 9,
    accepted: 8,
    refused: 1,
    pictures: 8,
    clips: 2,
    uncertain: 1,
    lost: 0,
    doubled: 0,
    silent: 0,
    wrong: [],
  },
  left: { open: 0, notices: 0, unknown: 0 },
  acknowledgements: [{ ...ROW, troubled: true, missing: 2, p99: 2_900 }, ROW],
  own: [{ platform: "slack", results: 8, p50: 300, p99: 900, waitedP50: 20, waitedP99: 400 }],
  kills: 60,
  stops: { ms: [1_200, 900], failed: 0 },
  troubled: [ROLLING],
  drifts: {
    residentBytes: [DRIFT],
    heapBytes: [{ ...DRIFT, from: 60e6, to: 61.5e6, share: 0.025 }],
    descriptors: [{ name: "chat 1", from: 40, to: 50, share: 0.25 }],
  },
  tables: { before: [TABLE], after: [TABLE] },
  log: {
    counts: [
      { level: "warn", role: "worker", text: "database", count: 3 },
      { level: START_FAILED, role: "", text: "Easel can't start", count: 1 },
    ],
    leaks: 0,
  },
  lateMs: 12,
};

const drifted = (drifts: Partial<NonNullable<SoakResult["drifts"]>>): Partial<SoakResult> => ({
  drifts: { residentBytes: [], heapBytes: [], descriptors: [], ...drifts },
});

describe("the aims", () => {
  it("are met by a run in which all is well, and restarts may delay acknowledgements", () => {
    expect(missedAims(WELL)).toEqual([]);
  });

  it.each<[Partial<SoakResult>, string]>([
    [{ sums: { ...WELL.sums, lost: 2 } }, "2 requests lost a picture or a clip"],
    [{ sums: { ...WELL.sums, doubled: 1 } }, "1 requests were stored or shown twice"],
    [{ sums: { ...WELL.sums, silent: 1 } }, "1 requests were acknowledged, and then nothing was done or said"],
    [{ left: { ...WELL.left, open: 1 } }, "1 requests were never closed"],
    [{ left: { ...WELL.left, notices: 1 } }, "1 notices of work are still shown"],
    [
      { left: { ...WELL.left, unknown: 1 } },
      "1 pictures or clips were made that Easel does not know, and nobody was told",
    ],
    [{ log: { counts: [], leaks: 1 } }, "1 lines of the log held a secret"],
    [{ stops: { ms: [], failed: 1 } }, "1 processes did not stop normally"],
    [{ stops: { ms: [20_001], failed: 0 } }, "1 processes took longer than 20 s to stop"],
    [{ acknowledgements: [{ ...ROW, p99: 1_001 }] }, "slack: the p99 of acknowledgements is 1001 ms"],
    [{ acknowledgements: [{ ...ROW, missing: 1 }] }, "slack: 1 requests were not acknowledged in time"],
    [drifted({ residentBytes: [{ ...DRIFT, share: 0.05 }] }), "chat 1: resident memory grew by 5.0 %"],
    [drifted({ heapBytes: [{ ...DRIFT, share: 0.05 }] }), "chat 1: the heap after a collection grew by 5.0 %"],
    [drifted({ descriptors: [{ ...DRIFT, from: 40, to: 51 }] }), "chat 1: open descriptors grew from 40 to 51"],
    [{ tables: { before: [], after: [{ ...TABLE, dead: 10_001 }] } }, "jobs: 10001 dead rows beside 20000"],
    ...["error", "fatal", FOREIGN].map((level): [Partial<SoakResult>, string] => [
      { log: { counts: [{ level, role: "", text: "broken", count: 2 }], leaks: 0 } },
      `the log has 2 lines of level ${level}: broken`,
    ]),
  ])("are missed, and the report says so: %j", (change, said) => {
    expect(missedAims({ ...WELL, ...change })).toEqual([said]);
  });
});

describe("the report", () => {
  const at = new Date("2026-11-23T21:45:59Z");

  it("names the machine, the load, the note and that all is well", () => {
    const report = reportOf(WELL, at);
    expect(report).toContain("Ended 2026-11-23 21:45 UTC, on 2 cores of Fast CPU, 25 GB, Node v24.21.0, linux 6 x64");
    expect(report).toContain("0.1 in the minute before, 2 in the last minute");
    expect(report).toContain("- Nothing else ran.");
    expect(report).toContain("**Every aim was met.**");
    expect(report).toContain("No line contained a secret.");
  });

  it("has a row for each figure", () => {
    const report = reportOf(WELL, at).replaceAll(/ +/g, " ");
    expect(report).toContain("| slack | otherwise | 9 | 0 | 20 | 90 | 95 |");
    expect(report).toContain("| slack | 8 | 300 | 900 | 20 | 400 |");
    expect(report).toContain("| chat 1 | 100.0 | 104.0 | 4.0 % | 60.0 | 61.5 | 2.5 % | 40 | 50 |");
    expect(report).toContain("| `jobs` | 2.00 | 2.00 | 20000 | 9000 |");
    expect(report).toContain("| warn | worker | database | 3 |");
    expect(report).toContain("- The rolling restart took 10.0 s.");
    expect(report).toContain("- The slowest process stopped 1.2 s after it was asked to.");
  });

  it("lists what was missed and what is wrong, and escapes what Markdown would read", () => {
    const wrong = ["lost: discord, “a|b” shows 0 of 1"];
    const report = reportOf({ ...WELL, drifts: undefined, sums: { ...WELL.sums, lost: 1, wrong } }, at);
    expect(report).toContain("**Missed:**\n\n- 1 requests lost a picture or a clip");
    expect(report).toContain(String.raw`- lost: discord, “a\|b” shows 0 of 1`);
    expect(report).toContain("too short to compare");
  });
});

describe("acknowledgements", () => {
  it("are counted separately by platform and by whether a restart was near", () => {
    const asked = { platform: "slack", service: "image", prompt: "", count: 1 } as const;
    const rows = acknowledgementsOf(
      [
        { ...asked, at: 0, ackMs: 10 },
        { ...asked, at: 1, ackMs: 30 },
        { ...asked, at: 15_000, ackMs: undefined },
      ],
      [ROLLING],
    );
    expect(rows).toEqual([
      { platform: "slack", troubled: false, asked: 2, missing: 0, p50: 10, p99: 30, most: 30 },
      { platform: "slack", troubled: true, asked: 1, missing: 1, p50: Number.NaN, p99: Number.NaN, most: Number.NaN },
    ]);
  });

  it.each([
    [6_999, false],
    [7_000, true],
    [30_000, true],
    [30_001, false],
  ])("at %i ms are near a restart from 10 to 20 s: %s", (at, expected) => {
    expect(isTroubled(at, [ROLLING])).toBe(expected);
  });
});

it("own times are summed up by platform", () => {
  const of = (platform: string, ownMs: number, waitedMs: number) => ({ platform, at: 0, ownMs, waitedMs });
  expect(ownRows([of("slack", 10, 1), of("slack", 30, 3), of("discord", 5, 2)])).toEqual([
    { platform: "slack", results: 2, p50: 10, p99: 30, waitedP50: 1, waitedP99: 3 },
    { platform: "discord", results: 1, p50: 5, p99: 5, waitedP50: 2, waitedP99: 2 },
  ]);
});
