import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import type { Group } from "../../core/account/groups.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import type { FormField } from "../../core/chat/form.ts";
import { escapeText } from "../../core/chat/message.ts";
import { settingText } from "../../text/render/policy-settings.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf, type Acting } from "../acting.ts";
import type { CommandContext, Settable } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { Setting, SettingForm } from "../setting/setting.ts";
import { namesIn } from "./describe.ts";
import { resolveScope, groupOptions, type TargetScope, type Target } from "./target.ts";

/** The rules that one command sets, and the forms that change them. */
export interface RuleSetting {
  readonly keys: readonly (keyof PolicySettings)[];
  /** An additional line of explanation. */
  readonly more?: (texts: Texts) => string;
  readonly forms: readonly RuleForm[];
  readonly emptied?: (names: readonly string[]) => OptionValues;
}

interface RuleForm {
  /** Without `@`, which precedes the group in a button's key. */
  readonly key: string;
  readonly label: (texts: Texts) => string;
  readonly fields: (rules: Rules, context: CommandContext) => Promise<readonly FormField[]> | readonly FormField[];
}

/** A scope's rules, with the names of its subjects. */
export interface Rules {
  readonly settings: PolicySettings;
  readonly names: ReadonlyMap<string, string>;
  readonly acting: Acting;
}

/** A scope's rules as a setting; for groups without a given name, of all groups. */
export function ruleSetting(target: Target, { keys, more, forms, emptied }: RuleSetting): Settable {
  return {
    ...(target === "group" ? { about: ["group"] } : {}),
    ...(emptied ? { emptied } : {}),

    async show(invocation, context) {
      const acting = await actingOf(invocation, context);
      const isNamed = String(invocation.options["group"] ?? "").trim() !== "";
      if (target === "group" && !isNamed) return allGroups(keys, invocation, acting, context);
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
      const form = forms.find((one) => one.key === formKey);
      if (!form) return undefined;
      const rules = await load(aimed, selected, acting, context);
      const title = context.texts.setting.formTitle(aimed.what);
      return { kind: "form", title, options, fields: await form.fields(rules, context) } satisfies SettingForm;
    },
  };

  async function rulesOf(
    aimed: Extract<TargetScope, { ok: true }>,
    invocation: Invocation,
    acting: Acting,
    context: CommandContext,
  ): Promise<Setting> {
    const { texts } = context;
    const { settings, names } = await load(aimed, invocation, acting, context);
    const lines = keys.map((key) => `• ${settingText(key, settings, names, texts)}`);
    const of = aimed.scope.kind === "group" ? `@${aimed.scope.id}` : "";
    return {
      kind: "setting",
      lines: [
        texts.policyAdmin.title(aimed.what),
        ...lines,
        ...(more ? [more(texts)] : []),
        texts.policyAdmin.elsewhere,
      ],
      buttons: forms.map(({ key, label }) => ({ key: `${key}${of}`, label: label(texts) })),
    };
  }
}

async function load(
  { scope }: Extract<TargetScope, { ok: true }>,
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<Rules> {
  const settings = await context.policies.settings(acting.organisationId, scope);
  return { settings, names: await namesIn([settings], invocation, acting, context), acting };
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
  return {
    kind: "setting",
    lines: [texts.setting.whichGroup, ...lines],
    buttons: all.map(({ id, name }) => ({ key: `@${id}`, label: texts.setting.changeOf(name) })),
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
