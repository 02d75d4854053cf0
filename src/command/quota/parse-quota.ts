import type { Invocation } from "../invocation.ts";
import { refuse, unfit } from "../reply.ts";
import {
  isMoney,
  MONEY_DIGITS,
  moneyUnit,
  SPANS,
  UNITS,
  currencyOf,
  type QuotaId,
  type QuotaUnit,
  type Unit,
} from "../../core/account/quota/quota.ts";
import {
  encodeScope,
  ORGANISATION_SCOPE,
  placeScope,
  workspaceScope,
  type Scope,
} from "../../core/account/policy/scope.ts";
import { escapeText } from "../../core/chat/message.ts";
import { amountIn } from "../../core/request/prices.ts";
import { MAX_QUOTA } from "../../lib/limits.ts";
import { folded, oneOf, wholeNumber } from "../../core/request/read-text.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { shown } from "../../text/render/shown.ts";
import type { Acting } from "../acting.ts";
import { type CommandContext } from "../command.ts";
import { resolveGroup, type Resolved } from "../admin/groups.ts";
import { findKey } from "../keys/find-key.ts";
import type { OptionSpec } from "../parse/spec.ts";

/** Scopes that need no name. */
const WORDS = ["organisation", "workspace", "channel", "direct"] as const;
const NAMED = ["scope", "channel", "group", "person", "key"] as const;

/** The words for units of quotas. */
export const WORD_OF: Readonly<Record<Unit, string>> = { images: "pictures", seconds: "seconds" };

/** A currency code also means money. */
const UNIT_WORDS = [...Object.values(WORD_OF), "money"];

/** The options that identify a quota. */
export const QUOTA_OPTIONS: readonly OptionSpec[] = [
  { name: "unit", type: "text", suggestions: UNIT_WORDS },
  { name: "span", type: "text", suggestions: SPANS },
  { name: "scope", type: "text", suggestions: WORDS },
  { name: "channel", type: "channel" },
  { name: "group", type: "text" },
  { name: "person", type: "person" },
  { name: "key", type: "text" },
];

/** A scope, and its name if its kind is not enough. */
export interface NamedScope {
  readonly scope: Scope;
  readonly names: ReadonlyMap<string, string>;
}

type Given = Pick<Invocation, "options" | "conversation" | "isDirect">;
type Context = Pick<CommandContext, "texts" | "platform" | "people" | "keyring" | "groups" | "prices">;

/** The quota that the options identify. Defaults: a day, this workspace, and the currency of the operator's prices. */
export async function parseQuota(
  invocation: Given,
  acting: Pick<Acting, "organisationId">,
  context: Context,
): Promise<Resolved<QuotaId & NamedScope>> {
  const problems: RequestProblem[] = [];
  const given = (option: string): string => String(invocation.options[option] ?? "").trim();
  if (given("unit") === "") problems.push({ rule: "missing_option", option: "unit" });
  const unit = unitOf(given("unit"), context, problems);
  const span = oneOf("span", given("span") || "day", SPANS, problems);
  const word = oneOf("scope", given("scope") || "workspace", WORDS, problems);
  if (problems.length > 0 || span === undefined || word === undefined) return { ok: false, reply: refuse(problems) };
  if (unit === undefined) return { ok: false, reply: unfit("unit", context.texts.quotaAdmin.noPrices) };
  if (NAMED.filter((option) => given(option) !== "").length > 1) {
    const { oneScope, oneScopeInForm } = context.texts.quotaAdmin;
    return { ok: false, reply: unfit("person", oneScope, oneScopeInForm(context.texts.setting.forWhom)) };
  }
  const scope = await resolveScope(word, given, invocation, acting, context);
  if (!scope.ok) return scope;
  if (isMoney(unit) && scope.value.scope.kind === "key") {
    return { ok: false, reply: unfit("unit", context.texts.quotaAdmin.moneyOfKey) };
  }
  return { ok: true, value: { ...scope.value, unit, span } };
}

/** Undefined for money without a currency if there are no prices, and if a problem was added. */
function unitOf(given: string, { prices, texts }: Context, problems: RequestProblem[]): QuotaUnit | undefined {
  const wanted = folded(given);
  // People may type what a form shows; scripts and old notes have the stored name.
  const unit = UNITS.find((one) => [one, WORD_OF[one], texts.quotaAdmin.ofUnit[one]].includes(wanted));
  if (unit) return unit;
  if (/^[a-z]{3}$/i.test(given)) return moneyUnit(given.toUpperCase());
  const word = oneOf("unit", given || undefined, UNIT_WORDS, problems);
  return word === "money" && prices ? moneyUnit(prices.currency) : undefined;
}

async function resolveScope(
  word: (typeof WORDS)[number],
  given: (option: string) => string,
  invocation: Given,
  acting: Pick<Acting, "organisationId">,
  context: Context,
): Promise<Resolved<NamedScope>> {
  const { texts, platform, people, keyring } = context;
  const { conversation, isDirect = false } = invocation;
  const say = texts.quota;
  if (given("group") !== "") {
    const group = await resolveGroup(invocation, acting, context);
    if (!group.ok) return group;
    return named({ kind: "group", id: group.value.id }, say.group(escapeText(group.value.name)));
  }
  if (given("person") !== "") {
    const found = await platform.lookUp(conversation, "person", given("person"));
    if (!found) return { ok: false, reply: unfit("person", texts.quotaAdmin.noSuchPerson(shown(given("person")))) };
    const identity = {
      platform: platform.name,
      workspace: conversation.workspace,
      userId: found.id,
      displayName: found.name,
    };
    return named(
      { kind: "account", id: await people.accountOf(acting.organisationId, identity) },
      escapeText(found.name),
    );
  }
  if (given("key") !== "") {
    const found = findKey(given("key"), await keyring.list(acting.organisationId), texts);
    return found.ok ? named({ kind: "key", id: found.key.id }, say.key(escapeText(found.key.name))) : found;
  }
  if (given("channel") !== "") {
    const found = await platform.lookUp(conversation, "channel", given("channel"));
    if (!found) return { ok: false, reply: unfit("channel", texts.quotaAdmin.noSuchChannel(shown(given("channel")))) };
    const { workspace } = conversation;
    const there = { platform: conversation.platform, workspace, channel: found.id };
    return named(placeScope(there, false), say.channel(escapeText(found.name)));
  }
  if (word === "organisation") return named(ORGANISATION_SCOPE);
  if (word === "workspace") return named(workspaceScope(conversation));
  return named(placeScope(conversation, word === "direct" || isDirect));
}

function named(scope: Scope, name?: string): Resolved<NamedScope> {
  const names = new Map(name === undefined ? [] : [[encodeScope(scope), name]]);
  return { ok: true, value: { scope, names } };
}

/** The amount of a quota from its option: of money in millionths, otherwise a whole number from `min` to `MAX_QUOTA`. */
export function readAmount(
  { options }: Pick<Invocation, "options">,
  unit: QuotaUnit,
  min: 0 | 1,
  { texts }: Pick<CommandContext, "texts">,
): Resolved<number> {
  const given = String(options["amount"] ?? "").trim();
  if (given === "") return { ok: false, reply: refuse([{ rule: "missing_option", option: "amount" }]) };
  if (isMoney(unit)) {
    const value = min === 0 && /^0+(?:[.,]0{1,2})?$/.test(folded(given)) ? 0 : amountIn(given, MONEY_DIGITS);
    if (value !== undefined) return { ok: true, value };
    const text = texts.quotaAdmin.wrongMoney(shown(given), currencyOf(unit));
    return { ok: false, reply: unfit("amount", text) };
  }
  const value = wholeNumber(given);
  if (value !== undefined && value >= min && value <= MAX_QUOTA) return { ok: true, value };
  const problem = { rule: "out_of_range", option: "amount", given, min, max: MAX_QUOTA } as const;
  return { ok: false, reply: refuse([problem]) };
}
