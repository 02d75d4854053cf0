import type { WorkspaceSettings } from "../../core/account/policy/policy-store.ts";
import { decodeConversation, encodeConversation, type Conversation } from "../../core/chat/conversation.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { FormField } from "../../core/chat/form.ts";
import { channelMention, escapeText } from "../../core/chat/message.ts";
import { shown as quoted } from "../../text/render/shown.ts";
import type { Texts } from "../../text/texts.ts";
import type { CommandContext } from "../command.ts";
import { maySee } from "../files/may-reach.ts";
import type { Invocation } from "../invocation.ts";
import { pickField } from "../setting/setting-fields.ts";

type ReadChannel =
  | { readonly ok: true; readonly channel: string | undefined }
  | { readonly ok: false; readonly problem: string };

/** Means the current admin channel. */
const KEPT = "kept";

/** A channel as stored in the workspace's settings, without a thread: admins are asked in the channel. */
function channelOf({ platform, workspace, channel }: Conversation): string {
  return encodeConversation({ platform, workspace, channel });
}

/** Where admins are asked, seen from a channel. */
export function adminChannelText(
  { adminChannel }: WorkspaceSettings,
  here: Conversation,
  { workspaceSettings: say }: Texts,
): string {
  if (adminChannel === undefined) return say.off;
  return adminChannel === channelOf(here) ? say.here : channelMention(decodeConversation(adminChannel).channel);
}

/** The same as part of a sentence: “in this channel”. */
export function whereAsked({ adminChannel }: WorkspaceSettings, here: Conversation, { setup: say }: Texts): string {
  if (adminChannel === undefined) return say.off;
  if (adminChannel === channelOf(here)) return say.here;
  return say.inChannel(channelMention(decodeConversation(adminChannel).channel));
}

/**
 * Reads the given admin channel. `channel` undefined: none. A channel where Easel can't post is refused, unless it is already
 * set.
 */
export async function readAdminChannel(
  given: string,
  { conversation, isDirect = false, actor }: Pick<Invocation, "conversation" | "isDirect" | "actor">,
  now: string | undefined,
  { platform, texts }: Pick<CommandContext, "platform" | "texts">,
): Promise<ReadChannel> {
  const word = given.trim().toLowerCase();
  if (word === "" || word === "off") return { ok: true, channel: undefined };
  if (word === KEPT) return { ok: true, channel: now };
  if (word === "here") {
    if (isDirect) return { ok: false, problem: texts.workspaceSettings.noThread };
    return orRefused(conversation, texts.workspaceSettings.thisChannel);
  }
  const found = await platform.lookUp(conversation, "channel", given);
  if (!found) return { ok: false, problem: texts.quotaAdmin.noSuchChannel(quoted(given)) };
  return orRefused({ ...conversation, channel: found.id }, `#${escapeText(found.name.replace(/^#/, ""))}`);

  async function orRefused({ thread: _thread, ...there }: Conversation, name: string): Promise<ReadChannel> {
    const channel = channelOf(there);
    const problems = channel === now ? [] : await problemsThere(there, actor, platform);
    if (problems.length === 0) return { ok: true, channel };
    return { ok: false, problem: texts.workspaceSettings.cantPost(name, problems.join(" ")) };
  }
}

/** What keeps Easel from posting in a channel. Nothing if the platform can't say: the doctor does later. */
async function problemsThere(
  channel: Conversation,
  { locale }: Invocation["actor"],
  { capabilities }: CommandContext["platform"],
): Promise<readonly string[]> {
  try {
    return (await capabilities.problemsIn?.(channel, locale)) ?? [];
  } catch (error) {
    if (error instanceof PlatformError) return [];
    throw error;
  }
}

/**
 * The admin-channel field: the platform's channel picker if the person can see the current channel; otherwise a choice to keep
 * it, so that it is not cleared by accident. Empty if none is set, so that saving the form unchanged sets none.
 */
export async function adminChannelField(
  adminChannel: string | undefined,
  { conversation, isDirect = false, actor }: Pick<Invocation, "conversation" | "isDirect" | "actor">,
  context: Pick<CommandContext, "platform" | "texts">,
): Promise<FormField> {
  const say = context.texts.setup;
  const shown = adminChannel === undefined ? undefined : decodeConversation(adminChannel);
  const hint = shown ? say.adminChannelHint : say.adminChannelSuggestion;
  const named = { name: "admin_channel", label: say.adminChannel, hint };
  const isHere = adminChannel === channelOf(conversation);
  // In direct messages a platform has no channels to list.
  if (!isDirect && (shown === undefined || (await isListed(shown, { conversation, actor }, context)))) {
    return { type: "named", kind: "channel", ...named, ...(shown === undefined ? {} : { value: shown.channel }) };
  }
  const isKept = adminChannel !== undefined && !isHere;
  const choices = [
    ...(isDirect ? [] : [{ value: "here", label: say.here }]),
    ...(isKept ? [{ value: KEPT, label: say.kept }] : []),
    { value: "off", label: say.off },
  ];
  return pickField({ ...named, value: isKept ? KEPT : isHere && !isDirect ? "here" : "off", required: true }, choices);
}

/** Whether the platform's list can show a channel to this person: it exists, and they may read it. */
async function isListed(
  channel: Conversation,
  reader: Pick<Invocation, "conversation" | "actor">,
  context: Pick<CommandContext, "platform">,
): Promise<boolean> {
  if (channelOf(channel) === channelOf(reader.conversation)) return true;
  if (!(await maySee({ conversation: channel, requesterId: undefined }, reader, context))) return false;
  try {
    return (await context.platform.lookUp(reader.conversation, "channel", channel.channel)) !== undefined;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
}
