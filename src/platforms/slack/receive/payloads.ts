import { z } from "zod";

/**
 * Slack's payloads, limited to the fields that Easel uses. https://docs.slack.dev/interactivity and /apis/events-api
 */
const text = z.string();

export const SlackFile = z.object({
  id: text,
  name: text.nullish(),
  title: text.nullish(),
  mimetype: text.nullish(),
  size: z.number().nullish(),
  url_private_download: text.nullish(),
  url_private: text.nullish(),
  /** `check_file_info` marks a file of another workspace, for which only the id is present. */
  file_access: text.nullish(),
  /** `external` marks a file outside Slack, at an address chosen by the app that added it. */
  mode: text.nullish(),
  is_external: z.boolean().nullish(),
});
export type SlackFile = z.infer<typeof SlackFile>;

const files = z.array(SlackFile).nullish();

export const SlackMessage = z.object({
  ts: text,
  thread_ts: text.nullish(),
  user: text.nullish(),
  bot_id: text.nullish(),
  files,
});
export type SlackMessage = z.infer<typeof SlackMessage>;

export const EventEnvelope = z.object({
  event_id: text,
  event: z.discriminatedUnion("type", [
    SlackMessage.extend({
      type: z.literal("app_mention"),
      channel: text,
      text: text.default(""),
      team: text.nullish(),
      user_team: text.nullish(),
    }),
    SlackMessage.extend({
      type: z.literal("message"),
      subtype: text.nullish(),
      channel: text,
      channel_type: text.nullish(),
      text: text.nullish(),
      team: text.nullish(),
      user_team: text.nullish(),
    }),
    z.object({
      type: z.literal("app_home_opened"),
      user: text,
      channel: text,
      tab: text.nullish(),
      view: z.unknown().optional(),
    }),
  ]),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

/** https://docs.slack.dev/reference/events/link_shared */
export const LinkEnvelope = z.object({
  event: z.object({
    user: text,
    channel: text,
    message_ts: text,
    thread_ts: text.nullish(),
    unfurl_id: text.nullish(),
    source: text.nullish(),
    links: z.array(z.object({ url: text })),
  }),
});

export const SlashCommand = z.object({
  command: text,
  text: text.default(""),
  team_id: text,
  channel_id: text,
  user_id: text,
  user_name: text.default(""),
  trigger_id: text,
  response_url: text,
});
export type SlashCommand = z.infer<typeof SlashCommand>;

const person = z.object({ id: text, name: text.nullish(), username: text.nullish(), team_id: text.nullish() });
const team = z.object({ id: text }).nullish();

/** A view's inputs by block and action: https://docs.slack.dev/reference/views */
const Input = z.object({
  type: text,
  value: text.nullish(),
  selected_option: z.object({ value: text }).nullish(),
  selected_user: text.nullish(),
  selected_users: z.array(text).nullish(),
  selected_conversation: text.nullish(),
  selected_options: z.array(z.object({ value: text })).nullish(),
  files,
});
export type Input = z.infer<typeof Input>;

export const View = z.object({
  id: text,
  hash: text.nullish(),
  type: text,
  callback_id: text.default(""),
  private_metadata: text.default(""),
  blocks: z.array(z.object({ type: text, block_id: text.default("") })).default([]),
  state: z.object({ values: z.record(text, z.record(text, Input)) }).default({ values: {} }),
});
export type View = z.infer<typeof View>;

export const BlockActions = z.object({
  user: person,
  team,
  trigger_id: text,
  response_url: text.nullish(),
  channel: z.object({ id: text }).nullish(),
  container: z.object({
    type: text,
    message_ts: text.nullish(),
    channel_id: text.nullish(),
    thread_ts: text.nullish(),
  }),
  message: SlackMessage.nullish().catch(undefined),
  view: View.nullish(),
  actions: z
    .array(
      z.object({
        action_id: text,
        value: text.nullish(),
        selected_conversation: text.nullish(),
        selected_option: z.object({ value: text }).nullish(),
      }),
    )
    .min(1),
});
export type BlockActions = z.infer<typeof BlockActions>;

export const ViewSubmission = z.object({ user: person, team, trigger_id: text.default(""), view: View });
export type ViewSubmission = z.infer<typeof ViewSubmission>;

export const MessageAction = z.object({
  callback_id: text,
  user: person,
  team,
  trigger_id: text,
  response_url: text,
  channel: z.object({ id: text }),
  message: SlackMessage,
});
export type MessageAction = z.infer<typeof MessageAction>;
