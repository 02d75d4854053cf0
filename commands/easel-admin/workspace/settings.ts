import type { Invocation } from "../../../src/command/invocation.ts";
import { answer, unfit } from "../../../src/command/reply.ts";
import type { WorkspaceSettings } from "../../../src/core/account/policy/policy-store.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command, type CommandContext } from "../../../src/command/command.ts";
import { textField } from "../../../src/command/setting/setting-fields.ts";
import { adminChannelField, adminChannelText, readAdminChannel } from "../../../src/command/policy/admin-channel.ts";
import { budgetField, budgetText, readBudget } from "../../../src/command/policy/budget.ts";
import { findZone } from "../../../src/command/policy/time-zones.ts";
import { rulerText } from "../../../src/text/render/policy-problems.ts";

/** The example if no zone is similar to the given one. */
const EXAMPLE_ZONE = "Europe/Berlin";
const WHERE = ["here", "off"] as const;

/** `/easel-admin workspace settings`: the time zone, the admin channel and the budget. */
export const workspaceSettings: Command = {
  spec: {
    name: "easel-admin workspace settings",
    effect: "changes",
    example: "--time_zone Europe/Berlin --admin_channel here",
    adminOnly: true,
    options: [
      { name: "time_zone", type: "text" },
      { name: "admin_channel", type: "text", suggestions: WHERE, takesMentions: true },
      { name: "budget", type: "text", inline: true },
    ],
  },

  setting: {
    // The time zone can't be empty.
    emptied: (names) => ({
      ...(names.includes("admin_channel") ? { admin_channel: "off" } : {}),
      ...(names.includes("budget") ? { budget: "none" } : {}),
    }),

    async show(invocation, context) {
      const { policies, texts } = context;
      const { conversation } = invocation;
      const { organisationId } = await actingOf(invocation, context);
      const lines = linesOf(await policies.workspace(organisationId, conversation), invocation, context);
      return {
        kind: "setting",
        title: texts.workspaceSettings.title,
        lines: lines.map(([label, value]) => `• ${texts.policyAdmin.line(label, value)}`),
        effect: effectIn(context),
        buttons: [{ key: "settings", label: texts.setting.change }],
        opens: "settings",
      };
    },

    async open(_key, invocation, context) {
      const { policies, texts } = context;
      const say = texts.workspaceSettings;
      const { conversation } = invocation;
      const { organisationId } = await actingOf(invocation, context);
      const now = await policies.workspace(organisationId, conversation);
      return {
        kind: "form",
        title: say.formTitle,
        effect: effectIn(context),
        fields: [
          textField({
            name: "time_zone",
            label: say.timeZoneField,
            hint: texts.options.time_zone,
            value: now.timeZone,
            required: true,
          }),
          await adminChannelField(now.adminChannel, invocation, context),
          ...budgetField(now.budget, context.prices, texts),
        ],
      };
    },
  },

  async run(invocation, context) {
    const { conversation, options } = invocation;
    const { policies, texts } = context;
    const say = texts.workspaceSettings;
    const acting = await actingOf(invocation, context);
    const given = options["admin_channel"];
    const now = await policies.workspace(acting.organisationId, conversation);
    const where =
      given === undefined ? undefined : await readAdminChannel(String(given), invocation, now.adminChannel, context);
    if (where && !where.ok) return unfit("admin_channel", where.problem);
    const zone = options["time_zone"] === undefined ? undefined : findZone(String(options["time_zone"]));
    if (zone && zone.zone === undefined) {
      const near = texts.list(zone.near.map((name) => `\`${name}\``));
      const problem = say.noZone(escapeText(String(options["time_zone"])), near);
      return unfit("time_zone", `${problem} ${say.writeZone(zone.near[0] ?? EXAMPLE_ZONE)}`, problem);
    }
    const reader = { texts, locale: invocation.actor.locale };
    const budget =
      options["budget"] === undefined ? undefined : readBudget(String(options["budget"]), context.prices, reader);
    if (budget && !budget.ok) return unfit("budget", budget.problem, budget.atField);
    const lines = (settings: WorkspaceSettings) => linesOf(settings, invocation, context);
    const { before, after, lately } = await policies.changeWorkspace(acting, conversation, {
      ...(zone?.zone === undefined ? {} : { timeZone: zone.zone }),
      ...(where === undefined ? {} : { adminChannel: where.channel }),
      ...(budget === undefined ? {} : { budget: budget.budget }),
    });
    const what = rulerText({ kind: "workspace", name: undefined }, texts);
    const changes = (from: WorkspaceSettings, to: WorkspaceSettings): string[] =>
      lines(from).flatMap(([label, was], index) => {
        const is = lines(to)[index]?.[1] ?? was;
        return was === is ? [] : [`• ${texts.policyAdmin.fromTo(label, was, is)}`];
      });
    const done = changes(before, after);
    const earlier = lately ? changes(lately.before, lately.after) : [];
    const minutes = Math.floor((lately?.agoMs ?? 0) / 60_000);
    return answer(
      [
        done.length === 0 ? texts.policyAdmin.unchanged(what) : texts.policyAdmin.changed(what),
        ...done,
        ...(lately && earlier.length > 0 ? [texts.policyAdmin.lately(escapeText(lately.by), minutes), ...earlier] : []),
      ].join("\n"),
    );
  },
};

function linesOf(
  settings: WorkspaceSettings,
  { conversation, actor }: Pick<Invocation, "conversation" | "actor">,
  { prices, texts }: Pick<CommandContext, "prices" | "texts">,
): readonly (readonly [label: string, value: string])[] {
  const say = texts.workspaceSettings;
  return [
    [say.timeZone, settings.timeZone],
    [say.adminChannel, adminChannelText(settings, conversation, texts)],
    // Without prices, a budget has no effect.
    ...(prices || settings.budget ? [[say.budget, budgetText(settings.budget, texts, actor.locale)] as const] : []),
  ];
}

/** Mentions budgets only if the operator has set prices. */
function effectIn({ prices, texts: { workspaceSettings: say } }: CommandContext): string {
  return prices ? `${say.effect}${say.budgetEffect}` : say.effect;
}
