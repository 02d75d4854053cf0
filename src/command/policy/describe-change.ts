import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import type { Changed, LateChange } from "../../core/account/policy/policy-store.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import { escapeText } from "../../core/chat/message.ts";
import { settingChanges } from "../../text/render/policy-settings.ts";
import type { Texts } from "../../text/texts.ts";
import { type CommandContext } from "../command.ts";
import type { Acting } from "../acting.ts";
import { subjectNames } from "./subjects.ts";
import type { TargetScope } from "./target-scope.ts";

type Names = ReadonlyMap<string, string>;

/** Replies to an admin with their change, and with a recent change by another admin. */
export async function tellChange(
  { what }: Extract<TargetScope, { ok: true }>,
  { before, after, lately }: Changed<PolicySettings>,
  asked: { readonly invocation: Invocation; readonly acting: Acting; readonly more?: readonly string[] },
  context: CommandContext,
): Promise<Reply> {
  const { invocation, acting, more = [] } = asked;
  const say = context.texts.policyAdmin;
  const { lines, late } = await changeLines({ before, after, lately }, invocation, acting, context);
  const done = lines.length === 0 ? [say.unchanged(what)] : [say.changed(what), ...lines];
  return answer([...done, ...more, ...late].join("\n"));
}

/** The lines about a change of rules, and those about another admin's recent change. */
export async function changeLines(
  { before, after, lately }: Changed<PolicySettings>,
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<{ readonly lines: readonly string[]; readonly late: readonly string[] }> {
  const { texts } = context;
  const names = await namesIn([before, after, lately?.before, lately?.after], invocation, acting, context);
  const changes = (from: PolicySettings, to: PolicySettings): string[] =>
    settingChanges(from, to, names, texts).map((change) => `• ${change}`);
  const earlier = lately ? changes(lately.before, lately.after) : [];
  return { lines: changes(before, after), late: lateLines(lately, earlier, texts) };
}

/** What another admin changed recently, which this admin may not have seen. */
export function lateLines(
  lately: Pick<LateChange<unknown>, "by" | "agoMs"> | undefined,
  earlier: readonly string[],
  { policyAdmin: say }: Texts,
): readonly string[] {
  if (!lately || earlier.length === 0) return [];
  return [say.lately(escapeText(lately.by), Math.floor(lately.agoMs / 60_000)), ...earlier];
}

/** The names of the subjects in these settings. */
export function namesIn(
  settings: readonly (PolicySettings | undefined)[],
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<Names> {
  const subjects = settings.flatMap((one) => [...(one?.access ?? []), ...(one?.blocked ?? [])]);
  return subjectNames([...new Set(subjects)], invocation, acting, context);
}
