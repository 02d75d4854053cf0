import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import { createHash } from "node:crypto";
import {
  currencyOf,
  isMoney,
  SPANS,
  UNITS,
  type MoneyUnit,
  type QuotaId,
  type QuotaState,
} from "../../core/account/quota/quota.ts";
import { encodeScope } from "../../core/account/policy/scope.ts";
import type { FormField, Suggestion } from "../../core/chat/form.ts";
import { decimalOf } from "../../text/render/money.ts";
import { moneyOf, whichText, whoseFirst, type QuotaContext } from "../../text/render/quota.ts";
import { quotaBar } from "../../text/render/usage.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext, Settable } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import { chooseOne } from "../setting/choose-one.ts";
import { pickField, textField } from "../setting/setting-fields.ts";
import { WORD_OF, type NamedScope } from "./parse-quota.ts";
import { scopeNames } from "./scope-names.ts";

/** A quota, and its scope's names. */
export type NamedQuota = QuotaId & Pick<NamedScope, "names">;

/** Changes the chosen quota by the amount from the form. */
type Change = (quota: NamedQuota, invocation: Invocation, context: CommandContext) => Promise<Reply>;

const NEW = "new";
/** Digits of the largest quota, and of the largest amount of money with its decimal places. */
const LONGEST_AMOUNT = 8;
const LONGEST_MONEY = 16;

/** One line per quota of the organisation: a bar of what is used, and the remaining amount in words. */
export async function allQuotas(
  invocation: Invocation,
  context: CommandContext,
): Promise<{ readonly all: readonly QuotaState[]; readonly lines: readonly string[]; readonly saying: QuotaContext }> {
  const { texts, quotas } = context;
  const acting = await actingOf(invocation, context);
  const all = await quotas.state(acting.organisationId);
  const scopes = all.map(({ scope }) => scope);
  const names = all.length === 0 ? new Map<string, string>() : await scopeNames(scopes, invocation, acting, context);
  const saying = { texts, names, locale: invocation.actor.locale };
  const lines = [texts.quotaAdmin.title, ...all.map((one) => `• ${quotaBar(one, saying)}`)];
  return { all, saying, lines: all.length === 0 ? [texts.quotaAdmin.none] : lines };
}

/** All quotas, with a form for each amount, and one for a new quota that `run` sets. */
export function quotaToSet(
  change: Change,
  run: (invocation: Invocation, context: CommandContext) => Promise<Reply>,
): Settable {
  const existing = quotaToChange(
    change,
    ({ setting }) => setting.changeQuota,
    ({ settingEffect }) => settingEffect.setQuota,
  );
  return {
    async show(invocation, context) {
      const { all, lines, saying } = await allQuotas(invocation, context);
      const { setting } = context.texts;
      const buttons = all.map((quota) => ({ key: digestOf(quota), label: buttonText(quota, saying) }));
      const opens = all.length === 0 ? { opens: NEW } : {};
      return { kind: "setting", lines, buttons: [{ key: NEW, label: setting.newQuota }, ...buttons], ...opens };
    },

    async open(key, invocation, context) {
      if (key !== NEW) return existing.open(key, invocation, context);
      const label = context.texts.setting.newQuota;
      return {
        kind: "form",
        title: label,
        isNew: true,
        effect: context.texts.settingEffect.setQuota,
        fields: await newFields(invocation, context),
        apply: async (options, asked) => atScope(await run({ ...asked, options: withScope(options) }, context)),
      };
    },
  };
}

/** All quotas, with a form for an amount for each. */
export function quotaToChange(
  change: Change,
  title: (texts: Texts) => string,
  effect: (texts: Texts) => string,
  isOnTop = false,
): Settable {
  return {
    async show(invocation, context) {
      const { all, lines, saying } = await allQuotas(invocation, context);
      if (all.length === 0) return answer(context.texts.quotaAdmin.none);
      const buttons = all.map((quota) => ({ key: digestOf(quota), label: buttonText(quota, saying) }));
      const [only, ...others] = buttons;
      return { kind: "setting", lines, buttons, ...(only && others.length === 0 ? { opens: only.key } : {}) };
    },

    async open(key, invocation, context) {
      const { all, saying } = await allQuotas(invocation, context);
      const quota = all.find((one) => digestOf(one) === key);
      if (!quota) return undefined;
      const { texts } = context;
      const { scope, unit, span } = quota;
      const named = { scope, unit, span, names: saying.names };
      const say = texts.setting;
      const inMoney = isMoney(unit);
      const amountLabel = inMoney ? say.amountInMoney(currencyOf(unit)) : say.amount[unit];
      const amount = { name: "amount", label: amountLabel, required: true } as const;
      const value = isOnTop ? undefined : inMoney ? plainMoney(unit, quota.amount) : String(quota.amount);
      return {
        kind: "form",
        title: title(texts),
        effect: say.about(nameOf(quota, saying), effect(texts)),
        fields: [textField({ ...amount, value }, { maxLength: inMoney ? LONGEST_MONEY : LONGEST_AMOUNT })],
        apply: (options, asked) => change(named, { ...asked, options }, context),
      };
    },
  };
}

/** All quotas, with a form to choose one of them. */
export function quotaToChoose(change: Change): Settable {
  return chooseOne(async (invocation, context) => {
    const { all, lines, saying } = await allQuotas(invocation, context);
    if (all.length === 0) return answer(context.texts.quotaAdmin.none);
    return {
      kind: "choosable",
      lines,
      label: context.texts.setting.clearQuota,
      effect: context.texts.settingEffect.clearQuota,
      option: "scope",
      choices: all.map((quota) => ({ value: digestOf(quota), label: nameOf(quota, saying) })),
      apply: async (options, asked) => {
        const quota = all.find((one) => digestOf(one) === options["scope"] || nameOf(one, saying) === options["scope"]);
        if (!quota) return answer(context.texts.gone);
        const { scope, unit, span } = quota;
        return change({ scope, unit, span, names: saying.names }, asked, context);
      },
    };
  });
}

async function newFields(invocation: Invocation, context: CommandContext): Promise<readonly FormField[]> {
  const { texts } = context;
  const { setting: say, quotaAdmin } = texts;
  const { organisationId } = await actingOf(invocation, context);
  const [groups, keys] = await Promise.all([context.groups.list(organisationId), context.keyring.list(organisationId)]);
  const scopes: Suggestion[] = [
    ...(["workspace", "channel", "organisation"] as const).map((value) => ({ value, label: texts.ruler[value] })),
    ...groups.map(({ name }) => ({ value: `group:${name}`, label: texts.quota.group(name) })),
    ...keys.map(({ name }) => ({ value: `key:${name}`, label: texts.quota.key(name) })),
  ];
  const { prices } = context;
  const units = [
    ...UNITS.map((unit) => ({ value: WORD_OF[unit], label: quotaAdmin.ofUnit[unit] })),
    ...(prices ? [{ value: "money", label: quotaAdmin.ofMoney(prices.currency) }] : []),
  ];
  const spans = SPANS.map((value) => ({ value, label: say.span[value] }));
  return [
    textField(
      { name: "amount", label: say.howMuch, required: true },
      { maxLength: prices ? LONGEST_MONEY : LONGEST_AMOUNT },
    ),
    pickField({ name: "unit", label: say.unit, value: WORD_OF.images, required: true }, units),
    pickField({ name: "span", label: say.per, value: "day", required: true }, spans),
    pickField(
      { name: "scope", label: say.forWhom, hint: say.forWhomHint, usual: texts.forms.usual(texts.ruler.workspace) },
      scopes,
      say.typeScope,
    ),
    { type: "named", kind: "person", name: "person", label: say.orPerson },
  ];
}

/** An amount of money as it is written into a form, such as `20` or `12.5`. */
function plainMoney(unit: MoneyUnit, amount: number): string {
  const money = moneyOf(unit, amount);
  let [rest, digits] = [amount, money.digits];
  while (digits > 0 && rest % 10 === 0) [rest, digits] = [rest / 10, digits - 1];
  return decimalOf({ ...money, amount: rest, digits });
}

/** The form offers all scopes in one list; turns a chosen group or key into the option for it. */
function withScope({ scope, ...options }: OptionValues): OptionValues {
  const [, kind, name] = /^(group|key):(.+)$/s.exec(String(scope ?? "")) ?? [];
  if (kind !== undefined && name !== undefined) return { ...options, [kind]: name };
  return scope === undefined ? options : { ...options, scope };
}

/** Shows the problems of a group or key at the list that it was chosen from. */
function atScope(reply: Reply): Reply {
  if (reply.kind !== "unfit") return reply;
  const isChosen = (field: string | undefined): boolean => field === "group" || field === "key";
  const problems = reply.problems.map((one) => (isChosen(one.field) ? { ...one, field: "scope" } : one));
  return { ...reply, problems };
}

/** Identifies a quota within the length limit of a button's id. */
function digestOf({ scope, unit, span }: QuotaId): string {
  return createHash("sha256")
    .update(`${encodeScope(scope)} ${unit} ${span}`)
    .digest("base64url")
    .slice(0, 20);
}

/** A quota's name without markup. */
function nameOf(quota: QuotaId, saying: QuotaContext): string {
  return withoutMarkup(whichText(quota, saying));
}

/** The same on a button, whose end may be cut: whose it is comes first. */
function buttonText(quota: QuotaId, saying: QuotaContext): string {
  return withoutMarkup(whoseFirst(quota, saying));
}

function withoutMarkup(text: string): string {
  return text.replaceAll(/[\\`*]/g, "");
}
