import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import type { Group } from "../../core/account/groups.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import type { FormField } from "../../core/chat/form.ts";
import type { Conversation } from "../../core/chat/conversation.ts";
import type { Capabilities } from "../../core/chat/platform.ts";
import { escapeText, unescapeText } from "../../core/chat/message.ts";
import { settingText } from "../../text/render/policy-settings.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf, type Acting } from "../acting.ts";
import type { CommandContext, Settable } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { Setting, SettingForm } from "../setting/setting.ts";
import { namesIn } from "./describe-change.ts";
import { resolveScope, groupOptions, type TargetScope, type Target } from "./target-scope.ts";

/** The rules that one command sets, and the forms that change them. */
export interface RuleSetting {
  readonly keys: readonly (keyof PolicySettings)[];
  readonly forms: readonly RuleForm[];
  /** Rules that only some platforms support, shown only there. */
  readonly where?: {
    readonly isOffered: (capabilities: Capabilities) => boolean;
    readonly keys: readonly (keyof PolicySettings)[];
    readonly form: RuleForm;
  };
  readonly emptied?: (names: readonly string[]) => OptionValues;
}

/** Which of several rules counts. The other effects say it themselves. */
const DECIDES: Partial<Record<RuleForm["key"], keyof Texts["ruleEffect"]["decides"]>> = {
  defaults: "narrowest",
  talk: "narrowest",
  previews: "narrowest",
  limits: "strictest",
  asks: "strictest",
  console: "strictest",
};

/** The key of all forms of a command in one. */
const ALL = "all";

interface RuleForm {
  /** Without `@`, which precedes the group in a button's key. */
  readonly key: keyof Texts["ruleEffect"]["of"];
  readonly label: (texts: Texts) => string;
  readonly fields: (rules: Rules, context: CommandContext) => Promise<readonly FormField[]> | readonly FormField[];
  /** Saves the fields, if not all of them are options of the command. */
  readonly apply?: (options: OptionValues, invocation: Invocation, context: CommandContext) => Promise<Reply>;
}

/** A scope's rules, with the names of its subjects. */
export interface Rules {
  /** The group's name. */
  readonly group: string | undefined;
  readonly settings: PolicySettings;
  readonly names: ReadonlyMap<string, string>;
  readonly acting: Acting;
  readonly conversation: Conversation;
}

/** A scope's rules as a setting; for groups without a given name, of all groups. */
export function ruleSetting(target: Target, { emptied, ...rules }: RuleSetting): Settable {
  return {
    ...(target === "group" ? { about: ["group"] } : {}),
    ...(emptied ? { emptied } : {}),

    async show(invocation, context) {
      const acting = await actingOf(invocation, context);
      const isNamed = String(invocation.options["group"] ?? "").trim() !== "";
      if (target === "group" && !isNamed) return allGroups(rules.keys, invocation, acting, context);
      const aimed = await resolveScope(target, invocation, acting, context);
      return aimed.ok ? rulesOf(aimed, invocation, acting, context) : aimed.reply;
    },

    async open(key, invocation, context) {
      const [formKey = "", groupId] = key.split("@");
      const acting = await actingOf(invocation, context);
      const options = target === "group" ? await groupOptions(groupId, acting, context) : {};
      if (!options) return undefined;
      const selected = { ...invocation, options };
      const aimed = await resolveScope(target, selected, acting, context);
      if (!aimed.ok) return undefined;
      if (formKey === "") return rulesOf(aimed, selected, acting, context);
      const { forms } = partsIn(context);
      const chosen = formKey === ALL ? forms : forms.filter((one) => one.key === formKey);
      if (chosen.length === 0) return undefined;
      const loaded = await load(aimed, selected, acting, context);
      const title = unescapeText(context.texts.setting.formTitle(aimed.what));
      const apply = chosen.find((form) => form.apply)?.apply;
      return {
        kind: "form",
        title,
        options,
        ...(await joined(chosen, loaded, context)),
        ...(apply ? { apply: (given, asked) => apply(given, asked, context) } : {}),
      } satisfies SettingForm;
    },
  };

  function partsIn({ platform }: CommandContext): Pick<RuleSetting, "keys" | "forms"> {
    const { keys, forms, where } = rules;
    if (!where?.isOffered(platform.capabilities)) return { keys, forms };
    return { keys: [...keys, ...where.keys], forms: [...forms, where.form] };
  }

  async function rulesOf(
    aimed: Extract<TargetScope, { ok: true }>,
    invocation: Invocation,
    acting: Acting,
    context: CommandContext,
  ): Promise<Setting> {
    const { texts } = context;
    const { settings, names } = await load(aimed, invocation, acting, context);
    const { keys, forms } = partsIn(context);
    const lines = keys.map((key) => `• ${settingText(key, settings, names, texts)}`);
    const of = aimed.scope.kind === "group" ? `@${aimed.scope.id}` : "";
    const [first] = forms;
    return {
      kind: "setting",
      title: texts.policyAdmin.title(aimed.what),
      lines,
      effect: effectOf(forms, context),
      note: texts.policyAdmin.elsewhere,
      buttons: forms.map(({ key, label }) => ({ key: `${key}${of}`, label: label(texts) })),
      ...(first ? { opens: `${forms.length === 1 ? first.key : ALL}${of}` } : {}),
    };
  }
}

/** All forms in one: fields and effects. If they don't fit, only the first form, with a note where the others are. */
async function joined(
  forms: readonly RuleForm[],
  rules: Rules,
  context: CommandContext,
): Promise<Pick<SettingForm, "fields" | "effect">> {
  const { platform, texts } = context;
  const room = platform.capabilities.formFields ?? Infinity;
  const all = await Promise.all(forms.map(async (form) => form.fields(rules, context)));
  const [first = []] = all;
  const fields = all.flat();
  if (forms.length === 1 || fields.length < room) return { fields, effect: effectOf(forms, context) };
  return { fields: first, effect: [effectOf(forms.slice(0, 1), context), texts.ruleEffect.others].join(" ") };
}

/** What the rules of these forms do, and when. */
function effectOf(forms: readonly Pick<RuleForm, "key">[], { texts: { ruleEffect: say } }: CommandContext): string {
  const decides = new Set(forms.flatMap(({ key }) => DECIDES[key] ?? []));
  return say.together([...forms.map(({ key }) => say.of[key]), ...[...decides].map((which) => say.decides[which])]);
}

async function load(
  { scope }: Extract<TargetScope, { ok: true }>,
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<Rules> {
  const settings = await context.policies.settings(acting.organisationId, scope);
  const group = scope.kind === "group" ? String(invocation.options["group"]) : undefined;
  const { conversation } = invocation;
  return { settings, names: await namesIn([settings], invocation, acting, context), acting, group, conversation };
}

/** One line and one button per group. */
async function allGroups(
  keys: readonly (keyof PolicySettings)[],
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<Setting | Reply> {
  const { groups, texts } = context;
  const all = await groups.list(acting.organisationId);
  if (all.length === 0) return answer(texts.people.noGroups);
  const lines = await groupLines(all, keys, invocation, acting, context);
  const [only, ...others] = all;
  return {
    kind: "setting",
    lines: [texts.setting.whichGroup, ...lines],
    buttons: all.map(({ id, name }) => ({ key: `${ALL}@${id}`, label: texts.setting.changeOf(name) })),
    ...(only && others.length === 0 ? { opens: `${ALL}@${only.id}` } : {}),
  };
}

/** One line per group with its rules. */
export async function groupLines(
  groups: readonly Group[],
  keys: readonly (keyof PolicySettings)[],
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<readonly string[]> {
  const { policies, texts } = context;
  return Promise.all(
    groups.map(async ({ id, name }) => {
      const settings = await policies.settings(acting.organisationId, { kind: "group", id });
      const names = await namesIn([settings], invocation, acting, context);
      const rules = keys.filter((key) => settings[key] !== undefined);
      const said = rules.map((key) => settingText(key, settings, names, texts)).join(" · ");
      return `• **${escapeText(name)}** · ${said === "" ? texts.settingValue.unset : said}`;
    }),
  );
}
