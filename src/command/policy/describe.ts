import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import type { Changed } from "../../core/account/policy/policy-store.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import { escapeText } from "../../core/chat/message.ts";
import { settingChanges } from "../../text/render/policy-settings.ts";
import { type CommandContext } from "../command.ts";
import type { Acting } from "../acting.ts";
import { subjectNames } from "./subjects.ts";
import type { TargetScope } from "./target.ts";

type Names = ReadonlyMap<string, string>;

/** Replies to an admin with their change, and with a recent change by another admin. */
export async function tellChange(
  { what }: Extract<TargetScope, { ok: true }>,
  { before, after, lately }: Changed<PolicySettings>,
  asked: { readonly invocation: Invocation; readonly acting: Acting; readonly more?: readonly string[] },
  context: CommandContext,
): Promise<Reply> {
  const { invocation, acting, more = [] } = asked;
  const { texts } = context;
  const names = await namesIn([before, after, lately?.before, lately?.after], invocation, acting, context);
  const changes = (from: PolicySettings, to: PolicySettings): string[] =>
    settingChanges(from, to, names, texts).map((change) => `• ${change}`);
  const lines = changes(before, after);
  const say = texts.policyAdmin;
  const earlier = lately ? changes(lately.before, lately.after) : [];
  const late =
    lately && earlier.length > 0
      ? [say.lately(escapeText(lately.by), Math.floor(lately.agoMs / 60_000)), ...earlier]
      : [];
  const done = lines.length === 0 ? [say.unchanged(what)] : [say.changed(what), ...lines];
  return answer([...done, ...more, ...late].join("\n"));
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
