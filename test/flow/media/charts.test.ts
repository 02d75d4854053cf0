import { readFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { pino } from "pino";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { CHARTS_IN_A_MINUTE, CHARTS_WAITING, createCharts } from "../../../src/media/chart/charts.ts";
import type { ChartPicture } from "../../../src/media/chart/chart-picture.ts";
import { YIELDING_PRIORITY } from "../../../src/media/processes.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { isRunning } from "../../support/process/processes.ts";

const max = { organisationId: "acme", accountId: "max" };
const log = pino({ level: "silent" });
const clock = createManualClock();

const PICTURE: ChartPicture = {
  heading: "Usage this month",
  rows: [
    [
      {
        kind: "bars",
        title: "各成员的图片",
        bars: [{ label: "小龙", note: "12 张图片", unit: "images", share: 1 }],
      },
    ],
  ],
};

/** The processes that this one has started. */
async function children(): Promise<number[]> {
  const listed = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  return listed.trim().split(" ").filter(Boolean).map(Number);
}

it("charts are drawn in one separate process, which ends with Easel", async () => {
  const before = await children();
  let started: number[] = [];
  {
    await using charts = createCharts({ clock, log });
    const drawings = await Promise.all([charts.draw(PICTURE, max), charts.draw(PICTURE, max)]);
    started = (await children()).filter((child) => !before.includes(child));
    expect(started).toHaveLength(1);
    expect(getPriority(started[0])).toBe(YIELDING_PRIORITY);
    for (const drawing of drawings) {
      if (typeof drawing === "string") throw new Error(drawing);
      const { format, width, height } = await sharp(drawing.bytes).metadata();
      expect({ format, width, height }).toEqual({ format: "png", width: drawing.width, height: drawing.height });
    }
  }
  expect(await isRunning(started[0] ?? 0)).toBe(false);
});

it("a picture that can't be drawn is left out, and the next one is drawn", async () => {
  await using charts = createCharts({ clock, log });
  const broken: ChartPicture = JSON.parse('{"rows": []}');
  expect(await charts.draw(broken, max)).toBe("failed");
  expect(await charts.draw(PICTURE, max)).toMatchObject({ width: expect.any(Number) });
});

describe("charts in a minute", () => {
  it("are limited for each member, without affecting others", async () => {
    await using charts = createCharts({ clock, log });
    const drawn = async (member: string): Promise<string> => {
      const drawing = await charts.draw(PICTURE, { ...max, accountId: member });
      return typeof drawing === "string" ? drawing : "drawn";
    };
    const asked = Array.from({ length: CHARTS_IN_A_MINUTE.member + 2 }, () => drawn("max"));
    const drawings = await Promise.all(asked);
    expect(drawings.filter((one) => one === "drawn")).toHaveLength(CHARTS_IN_A_MINUTE.member);
    expect(drawings.slice(-2)).toEqual(["too_many", "too_many"]);
    expect(await drawn("zoe")).toBe("drawn");
    clock.advance(60_000);
    expect(await drawn("max")).toBe("drawn");
  });

  it("are limited in all, however many members ask", async () => {
    await using charts = createCharts({ clock, log });
    const asked = Array.from({ length: CHARTS_WAITING + 2 }, (_, index) =>
      charts.draw(PICTURE, { organisationId: `o${index % 5}`, accountId: `m${index}` }),
    );
    expect(await Promise.race(asked)).toBe("too_many");
    const drawings = await Promise.all(asked);
    expect(drawings.filter((one) => one === "too_many")).toHaveLength(1);
    expect(await charts.draw(PICTURE, max)).toMatchObject({ width: expect.any(Number) });
  });
});
