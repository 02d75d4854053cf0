import type { Changed } from "../../account/policies.ts";
import type { PolicySettings } from "../../account/policy.ts";
import { codeText, escapeText } from "../../chat/message.ts";
import type { Texts } from "../../text/texts.ts";
import { answer, type CommandContext, type Invocation, type Reply } from "../command.ts";
import type { Acting } from "../acting.ts";
import { subjectNames } from "./subjects.ts";
import type { Aimed } from "./target.ts";

type Key = keyof PolicySettings;
type Names = ReadonlyMap<string, string>;

/** In the order in which they are told. */
const KEYS: readonly Key[] = [
  "models",
  "imageModel",
  "videoModel",
  "maxSeconds",
  "maxCount",
  "jobsAtOnce",
  "confirmSeconds",
  "approveSeconds",
  "approveCount",
  "access",
  "blocked",
  "blockedWords",
  "guests",
  "ownKeys",
];

/** What a scope says itself, a line for each thing. */
export function settingLines(settings: PolicySettings, names: Names, texts: Texts): string[] {
  return KEYS.filter((key) => settings[key] !== undefined).map(
    (key) => `• ${texts.policyAdmin.line(texts.settings[key], valueText(key, settings, names, texts))}`,
  );
}

/** What is different, before and after. */
function changeLines(before: PolicySettings, after: PolicySettings, names: Names, texts: Texts): string[] {
  const { policyAdmin, settings } = texts;
  return KEYS.flatMap((key) => {
    const [was, is] = [before, after].map((one) => valueText(key, one, names, texts));
    return was === undefined || is === undefined || was === is
      ? []
      : [`• ${policyAdmin.fromTo(settings[key], was, is)}`];
  });
}

/** Tells an admin what their change did, and what somebody else had done just before. */
export async function tellChange(
  { what }: Extract<Aimed, { ok: true }>,
  { before, after, lately }: Changed<PolicySettings>,
  asked: { readonly invocation: Invocation; readonly acting: Acting; readonly more?: readonly string[] },
  context: CommandContext,
): Promise<Reply> {
  const { invocation, acting, more = [] } = asked;
  const { texts } = context;
  const names = await namesIn([before, after, lately?.before, lately?.after], invocation, acting, context);
  const lines = changeLines(before, after, names, texts);
  const say = texts.policyAdmin;
  const earlier = lately ? changeLines(lately.before, lately.after, names, texts) : [];
  const late =
    lately && earlier.length > 0
      ? [say.lately(escapeText(lately.by), Math.floor(lately.agoMs / 60_000)), ...earlier]
      : [];
  const done = lines.length === 0 ? [say.unchanged(what)] : [say.changed(what), ...lines];
  return answer([...done, ...more, ...late].join("\n"));
}

/** What the subjects in these settings are called. */
export function namesIn(
  settings: readonly (PolicySettings | undefined)[],
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<Names> {
  const subjects = settings.flatMap((one) => [...(one?.access ?? []), ...(one?.blocked ?? [])]);
  return subjectNames([...new Set(subjects)], invocation, acting, context);
}

function valueText(key: Key, settings: PolicySettings, names: Names, texts: Texts): string {
  const say = texts.settingValue;
  const value = settings[key];
  if (value === undefined) return say.unset;
  if (typeof value === "boolean") return value ? say.yes : say.no;
  if (typeof value === "number") return key.endsWith("Seconds") ? say.seconds(value) : String(value);
  if (typeof value === "string") return `\`${codeText(value)}\``;
  if (key === "models") return value.map((glob) => `\`${codeText(glob)}\``).join(", ");
  if (value.length === 0) return say.nobody;
  return value.map((one) => escapeText(names.get(one) ?? one)).join(", ");
}
