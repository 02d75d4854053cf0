import { TooManyQuotasError, UNITS } from "../../core/account/quota/quota.ts";
import { workspaceScope } from "../../core/account/policy/scope.ts";
import type { WorkspaceSettings } from "../../core/account/policy/policy-store.ts";
import type { FieldProblem } from "../../core/chat/event.ts";
import { MAX_QUOTA, MAX_QUOTAS } from "../../lib/limits.ts";
import { quotaText } from "../../text/render/quota.ts";
import { shown } from "../../text/render/shown.ts";
import { actingOf, type Acting } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { fieldProblems } from "../form/field-problems.ts";
import type { Invocation } from "../invocation.ts";
import type { OptionValues } from "../parse/parse.ts";
import { readPeople, withRules } from "../policy/access.ts";
import { adminChannelText, readAdminChannel } from "../policy/admin-channel.ts";
import { readDefaults, withDefaults } from "../policy/defaults.ts";
import { changeLines, lateLines } from "../policy/describe-change.ts";
import { answer, type Reply } from "../reply.ts";
import { readPerDay, type PerDay } from "./per-day.ts";
import { dailyQuota, stateLines, workspaceState } from "./workspace-state.ts";

/** Saves the whole form, if nothing in it is wrong. Each part is audited, as if its own command had set it. */
export async function saveSetup(options: OptionValues, asked: Invocation, context: CommandContext): Promise<Reply> {
  const { policies, texts } = context;
  const say = texts.setup;
  const invocation = { ...asked, options };
  const acting = await actingOf(invocation, context);
  const read = await readSetup(invocation, acting, context);
  if (!read.ok) return { kind: "unfit", problems: read.problems };
  const { defaults, perDay, adminChannel, access } = read;
  // First the parts that can be refused.
  const quotas = await saveQuotas(perDay, invocation, acting, context);
  if (!quotas.ok) return { kind: "unfit", problems: [{ field: "per_day", text: texts.quotaAdmin.full(MAX_QUOTAS) }] };
  const rules = await policies.change(acting, workspaceScope(invocation.conversation), (before) =>
    withRules(withDefaults(before, defaults), { access }),
  );
  const channel = await saveAdminChannel(adminChannel, invocation, acting, context);
  const { lines, late } = await changeLines(rules, invocation, acting, context);
  const done = [...lines, ...quotas.lines, ...channel.lines];
  const state = await workspaceState(invocation, acting, context);
  return answer(
    [
      ...(done.length === 0 ? [say.unchanged] : [say.saved, ...done]),
      say.now,
      ...stateLines(state, invocation, texts),
      ...late,
      ...channel.late,
    ].join("\n"),
  );
}

type Read =
  | { readonly ok: false; readonly problems: readonly FieldProblem[] }
  | {
      readonly ok: true;
      readonly defaults: Awaited<ReturnType<typeof readDefaults>>;
      readonly perDay: PerDay;
      /** `encodeConversation`; undefined: none. */
      readonly adminChannel: string | undefined;
      readonly access: readonly string[];
    };

async function readSetup(invocation: Invocation, acting: Acting, context: CommandContext): Promise<Read> {
  const { texts, policies } = context;
  const { conversation, options } = invocation;
  const text = (name: string): string => String(options[name] ?? "").trim();
  const before = await policies.settings(acting.organisationId, workspaceScope(conversation));
  const wrong: FieldProblem[] = [];
  const people = { ...invocation, options: { only: text("only") === "" ? "all" : text("only") } };
  const access = await readPeople("only", before, wrong, people, acting, context);
  const defaults = await readDefaults(invocation, acting, context);
  const perDay = readPerDay(text("per_day"));
  const { adminChannel: now } = await policies.workspace(acting.organisationId, conversation);
  const channel = await readAdminChannel(text("admin_channel"), invocation, now, context);
  const problems: FieldProblem[] = [
    ...fieldProblems(defaults.problems, texts),
    ...(perDay ? [] : [{ field: "per_day", text: texts.setup.wrongPerDay(shown(text("per_day")), MAX_QUOTA) }]),
    ...(channel.ok ? [] : [{ field: "admin_channel", text: channel.problem }]),
    ...wrong,
  ];
  if (problems.length > 0 || !perDay || !channel.ok) return { ok: false, problems };
  return { ok: true, defaults, perDay, adminChannel: channel.channel, access: access ?? [] };
}

/** Sets and removes the workspace's quotas per day; one line for each that changes. */
async function saveQuotas(
  perDay: PerDay,
  invocation: Invocation,
  acting: Acting,
  { quotas, texts }: CommandContext,
): Promise<{ readonly ok: true; readonly lines: readonly string[] } | { readonly ok: false }> {
  const lines: string[] = [];
  const saying = { texts, names: new Map<string, string>(), locale: invocation.actor.locale };
  const all = await quotas.state(acting.organisationId);
  const known = await quotas.state(acting.organisationId, [workspaceScope(invocation.conversation)]);
  const ofDay = known.filter(({ span }) => span === "day");
  const added = UNITS.filter((unit) => perDay[unit] !== undefined && !ofDay.some((one) => one.unit === unit));
  const removed = UNITS.filter((unit) => perDay[unit] === undefined && ofDay.some((one) => one.unit === unit));
  if (all.length + added.length - removed.length > MAX_QUOTAS) return { ok: false };
  // The removed ones first: they make room.
  for (const unit of new Set([...removed, ...UNITS])) {
    const amount = perDay[unit];
    const quota = dailyQuota(unit, invocation);
    const now = ofDay.find((one) => one.unit === unit);
    if (amount === now?.amount) continue;
    if (amount === undefined) {
      const cleared = await quotas.clear(acting, quota);
      if (cleared) lines.push(`• ${texts.quotaAdmin.cleared(quotaText(cleared, saying))}`);
      continue;
    }
    const saved = await quotas.set(acting, quota, amount).catch((error: unknown) => {
      if (error instanceof TooManyQuotasError) return undefined;
      throw error;
    });
    if (!saved) return { ok: false };
    const before = saved.before ? quotaText(saved.before, saying) : texts.quotaAdmin.noneBefore;
    lines.push(`• ${texts.quotaAdmin.set(before, quotaText(saved.after, saying))}`);
  }
  return { ok: true, lines };
}

async function saveAdminChannel(
  adminChannel: string | undefined,
  { conversation }: Invocation,
  acting: Acting,
  { policies, texts }: CommandContext,
): Promise<{ readonly lines: readonly string[]; readonly late: readonly string[] }> {
  const { before, after, lately } = await policies.changeWorkspace(acting, conversation, { adminChannel });
  const changes = (from: WorkspaceSettings, to: WorkspaceSettings): readonly string[] => {
    const [was, is] = [adminChannelText(from, conversation, texts), adminChannelText(to, conversation, texts)];
    return was === is ? [] : [`• ${texts.policyAdmin.fromTo(texts.workspaceSettings.adminChannel, was, is)}`];
  };
  const earlier = lately ? changes(lately.before, lately.after) : [];
  return { lines: changes(before, after), late: lateLines(lately, earlier, texts) };
}
