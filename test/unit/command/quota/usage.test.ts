import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { sumOf } from "../../../../src/command/quota/usage-charts.ts";
import type { QuotaState } from "../../../../src/core/account/quota/quota.ts";
import type { Usage, UsageDay } from "../../../../src/core/account/quota/usage.ts";
import type { OutgoingFile } from "../../../../src/core/chat/message.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aCommand, ADA, aText, MAX } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";
import { expectFits } from "../../../support/view-fits.ts";

function aDay(member: string, images: number, changes: Partial<UsageDay> = {}): UsageDay {
  return {
    day: "2026-11-21",
    member,
    accountId: `account of ${member}`,
    channel: "console:main:general",
    model: "provider-a/image-2",
    jobs: images,
    images,
    seconds: 0,
    ...changes,
  };
}

const DAYS = [aDay("member", 3), aDay("Zoe", 5), aDay("Zoe", 2, { day: "2026-11-20", channel: "console:main:other" })];

const HALF: QuotaState = {
  scope: { kind: "organisation", id: "" },
  unit: "images",
  span: "day",
  amount: 10,
  granted: 0,
  used: 5,
  endsAt: new Date(0),
  timeZone: "UTC",
};

/** Usage with these details. */
function usageOf(days: readonly UsageDay[]): Usage {
  return {
    ownSpent: async () => new Map(),
    month: async () => days,
    monthOf: async (_organisationId, _workspace, month) => ({
      startsAt: new Date(`${month}-01T00:00:00Z`),
      endsAt: new Date(`${month}-28T00:00:00Z`),
      timeZone: "UTC",
    }),
    own: async () => [],
    async shares(_organisationId, _workspace, _span, by) {
      const names = [...new Set(days.map((one) => one[by]))];
      return names.map((name) => {
        return sumOf(
          days.filter((one) => one[by] === name),
          name,
        );
      });
    },
    days: async (_organisationId, _workspace, _span, _limit, accountId) =>
      days.filter((one) => accountId === undefined || one.accountId === accountId),
  };
}

async function contentOf(file: OutgoingFile | undefined): Promise<string> {
  return file ? (await buffer(await file.open())).toString() : "";
}

it("a member gets a chart and a table of only their own usage", async () => {
  const { send, responder, charts } = setUpDispatch({ usage: usageOf(DAYS) });
  await send(aText("/usage"));
  const files = responder.answers[0]?.files ?? [];
  expect(files.map(({ name, mimeType }) => [name, mimeType])).toEqual([
    ["usage-month.png", "image/png"],
    ["usage-month.csv", "text/csv"],
  ]);
  expect(files[0]).toMatchObject({
    width: 1_000,
    height: 600,
    description:
      "Your usage this month. Pictures by day: 21 November (3 pictures). Pictures by model: provider-a/image-2 (3 pictures).",
  });
  expect(await contentOf(files[0])).toBe("a chart");
  const table = await contentOf(files[1]);
  expect(table.trim().split("\r\n")).toHaveLength(2);
  expect(JSON.stringify([charts, table, responder.answers])).not.toContain("Zoe");
});

it("a member with more quotas than fit sees the fullest, and how many others there are", async () => {
  const many = Array.from({ length: 60 }, (_, used) => ({ ...HALF, amount: 100, used }));
  const { send, responder } = setUpDispatch({ quotas: { state: async () => many } });
  await send(aText("/usage"));
  const [view] = responder.answers;
  if (!view) throw new Error("nothing was answered");
  expectFits({ ...view, files: [] });
  const [, left] = view.sections ?? [];
  const lines = left?.text?.split("\n") ?? [];
  expect(lines[0]).toContain("41 pictures left of 100 pictures");
  expect(left?.facts).toBe(en.usage.moreQuotas(60 - lines.length));
});

it("a member's quotas are in the chart even before anything was used", async () => {
  const quotas = { state: async () => [{ ...HALF, amount: 5, used: 0 }] };
  const { send, responder, charts } = setUpDispatch({ quotas });
  await send(aText("/usage"));
  expect(responder.answers[0]?.files?.map(({ name }) => name)).toEqual(["usage-month.png"]);
  expect(charts).toMatchObject([{ heading: "Your usage this month", rows: [[{ bars: [{ note: "0 of 5 used" }] }]] }]);
});

it("a member without usage and quotas gets text only", async () => {
  const { send, said, responder, charts } = setUpDispatch();
  await send(aText("/usage"));
  expect(said()).toContain(en.usage.noQuotas);
  expect(responder.answers[0]?.files).toEqual([]);
  expect(charts).toEqual([]);
});

it.each([
  ["/usage", "failed", "The chart could not be drawn."],
  ["/easel-admin usage", "failed", "The chart could not be drawn."],
  ["/usage", "too_many", "There is no chart, because too many were requested in a short time."],
  ["/easel-admin usage", "too_many", "There is no chart, because too many were requested in a short time."],
] as const)("%s says so if there is no chart (%s), and has the table", async (line, notDrawn, said) => {
  const { send, responder } = setUpDispatch({ usage: usageOf(DAYS), notDrawn });
  await send(aText(line, { actor: line === "/usage" ? MAX : ADA }));
  const [answer] = responder.answers;
  expect(answer?.text).toContain(said);
  expect(answer?.files?.map(({ mimeType }) => mimeType)).toEqual(["text/csv"]);
});

describe("the bars in an answer's text", () => {
  const shows = { usage: usageOf([...DAYS, aDay("Max", 0, { seconds: 30 })]), quotas: { state: async () => [HALF] } };

  it.each([
    ["the chart is shown", {}, false],
    ["the chart could not be drawn", { notDrawn: "failed" }, true],
    ["files come separately", { answersShowFiles: false }, true],
  ] as const)("replace a missing chart: %s", async (_why, options, hasBars) => {
    const all = setUpDispatch({ ...shows, ...options });
    await all.send(aText("/easel-admin usage", { actor: ADA }));
    const lines = all.responder.answers[0]?.text.split("\n") ?? [];
    expect(lines).toEqual(
      expect.arrayContaining(
        hasBars
          ? [
              "• **Zoe** · ▰▰▰▰▰▰▰▰▰▰ 7 pictures",
              "• **member** · ▰▰▰▰▱▱▱▱▱▱ 3 pictures",
              "• **Max** · ▰▰▰▰▰▰▰▰▰▰ 30 s of clips",
            ]
          : ["• **Zoe** · 7 pictures", "• **member** · 3 pictures", "• **Max** · 30 s of clips"],
      ),
    );
    const own = setUpDispatch({ ...shows, ...options });
    await own.send(aText("/usage"));
    const state = "5 pictures left of 10 pictures a day for the organisation";
    expect(own.said()).toContain(hasBars ? `• ▰▰▰▰▰▱▱▱▱▱ 5 of 10 used · ${state}` : `• ${state}`);
  });
});

it("nothing is drawn or listed for an answer that is shown without files", async () => {
  const read: string[] = [];
  const usage: Usage = {
    ...usageOf(DAYS),
    own: async () => [{ span: "day", unit: "images", used: 3 }],
    days: async () => {
      read.push("days");
      return DAYS;
    },
  };
  const { send, said, responder, charts } = setUpDispatch({ usage, quotas: { state: async () => [HALF] } });
  await send({ ...aCommand("usage", {}), showsNoFiles: true });
  expect(said()).toContain("3 pictures");
  expect(said()).toContain("▰▰▰▰▰▱▱▱▱▱ 5 of 10 used");
  expect(responder.answers[0]?.files ?? []).toEqual([]);
  expect([charts, read]).toEqual([[], []]);
});

it.each([
  ["", ["Pictures by day", "Pictures by member"], "• **Zoe** · 7 pictures"],
  ["--by model", ["Pictures by day", "Pictures by model"], "• **provider-a/image-2** · 10 pictures"],
  ["--by channel --span week", ["Pictures by day", "Pictures by channel"], "other** · 2 pictures"],
  ["--by day", ["Pictures by day"], "• **21 November** · 8 pictures"],
  ["--by day --span day", ["Pictures by day"], "• **21 November** · 8 pictures"],
  ["--span day", ["Pictures by member"], "• **Zoe** · 7 pictures"],
])("admins see everyone's usage in words and charts: %s", async (options, titles, said) => {
  const { send, responder, charts } = setUpDispatch({ usage: usageOf(DAYS) });
  await send(aText(`/easel-admin usage ${options}`, { actor: ADA }));
  expect(responder.answers[0]?.text).toContain(said);
  expect(charts.flatMap(({ rows }) => rows.flat().map(({ title }) => title))).toEqual(titles);
  const [chart, table] = responder.answers[0]?.files ?? [];
  for (const title of titles) expect(chart?.description).toContain(`${title}: `);
  expect(await contentOf(table)).toContain("Zoe");
});

it("a member gets no chart of everyone's usage", async () => {
  const { send, responder, charts, said } = setUpDispatch({ usage: usageOf(DAYS) });
  await send(aText("/easel-admin usage"));
  expect(said()).toBe(en.adminsOnly);
  expect(responder.answers[0]?.files ?? []).toEqual([]);
  expect(charts).toEqual([]);
});

describe("a month's report", () => {
  const thisMonth = new Date().toISOString().slice(0, 7);

  it("is shown to an admin as the admin channel gets it", async () => {
    const { send, responder } = setUpDispatch({ usage: usageOf(DAYS) });
    await send(aText(`/easel-admin usage --month ${thisMonth}`, { actor: ADA }));
    const [answer] = responder.answers;
    expect(answer?.text).toContain("**Usage in ");
    expect(answer?.text).toContain("Total: 10 pictures");
    expect(answer?.files?.map(({ name }) => name)).toEqual(["usage-month.png", "usage-month.csv"]);
  });

  it("says so if nothing was used", async () => {
    const { send, responder } = setUpDispatch({ usage: usageOf([]) });
    await send(aText(`/easel-admin usage --month ${thisMonth}`, { actor: ADA }));
    expect(responder.answers[0]?.text).toBe(en.usage.noneIn(thisMonth));
  });

  it.each(["--month 1999-01", "--month October", `--month ${thisMonth} --by model`])(
    "is refused: %s",
    async (options) => {
      const { send, responder } = setUpDispatch({ usage: usageOf(DAYS) });
      await send(aText(`/easel-admin usage ${options}`, { actor: ADA }));
      expect(responder.answers[0]?.text).toContain("`month`");
    },
  );
});
