import type { Invocation } from "../../src/command/invocation.ts";
import { refuse, type Reply } from "../../src/command/reply.ts";
import { SPANS, type Unit } from "../../src/core/account/quota/quota.ts";
import { USAGE_BY, USAGE_ROWS, type UsageBy, type UsageShare } from "../../src/core/account/quota/usage.ts";
import { decodeConversation } from "../../src/core/chat/conversation.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { actingOf } from "../../src/command/acting.ts";
import { type Command, type CommandContext } from "../../src/command/command.ts";
import { placesToName, withoutHiddenPlaces } from "../../src/command/quota/usage-places.ts";
import { chartedShares, dayCharts, shareCharts, sumOf } from "../../src/command/quota/usage-charts.ts";
import { monthReportFiles, monthReportText } from "../../src/command/quota/month-report.ts";
import { usageFiles } from "../../src/command/quota/usage-files.ts";
import { oneOf } from "../../src/core/request/read-text.ts";
import type { RequestProblem } from "../../src/core/request/problem.ts";
import { shownDate } from "../../src/text/render/measures.ts";
import { spentText } from "../../src/text/render/money.ts";
import { usedBars, usedText } from "../../src/text/render/usage.ts";
import type { Texts } from "../../src/text/texts.ts";

/** Members, channels, models or days listed in the reply; the attached table has all of them. */
const USAGE_SHOWN = 15;

/** How far the earliest time zone is ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/**
 * `/easel-admin usage`: the organisation's usage today, this week or this month, with charts and a table of everything; or a past
 * month as its report.
 */
export const adminUsage: Command = {
  spec: {
    name: "easel-admin usage",
    example: "--span week --by model",
    adminOnly: true,
    options: [
      { name: "span", type: "text", suggestions: SPANS },
      { name: "by", type: "text", suggestions: USAGE_BY },
      { name: "month", type: "text" },
    ],
  },

  async run(invocation, context) {
    const { texts, usage } = context;
    const problems: RequestProblem[] = [];
    const given = (option: string): string | undefined => String(invocation.options[option] ?? "").trim() || undefined;
    const span = oneOf("span", given("span") ?? "month", SPANS, problems);
    const by = oneOf("by", given("by") ?? "member", USAGE_BY, problems);
    const month = oneOf("month", given("month"), monthsBefore(context.clock.now()), problems);
    for (const other of ["span", "by"]) {
      const otherGiven = given(other);
      if (month !== undefined && otherGiven !== undefined) {
        problems.push({ rule: "conflict", option: "month", given: month, other, otherGiven });
      }
    }
    if (span === undefined || by === undefined || problems.length > 0) return refuse(problems);
    if (month !== undefined) return reportOf(month, invocation, context);
    const acting = await actingOf(invocation, context);
    const { organisationId, actor } = acting;
    const sharesBy = (one: UsageBy): Promise<readonly UsageShare[]> =>
      usage.shares(organisationId, actor.workspace, span, one);
    const [shares, places, byDay, days] = await Promise.all([
      sharesBy(by),
      sharesBy("channel"),
      sharesBy("day"),
      usage.days(organisationId, actor.workspace, span, USAGE_ROWS),
    ]);
    const say = texts.usage;
    if (shares.length === 0) return { kind: "answer", message: { text: [say.of[span], say.none].join("\n") } };
    const named = await placesToName(places, invocation, context);
    const shown = by === "channel" ? shares.filter(({ name }) => named.has(name)) : shares;
    const hidden = shares.filter((share) => !shown.includes(share));
    const titles = await titlesOf(by, [...shown.slice(0, USAGE_SHOWN), ...chartedShares(shown)], invocation, context);
    const titled = shown.map((share) => ({ ...share, name: titles.get(share.name) ?? share.name }));
    const unnamed = hidden.length > 0 ? [sumOf(hidden, say.hidden)] : [];
    const reader = { texts, locale: invocation.actor.locale };
    const charts = [
      // A chart with a single column shows nothing new.
      span === "day" && by !== "day" ? [] : dayCharts(byDay, span, reader),
      by === "day" ? [] : shareCharts(by, titled, reader, unnamed),
    ];
    const table = { days: withoutHiddenPlaces(days, named), tableName: say.tableName };
    const { files, notes, showsChart } = await usageFiles(
      { span, charts, heading: say.of[span], ...table, by: acting },
      context,
    );
    const listed = [...titled.slice(0, USAGE_SHOWN), ...unnamed];
    const most = { images: mostOf(listed, "images"), seconds: mostOf(listed, "seconds") };
    const withMoney = (amount: string, { spent }: UsageShare): string => {
      const money = spentText(spent, context.prices !== undefined, reader);
      return money === undefined ? amount : texts.money.of(amount, money);
    };
    const amounts = (share: UsageShare): string =>
      withMoney(showsChart ? usedIn(share, texts) : usedBars(share, most, texts), share);
    const total = sumOf(shares, say.inAll);
    const text = [
      say.of[span],
      ...titled.slice(0, USAGE_SHOWN).map((share) => `• **${escapeText(share.name)}** · ${amounts(share)}`),
      ...(shown.length > USAGE_SHOWN ? [say.more(shown.length - USAGE_SHOWN)] : []),
      ...unnamed.map((share) => `• **${share.name}** · ${amounts(share)}`),
      texts.policyAdmin.line(say.inAll, withMoney(usedIn(total, texts), total)),
      ...notes,
      ...(days.length === USAGE_ROWS ? [say.cut(USAGE_ROWS)] : []),
    ];
    return { kind: "answer", message: { text: text.join("\n"), files } };
  },
};

/** The months that can be reported, such as `2026-10`: the current one, wherever it has begun, and a year before it. */
function monthsBefore(now: number): readonly string[] {
  const latest = new Date(now + EARLIEST_ZONE_MS);
  return Array.from({ length: 13 }, (_, ago) =>
    new Date(Date.UTC(latest.getUTCFullYear(), latest.getUTCMonth() - ago)).toISOString().slice(0, "2026-10".length),
  );
}

/** A month as the admin channel gets it when it has ended. */
async function reportOf(month: string, invocation: Invocation, context: CommandContext): Promise<Reply> {
  const { organisationId, actor } = await actingOf(invocation, context);
  const { locale } = invocation.actor;
  const bounds = await context.usage.monthOf(organisationId, actor.workspace, month);
  const whole = bounds && { ...bounds, workspace: actor.workspace, locale };
  const days = whole ? await context.usage.month(organisationId, whole) : [];
  if (!whole || days.length === 0) return { kind: "answer", message: { text: context.texts.usage.noneIn(month) } };
  const files = await monthReportFiles(organisationId, whole, context);
  return { kind: "answer", message: { text: monthReportText(whole, days), files } };
}

function mostOf(shares: readonly UsageShare[], unit: Unit): number {
  return Math.max(...shares.map((share) => share[unit]));
}

function usedIn({ images, seconds }: UsageShare, texts: Texts): string {
  return usedText(images, seconds, texts);
}

/** The displayed names of places and days. */
async function titlesOf(
  by: UsageBy,
  shares: readonly UsageShare[],
  invocation: Invocation,
  context: Pick<CommandContext, "platform">,
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(shares.map(({ name }) => name))];
  const titleOf = async (name: string): Promise<string> => {
    if (by === "channel") return channelName(name, invocation, context);
    return by === "day" ? shownDate(name, invocation.actor.locale) : name;
  };
  return new Map(await Promise.all(names.map(async (name) => [name, await titleOf(name)] as const)));
}

/** The name, if it is a channel of this workspace. */
async function channelName(
  id: string,
  { conversation }: Invocation,
  { platform }: Pick<CommandContext, "platform">,
): Promise<string> {
  const there = decodeConversation(id);
  const isHere = there.platform === conversation.platform && there.workspace === conversation.workspace;
  const found = isHere ? await platform.lookUp(conversation, "channel", there.channel) : undefined;
  return found?.name ?? id;
}
