import { defaultOf, isBound } from "../../core/account/bounds.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import { codeText, escapeText } from "../../core/chat/message.ts";
import type { Texts } from "../texts.ts";
import { plainMoney } from "./money.ts";

type Key = keyof PolicySettings;

/** Names of subjects, as people wrote them. */
type Names = ReadonlyMap<string, string>;

/** In the order in which they are shown. */
export const SETTING_KEYS: readonly Key[] = [
  "models",
  "imageModel",
  "videoModel",
  "maxSeconds",
  "maxCount",
  "jobsAtOnce",
  "jobsWaiting",
  "uploadMib",
  "consoleChannels",
  "confirmSeconds",
  "approveSeconds",
  "approveCount",
  "approveMoney",
  "access",
  "blocked",
  "blockedWords",
  "guests",
  "ownKeys",
  "talk",
  "previews",
];

/** The settings that a scope has, one sentence each. */
export function settingTexts(settings: PolicySettings, names: Names, texts: Texts): string[] {
  return SETTING_KEYS.filter((key) => settings[key] !== undefined).map((key) =>
    settingText(key, settings, names, texts),
  );
}

/** One setting of a scope, whether it is set or not. */
export function settingText(key: Key, settings: PolicySettings, names: Names, texts: Texts): string {
  return texts.policyAdmin.line(texts.settings[key], valueText(key, settings, names, texts));
}

/** The settings that changed, before and after. `most`: of a long list, entries that the other side lacks come first. */
export function settingChanges(
  before: PolicySettings,
  after: PolicySettings,
  names: Names,
  texts: Texts,
  most = Number.POSITIVE_INFINITY,
): string[] {
  return SETTING_KEYS.flatMap((key) => {
    if (valueText(key, before, names, texts) === valueText(key, after, names, texts)) return [];
    const was = valueText(key, before, names, texts, { most, other: after });
    const is = valueText(key, after, names, texts, { most, other: before });
    return [texts.policyAdmin.fromTo(texts.settings[key], was, is)];
  });
}

function valueText(
  key: Key,
  settings: PolicySettings,
  names: Names,
  texts: Texts,
  shortly?: { readonly most: number; readonly other: PolicySettings },
): string {
  const say = texts.settingValue;
  const value = settings[key];
  if (value === undefined) return isBound(key) ? say.unsetBound(defaultOf(key)) : say.unset;
  if (typeof value === "boolean") return value ? say.yes : say.no;
  if (typeof value === "number") return key.endsWith("Seconds") ? say.seconds(value) : String(value);
  if (value === "ask" || value === "make") return say.talk[value];
  if (typeof value === "string") return `\`${codeText(value)}\``;
  if (!isList(value)) return plainMoney(value);
  if (value.length === 0) return key === "models" ? texts.limits.noModels : say.nobody;
  const isLong = shortly !== undefined && value.length > shortly.most;
  const listed = isLong ? newFirst(value, shortly.other[key]).slice(0, shortly.most) : value;
  const shown = listed.map((one) => (key === "models" ? `\`${codeText(one)}\`` : subjectText(names.get(one) ?? one)));
  return texts.list([...shown, ...(isLong ? ["…"] : [])]);
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

/** A name with a comma must not look like two names. */
function subjectText(name: string): string {
  return /[,，、]/.test(name) ? `“${escapeText(name)}”` : escapeText(name);
}

function newFirst(list: readonly string[], other: unknown): readonly string[] {
  const isKnown = (one: string): boolean => Array.isArray(other) && other.includes(one);
  return [...list.filter((one) => !isKnown(one)), ...list.filter(isKnown)];
}
