import { isIP } from "node:net";
import { groupText } from "../../../command/parse/help.ts";
import { namesBelow } from "../../../command/parse/command-names.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { ACTIONS } from "../receive/receive-actions.ts";
import { stepManifest } from "./workflow-steps.ts";
import type { Texts } from "../../../text/texts.ts";
import { slackTextsFor, type SlackTexts } from "../../../text/render/slack.ts";

/** Scopes that the bot needs: https://docs.slack.dev/reference/scopes */
export const SCOPES = [
  "app_mentions:read",
  "commands",
  "chat:write",
  "files:read",
  "files:write",
  "channels:history",
  "groups:history",
  "im:history",
  "mpim:history",
  "channels:read",
  "groups:read",
  "im:read",
  "im:write",
  "mpim:read",
  "users:read",
  "usergroups:read",
];

/** `message.*` is needed in addition to `app_mention`, because a mention does not always include its files. */
const EVENTS = ["app_home_opened", "app_mention", "message.channels", "message.groups", "message.im", "message.mpim"];

/** Additional scopes for link previews: https://docs.slack.dev/messaging/unfurling-links-in-messages */
const LINK_SCOPES = ["links:read", "links:write"];
const LINK_EVENT = "link_shared";
/** Slack runs a workflow step: https://docs.slack.dev/reference/events/function_executed */
const STEP_EVENT = "function_executed";

export interface ManifestOptions {
  readonly commands: readonly CommandSpec[];
  readonly texts: Pick<Texts, "commands" | "commandGroups">;
  /** The public URL below which Slack reaches `/slack/events`, without a trailing slash. Undefined for Socket Mode. */
  readonly publicUrl: string | undefined;
  /** The host of `PUBLIC_URL`, whose links to results get a preview. */
  readonly linkHost: string | undefined;
  /** Whether the app offers workflow steps. Slack accepts those only on a paid plan. */
  readonly steps?: boolean;
}

/** The app manifest from which an operator creates the Slack app: commands, shortcuts, scopes and events. */
export function slackManifest({
  commands,
  texts,
  publicUrl,
  linkHost,
  steps = false,
}: ManifestOptions): Record<string, unknown> {
  const words = slackTextsFor("en");
  const names = commands.map(({ name }) => name);
  const url = publicUrl === undefined ? undefined : `${publicUrl}/slack/events`;
  return {
    display_information: { name: "Easel", description: words.manifest, background_color: "#1f2933" },
    features: {
      ...(linkHost === undefined ? {} : { unfurl_domains: [linkHost] }),
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: "easel", always_online: true },
      // Slack registers only the first word of a command. The other words arrive at the start of its text.
      slash_commands: namesBelow("", names).map((name) => ({
        command: `/${name}`,
        ...(url === undefined ? {} : { url }),
        description: descriptionOf(name, commands, texts),
        ...usageHint(name, commands, words),
        // Sends people and channels as ids instead of their current names.
        should_escape: true,
      })),
      shortcuts: ACTIONS.map((action) => ({
        name: words.actions[action],
        type: "message",
        callback_id: action,
        description: words.actionHints[action],
      })),
    },
    oauth_config: { scopes: { bot: linkHost === undefined ? SCOPES : [...SCOPES, ...LINK_SCOPES] } },
    settings: {
      event_subscriptions: {
        ...(url === undefined ? {} : { request_url: url }),
        bot_events: [...EVENTS, ...(linkHost === undefined ? [] : [LINK_EVENT]), ...(steps ? [STEP_EVENT] : [])],
      },
      interactivity: { is_enabled: true, ...(url === undefined ? {} : { request_url: url }) },
      // Slack accepts steps only from apps that an organisation could install.
      org_deploy_enabled: steps,
      ...(steps ? { function_runtime: "remote" } : {}),
      socket_mode_enabled: url === undefined,
      token_rotation_enabled: false,
    },
    ...(steps ? { functions: stepManifest() } : {}),
  };
}

/** The host of an address as Slack registers it for previews: domains only. */
export function linkHostOf(address: string): string | undefined {
  const { hostname } = new URL(address);
  return hostname.includes(".") && isIP(hostname) === 0 ? hostname : undefined;
}

function descriptionOf(
  name: string,
  commands: readonly CommandSpec[],
  texts: Pick<Texts, "commands" | "commandGroups">,
): string {
  const command = commands.find((spec) => spec.name === name);
  return command ? texts.commands[command.name] : groupText(name, texts);
}

/** The usage hint of a command: an example, or the words that can follow. A command without options has no hint. */
function usageHint(name: string, commands: readonly CommandSpec[], { usage }: SlackTexts) {
  const examples: Readonly<Record<string, string>> = usage;
  const names = commands.map((spec) => spec.name);
  const below = namesBelow(name, names).map((longer) => longer.slice(name.length + 1));
  const hint = examples[name] ?? below.join(" | ");
  return hint === "" ? {} : { usage_hint: hint };
}
