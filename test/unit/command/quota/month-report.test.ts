import { expect, it } from "vitest";
import { monthReportText } from "../../../../src/command/quota/month-report.ts";
import type { UsageDay } from "../../../../src/core/account/quota/usage.ts";
import { en } from "../../../../src/text/en/index.ts";

const MONTH = {
  workspace: "console:main",
  startsAt: new Date("2026-10-01T00:00:00Z"),
  endsAt: new Date("2026-11-01T00:00:00Z"),
  timeZone: "UTC",
  locale: "en",
} as const;

function aDay(model: string, images: number, seconds = 0, day = "2026-10-01"): UsageDay {
  const who = { member: "Max", accountId: "a-1", channel: "console:main:general" };
  return { day, ...who, model, jobs: 1, images, seconds };
}

it("the month's report begins with the sum, and lists models by how much they made", () => {
  const days = [aDay("few", 1), aDay("clips", 0, 8), aDay("most", 4), aDay("most", 6, 0, "2026-10-02"), aDay("*", 2)];
  expect(monthReportText(MONTH, days).split("\n")).toEqual([
    en.usage.report.title("October 2026"),
    "Total: 13 pictures and 8 s of clips",
    "• **most** · 10 pictures",
    "• **clips** · 8 s of clips",
    "• **\\*** · 2 pictures",
    "• **few** · 1 picture",
  ]);
});

it("the month's report names ten models, and the number of the others", () => {
  const days = (count: number) => Array.from({ length: count }, (_, at) => aDay(`model-${at}`, 100 - at));
  const lines = (count: number): string[] => monthReportText(MONTH, days(count)).split("\n").slice(2);
  expect(lines(10)).toHaveLength(10);
  expect(lines(12)).toEqual([...lines(10), en.usage.more(2)]);
});
