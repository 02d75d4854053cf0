import type { AuditAction } from "../../../core/account/audit.ts";
import type { AuditRecord } from "../../../core/account/audit-log.ts";
import { StoredSettings } from "../../../core/account/policy/policy.ts";
import { encodeScope, ORGANISATION_SCOPE } from "../../../core/account/policy/scope.ts";
import { codeText, escapeText, shortened } from "../../../core/chat/message.ts";
import { AuditFacts } from "./audit-facts.ts";
import { keyChanges, keyFacts, keySlotsFreed } from "./audit-keys.ts";
import { namedScope, channelText, workspaceText, type AuditContext } from "../named-scope.ts";
import { shownMomentIn } from "../measures.ts";
import { moneyText } from "../money.ts";
import { platformName } from "../platform-name.ts";
import { settingChanges } from "../policy-settings.ts";
import { quotaAmountText, unitText } from "../quota.ts";
import { usedText } from "../usage.ts";

/** What fits one answer on Discord, over several messages, with room for escapes. */
export const AUDIT_CHARACTERS = 8_000;

/** Items of a list on one line; the CSV has all of them. */
const SHOWN_OF_LIST = 12;
/** Characters of the stored details of an unknown action. */
const SHOWN_CHARACTERS = 160;

/** An action to be rendered: who did it, in bold; its subject; the stored details. */
interface RenderInput {
  readonly act: AuditRecord;
  readonly who: string;
  readonly what: string;
  readonly before: AuditFacts;
  readonly after: AuditFacts;
  readonly context: AuditContext;
}

/** The action and its changes; undefined if too little was stored. */
type RenderAction = (input: RenderInput) => { readonly done: string; readonly more?: readonly string[] } | undefined;

/** The first actions that fit one answer on every platform; at least one. */
export function actLines(acts: readonly AuditRecord[], context: AuditContext): readonly string[] {
  const lines = acts.map((act) => actLine(act, context));
  let length = 0;
  const end = lines.findIndex((line, index) => {
    length += line.length + 1;
    return index > 0 && length > AUDIT_CHARACTERS;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** One action on one line: when, who, what, the subject, and the changes. Never a secret: none is stored. */
export function actLine(act: AuditRecord, context: AuditContext): string {
  const { texts, locale, timeZone } = context;
  const [before, after] = [act.before, act.after].map((kept) => AuditFacts.parse(kept ?? {}));
  const name = after?.name ?? before?.name;
  const what = namedScope(act.scope ?? encodeScope(ORGANISATION_SCOPE), context, after?.group ?? before?.group ?? name);
  const who = `**${escapeText(act.name)}**`;
  const tell = isKnown(act.action) ? TELL[act.action] : undefined;
  const rendered =
    tell?.({ act, who, what, before: before ?? {}, after: after ?? {}, context }) ?? asKept(act, who, context);
  const moment = shownMomentIn(act.at, timeZone, locale);
  return `• ${moment} · ${texts.audit.told(rendered.done.trimEnd(), rendered.more ?? [])}`;
}

/** Every kind of action: a new one without a sentence is a type error. */
const TELL: { readonly [Action in AuditAction]: RenderAction } = {
  "workspace.claimed": ({ who, after, context }) => {
    const say = context.texts.audit.acts;
    if (after.workspace === undefined) return undefined;
    const workspace = workspaceText(after.workspace, context);
    return { done: after.own === true ? say.claimedOwn(who, workspace) : say.claimed(who, workspace) };
  },
  "workspace.set": ({ who, what, before, after, context }) => {
    const { workspaceSettings: say, policyAdmin, audit } = context.texts;
    const place = ({ adminChannel }: AuditFacts): string =>
      adminChannel === undefined ? say.off : channelText(adminChannel, context);
    const money = ({ budget }: AuditFacts): string =>
      budget === undefined ? say.noBudget : moneyText(budget, context.locale);
    const more = [
      [say.budget, money(before), money(after)] as const,
      [say.timeZone, before.timeZone ?? "UTC", after.timeZone ?? "UTC"] as const,
      [say.adminChannel, place(before), place(after)] as const,
    ].flatMap(([label, was, is]) => (was === is ? [] : [policyAdmin.fromTo(label, was, is)]));
    return { done: audit.acts.settings(who, what), more };
  },
  "policy.set": ({ act, who, what, context }) => {
    const { texts, names } = context;
    const [before, after] = [act.before, act.after].map((kept) => StoredSettings.safeParse(kept ?? {}).data);
    if (!before || !after) return undefined;
    const more = settingChanges(before, after, names, texts, SHOWN_OF_LIST);
    return { done: texts.audit.acts.rules(who, what), more };
  },
  paused: ({ who, what, context }) => ({ done: context.texts.audit.acts.paused(who, what) }),
  resumed: ({ who, what, before, context }) =>
    before.by === undefined ? undefined : { done: context.texts.audit.acts.resumed(who, what, escapeText(before.by)) },

  "quota.set": (input) => quotaLine(input, "quotaSet", "amount"),
  "quota.cleared": (input) => quotaLine(input, "quotaCleared", "amount"),
  "quota.granted": (input) => quotaLine(input, "quotaGranted", "granted"),
  "quota.refunded": ({ who, after, context }) => {
    const { unit, amount, model, requesterName } = after;
    if (unit === undefined || amount === undefined || model === undefined || requesterName === undefined)
      return undefined;
    const gave = quotaAmountText(unit, amount, context);
    return { done: context.texts.audit.acts.refunded(who, gave, code(model), escapeText(requesterName)) };
  },
  "requests.refunded": (input) => recoveryLine(input, "allRefunded"),
  "requests.retried": (input) => recoveryLine(input, "allRetried"),
  "approval.approved": (input) => decisionLine(input, "approved"),
  "approval.declined": (input) => decisionLine(input, "declined"),

  "key.added": (input) => keyLine(input, "keyAdded", keyFacts(input.after, input.context)),
  "key.assigned": (input) => keyLine(input, "keyAssigned", keyChanges(input.before, input.after, input.context)),
  "key.disabled": (input) => keyLine(input, "keyDisabled"),
  "key.enabled": (input) => keyLine(input, "keyEnabled"),
  "key.removed": (input) => keyLine(input, "keyRemoved", keyFacts(input.before, input.context)),
  "key.checked": (input) => keyLine(input, "keyChecked", keyChanges(input.before, input.after, input.context)),
  "key.slots_freed": (input) => keyLine(input, "keySlotsFreed", keySlotsFreed(input.before, input.context)),
  "key.refused": (input) => keyLine(input, "keyRefused"),
  "key.spent": (input) => keyLine(input, "keySpent"),
  "key.rested": (input) => keyLine(input, "keyRested"),
  "key.restored": (input) => keyLine(input, "keyRestored"),

  "channel.renamed": ({ who, before, after, context }) =>
    before.name === undefined || after.name === undefined
      ? undefined
      : {
          done: context.texts.audit.acts.channelRenamed(
            who,
            `#${escapeText(before.name)}`,
            `#${escapeText(after.name)}`,
          ),
        },
  "channel.removed": ({ who, before, context }) =>
    before.name === undefined
      ? undefined
      : { done: context.texts.audit.acts.channelRemoved(who, `#${escapeText(before.name)}`) },

  "group.created": ({ who, what, context }) => ({ done: context.texts.audit.acts.groupCreated(who, what) }),
  "group.deleted": ({ who, what, before, context }) => {
    const { texts } = context;
    const { members = [] } = before;
    const named = members.slice(0, SHOWN_OF_LIST).map((member) => memberText(member, undefined, context));
    const listed = texts.list([...named, ...(members.length > SHOWN_OF_LIST ? ["…"] : [])]);
    const more = listed === "" ? [] : [texts.policyAdmin.line(texts.audit.facts.members, listed)];
    return { done: texts.audit.acts.groupDeleted(who, what), more };
  },
  "group.member_added": ({ who, what, after, context }) =>
    after.member === undefined
      ? undefined
      : { done: context.texts.audit.acts.memberAdded(who, memberText(after.member, after.name, context), what) },
  "group.member_removed": ({ who, what, before, context }) =>
    before.member === undefined
      ? undefined
      : { done: context.texts.audit.acts.memberRemoved(who, memberText(before.member, before.name, context), what) },

  "organisation.joined": ({ who, before, after, context }) => {
    if (before.workspace === undefined || after.workspace === undefined) return undefined;
    const [from, to] = [workspaceText(before.workspace, context), workspaceText(after.workspace, context)];
    return { done: context.texts.audit.acts.joined(who, from, to) };
  },
  "account.linked": ({ act, who, before, after, context }) => {
    // Either account may be the one that remained.
    const { account, name } = act.accountId === after.account ? before : after;
    if (!before.identity || account === undefined) return undefined;
    const other = namedScope(`account:${account}`, context, name);
    return {
      done: context.texts.audit.acts.linked(who, platformName(before.identity.platform, context.texts), other),
    };
  },
  "account.unlinked": ({ who, before, context }) =>
    before.identity && {
      done: context.texts.audit.acts.unlinked(who, platformName(before.identity.platform, context.texts)),
    },
  "account.forgotten": ({ who, what, context }) => ({ done: context.texts.audit.acts.forgotten(who, what) }),
  "account.exported": ({ who, what, context }) => ({ done: context.texts.audit.acts.exported(who, what) }),
};

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(TELL, action);
}

function quotaLine(
  { act, who, what, before, after, context }: RenderInput,
  done: "quotaSet" | "quotaCleared" | "quotaGranted",
  fact: "amount" | "granted",
): ReturnType<RenderAction> {
  const { unit = before.unit, span = before.span } = after;
  if (act.scope === undefined || unit === undefined || span === undefined) return undefined;
  const { texts } = context;
  const { audit, quotaAdmin } = texts;
  const whose = texts.quota.which[span](unitText(unit, texts), what);
  const worth = (facts: AuditFacts): string => {
    const amount = facts[fact];
    return amount === undefined ? quotaAdmin.noneBefore : quotaAmountText(unit, amount, context);
  };
  return { done: audit.acts[done](who, whose), more: [audit.fromTo(worth(before), worth(after))] };
}

/** For old actions, no details are stored. */
function decisionLine(
  { act, who, what, after, context }: RenderInput,
  done: "approved" | "declined",
): ReturnType<RenderAction> {
  const { audit } = context.texts;
  const { requester, model, unit, cost, reasons = [] } = after;
  const isWhole =
    act.scope !== undefined &&
    requester !== undefined &&
    model !== undefined &&
    unit !== undefined &&
    cost !== undefined;
  const request = isWhole
    ? audit.request(quotaAmountText(unit, cost, context), code(model), escapeText(requester), what)
    : audit.someRequest;
  const more = (["threshold", "quota"] as const)
    .filter((reason) => reasons.includes(reason))
    .map((reason) => audit.reasons[reason]);
  const said = after.why === undefined ? [] : [audit.because(escapeText(after.why))];
  return { done: audit.acts[done](who, request), more: [...more, ...said] };
}

function keyLine(
  { who, what, before, after, context: { texts } }: RenderInput,
  done: Extract<keyof AuditContext["texts"]["audit"]["acts"], `key${string}`>,
  more: readonly string[] = [],
): ReturnType<RenderAction> {
  const masked = after.masked ?? before.masked;
  const key = masked === undefined ? what : `${what.trimEnd()} ${code(masked)}`;
  return { done: texts.audit.acts[done](who, key), more };
}

/** A `Subject`: a person, a role or a group. */
function memberText(subject: string, kept: string | undefined, { texts, names }: AuditContext): string {
  const name = names.get(subject) ?? kept;
  return name === undefined ? texts.audit.gone.account : escapeText(name);
}

/** An action without a sentence, shown as it was stored. */
function asKept({ action, scope, before, after }: AuditRecord, who: string, context: AuditContext) {
  const { audit } = context.texts;
  const value = (kept: unknown): string =>
    kept === undefined ? "–" : code(shortened(JSON.stringify(kept), SHOWN_CHARACTERS));
  const more = [
    ...(scope === undefined ? [] : [namedScope(scope, context)]),
    ...(before === undefined && after === undefined ? [] : [audit.fromTo(value(before), value(after))]),
  ];
  return { done: audit.acts.unknown(who, codeText(action)), more };
}

function code(text: string): string {
  return `\`${codeText(text)}\``;
}

function recoveryLine(
  { who, what, after, context: { texts } }: RenderInput,
  act: "allRefunded" | "allRetried",
): ReturnType<RenderAction> {
  const { requests, people, images = 0, seconds = 0, hours, code: failure } = after;
  if (requests === undefined || people === undefined || hours === undefined) return undefined;
  const { recovery: say, audit } = texts;
  const sums = say.sums(requests, people, usedText(images, seconds, texts));
  const about = failure === undefined ? what : `${what}, ${code(failure)}`;
  return { done: audit.acts[act](who, sums, say.span(hours), about) };
}
