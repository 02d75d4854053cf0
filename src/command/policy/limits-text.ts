import { boundOf, isBound } from "../../core/account/bounds.ts";
import { allowedModelsOf } from "../../core/account/policy/allowed-models.ts";
import type { EffectivePolicy, Ruled } from "../../core/account/policy/policy.ts";
import type { Scope } from "../../core/account/policy/scope.ts";
import type { Membership } from "../../core/account/membership.ts";
import { codeText, escapeText } from "../../core/chat/message.ts";
import { plainMoney } from "../../text/render/money.ts";
import { rulerText } from "../../text/render/policy-problems.ts";
import type { Texts } from "../../text/texts.ts";

/** As many as a person reads; `/models` lists all of them. */
const SHOWN_MODELS = 12;

const NUMBERS = [
  "maxSeconds",
  "maxCount",
  "jobsAtOnce",
  "jobsWaiting",
  "confirmSeconds",
  "approveSeconds",
  "approveCount",
] as const;

/** Shown only on platforms where members upload files and create channels. */
const OF_UPLOADS = ["uploadMib", "consoleChannels"] as const;

/**
 * What someone may do in a place, one line per limit, with the scope that sets it. `quotas`: lines about the remaining quotas.
 * `memberUploads`: includes the limits for platforms where members upload files.
 */
export function limitsText(
  membership: Membership,
  listed: readonly string[] | undefined,
  texts: Texts,
  { quotas, memberUploads }: { readonly quotas: readonly string[]; readonly memberUploads: boolean },
): string {
  const { policy, paused } = membership;
  const say = texts.limits;
  const by = (scope: Scope): string => rulerText({ kind: scope.kind, name: groupName(scope, membership) }, texts);
  const ruled = (text: string, ...rules: readonly Ruled<unknown>[]): string =>
    rules.length === 0 ? text : say.ruled(text, texts.list([...new Set(rules.map(({ scope }) => by(scope)))]));
  const allowedModels = allowedModelsOf(policy, listed);
  const models = (names: readonly string[], usual: string | undefined): string => {
    if (usual === undefined) return say.noModels;
    if (policy.models.length === 0) return say.withUsual(say.allModels, codeText(usual));
    const shown = names.slice(0, SHOWN_MODELS).map((name) => `\`${codeText(name)}\``);
    return say.withUsual(texts.list([...shown, ...(names.length > SHOWN_MODELS ? ["…"] : [])]), codeText(usual));
  };
  const lines = [
    ...paused.map((pause) => texts.pause.stands(by(pause.scope), escapeText(pause.by))),
    ruled(say.pictures(models(allowedModels.imageModels, allowedModels.imageModel)), ...policy.models),
    ruled(say.clips(models(allowedModels.videoModels, allowedModels.videoModel())), ...policy.models),
    ...[...NUMBERS, ...(memberUploads ? OF_UPLOADS : [])].flatMap((key) => numberLine(key, policy, texts, ruled)),
    ...policy.approveMoney.map((rule) =>
      ruled(texts.policyAdmin.line(texts.settings.approveMoney, plainMoney(rule.value)), rule),
    ),
    ...(policy.blockedWords.length === 0
      ? []
      : [ruled(texts.policyAdmin.line(texts.settings.blockedWords, wordCount(policy)), ...policy.blockedWords)]),
    talkLine(policy, texts, ruled),
    ...quotas,
  ];
  return [say.title, ...lines.map((line) => `• ${line}`)].join("\n");
}

function numberLine(
  key: (typeof NUMBERS)[number] | (typeof OF_UPLOADS)[number],
  policy: EffectivePolicy,
  texts: Texts,
  ruled: (text: string, rule: Ruled<number>) => string,
): string[] {
  const rule = policy[key];
  if (!rule) return isBound(key) ? [defaultLine(texts.settings[key], boundOf(policy, key).value, texts)] : [];
  const value = key.endsWith("Seconds") ? texts.settingValue.seconds(rule.value) : String(rule.value);
  return [ruled(texts.policyAdmin.line(texts.settings[key], value), rule)];
}

function defaultLine(label: string, value: number, texts: Texts): string {
  return texts.limits.byDefault(texts.policyAdmin.line(label, String(value)));
}

function talkLine(
  { talk }: EffectivePolicy,
  texts: Texts,
  ruled: (text: string, ...rules: readonly Ruled<unknown>[]) => string,
): string {
  const text = texts.policyAdmin.line(texts.settings.talk, texts.settingValue.talk[talk?.value ?? "ask"]);
  return talk ? ruled(text, talk) : text;
}

/** Only the number of blocked words: the words themselves are for admins. */
function wordCount({ blockedWords }: EffectivePolicy): string {
  return String(new Set(blockedWords.flatMap(({ value }) => value)).size);
}

function groupName({ kind, id }: Scope, { groups }: Membership): string | undefined {
  return kind === "group" ? groups.find((group) => group.id === id)?.name : undefined;
}
