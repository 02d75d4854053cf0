import { answer, refuse } from "../../../src/command/reply.ts";
import type { WorkspaceSettings } from "../../../src/core/account/policy/policy-store.ts";
import { encodeConversation, type Conversation } from "../../../src/core/chat/conversation.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { pickField, textField } from "../../../src/command/setting/fields.ts";
import { findZone } from "../../../src/command/policy/zones.ts";
import { oneOf } from "../../../src/core/request/given.ts";
import type { RequestProblem } from "../../../src/core/request/problem.ts";
import { rulerText } from "../../../src/text/render/policy-problems.ts";
import type { Texts } from "../../../src/text/texts.ts";

const WHERE = ["here", "off"] as const;

/** `/easel-admin workspace settings`: its time zone, and the channel for questions and notes to its admins. */
export const workspaceSettings: Command = {
  spec: {
    name: "easel-admin workspace settings",
    effect: "changes",
    example: "--time_zone Europe/Berlin --admin_channel here",
    adminOnly: true,
    options: [
      { name: "time_zone", type: "text" },
      { name: "admin_channel", type: "text", suggestions: WHERE },
    ],
  },

  setting: {
    // The time zone can't be empty.
    emptied: (names) => (names.includes("admin_channel") ? { admin_channel: "off" } : {}),

    async show(invocation, context) {
      const { policies, texts } = context;
      const { conversation } = invocation;
      const { organisationId } = await actingOf(invocation, context);
      const lines = linesOf(await policies.workspace(organisationId, conversation), conversation, texts);
      return {
        kind: "setting",
        lines: [
          texts.workspaceSettings.title,
          ...lines.map(([label, value]) => `• ${texts.policyAdmin.line(label, value)}`),
        ],
        buttons: [{ key: "settings", label: texts.setting.change }],
      };
    },

    async open(_key, invocation, context) {
      const { policies, texts } = context;
      const say = texts.workspaceSettings;
      const { conversation } = invocation;
      const { organisationId } = await actingOf(invocation, context);
      const now = await policies.workspace(organisationId, conversation);
      const isHere = now.adminChannel === channelOf(conversation);
      return {
        kind: "form",
        title: say.formTitle,
        fields: [
          textField({
            name: "time_zone",
            label: say.timeZoneField,
            hint: texts.options.time_zone,
            value: now.timeZone,
            required: true,
          }),
          pickField(
            {
              name: "admin_channel",
              label: say.adminChannel,
              hint: texts.options.admin_channel,
              value: now.adminChannel === undefined ? "off" : isHere ? "here" : undefined,
            },
            [
              { value: "here", label: say.here },
              { value: "off", label: say.off },
            ],
          ),
        ],
      };
    },
  },

  async run(invocation, context) {
    const { conversation, isDirect = false, options } = invocation;
    const { policies, texts } = context;
    const say = texts.workspaceSettings;
    const acting = await actingOf(invocation, context);
    const problems: RequestProblem[] = [];
    const given = options["admin_channel"];
    const where = oneOf("admin_channel", given === undefined ? undefined : String(given), WHERE, problems);
    if (problems.length > 0) return refuse(problems);
    if (where === "here" && isDirect) return answer(say.noThread);
    const zone = options["time_zone"] === undefined ? undefined : findZone(String(options["time_zone"]));
    if (zone && zone.zone === undefined) {
      const near = zone.near.map((name) => `\`${name}\``).join(", ");
      return answer(say.noZone(escapeText(String(options["time_zone"])), near));
    }
    const lines = (settings: WorkspaceSettings) => linesOf(settings, conversation, texts);
    const { before, after, lately } = await policies.changeWorkspace(acting, conversation, {
      ...(zone?.zone === undefined ? {} : { timeZone: zone.zone }),
      ...(where === undefined ? {} : { adminChannel: where === "here" ? channelOf(conversation) : undefined }),
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
  here: Conversation,
  texts: Texts,
): readonly (readonly [label: string, value: string])[] {
  const say = texts.workspaceSettings;
  return [
    [say.timeZone, settings.timeZone],
    [say.adminChannel, channelText(settings, here, texts)],
  ];
}

/** Without the thread: admins come and go in the channel. */
function channelOf({ platform, workspace, channel }: Conversation): string {
  return encodeConversation({ platform, workspace, channel });
}

function channelText(
  { adminChannel }: WorkspaceSettings,
  here: Conversation,
  { workspaceSettings: say }: Texts,
): string {
  if (adminChannel === undefined) return say.off;
  return adminChannel === channelOf(here) ? say.here : say.elsewhere;
}
