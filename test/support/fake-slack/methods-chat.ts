import type { Arguments } from "./arguments.ts";
import { charactersIn } from "./block-fields.ts";
import { blocksProblem, list, record, textOf } from "./blocks.ts";
import { picturesProblem } from "./pictures.ts";
import { FakeRefusal } from "./refusal.ts";
import { directChannel, newTs, type Block, type FakeChannel, type FakeMessage, type FakeWorld } from "./world.ts";

type Answer = Record<string, unknown>;

/** What `chat.update` takes as text. Slack counts bytes, with the text's escapes. */
const UPDATE_BYTES = 4_000;
/**
 * What the texts of all blocks may have together, and what each block counts besides:
 * https://github.com/slackapi/bolt-js/issues/2509 and 2867
 */
const BLOCKS_MAX = 13_200;
const BLOCK_COST = 125;

/** `chat.*` and `conversations.*`. */
export const chatMethods: Readonly<Record<string, (args: Arguments, world: FakeWorld) => Answer>> = {
  "chat.postMessage"(args, world) {
    const channel = writable(args, world);
    const { text, blocks } = contentOf(args, world);
    if (charactersIn(blocks) + BLOCK_COST * blocks.length > BLOCKS_MAX) throw new FakeRefusal("msg_blocks_too_long");
    const metadata = metadataOf(args["metadata"]);
    const threadTs = args["thread_ts"] === undefined ? undefined : textOf(args["thread_ts"]);
    if (threadTs !== undefined && !world.messages.some((one) => one.ts === threadTs && one.channel === channel.id)) {
      throw new FakeRefusal("thread_not_found");
    }
    const message: FakeMessage = {
      channel: channel.id,
      ts: newTs(world),
      threadTs,
      user: world.bot.userId,
      botId: world.bot.botId,
      subtype: undefined,
      text,
      blocks,
      metadata,
      files: [],
      isDeleted: false,
      edits: 0,
    };
    world.messages.push(message);
    return { channel: channel.id, ts: message.ts, message: shown(message, world, true) };
  },

  "chat.update"(args, world) {
    const message = ownMessage(args, world);
    const { text, blocks } = contentOf(args, world);
    if (Buffer.byteLength(text) > UPDATE_BYTES) throw new FakeRefusal("msg_too_long");
    message.text = text;
    message.blocks = blocks;
    message.edits += 1;
    if (args["metadata"] !== undefined) message.metadata = metadataOf(args["metadata"]);
    return { channel: message.channel, ts: message.ts, text };
  },

  "chat.delete"(args, world) {
    const message = ownMessage(args, world);
    message.isDeleted = true;
    return { channel: message.channel, ts: message.ts };
  },

  "chat.postEphemeral"(args, world) {
    const channel = writable(args, world);
    const userId = textOf(args["user"]);
    if (!channel.members.has(userId)) throw new FakeRefusal("user_not_in_channel");
    const threadTs = args["thread_ts"] === undefined ? undefined : textOf(args["thread_ts"]);
    const content = contentOf(args, world);
    // “Ephemeral messages in threads are only shown if there is already an active thread.”
    const isShown = threadTs === undefined || world.messages.some((one) => !one.isDeleted && one.threadTs === threadTs);
    if (isShown) world.ephemerals.push({ userId, channel: channel.id, threadTs, ...content });
    return { message_ts: newTs(world) };
  },

  "conversations.info"(args, world) {
    const channel = visible(args, world);
    return {
      channel: {
        id: channel.id,
        name: channel.name,
        is_im: channel.kind === "im",
        is_mpim: channel.kind === "mpim",
        is_private: channel.kind === "group" || channel.kind === "mpim",
        is_archived: channel.isArchived,
        is_ext_shared: channel.host !== undefined,
        ...(channel.kind === "im" ? {} : { is_member: channel.members.has(world.bot.userId) }),
      },
    };
  },

  "conversations.members"(args, world) {
    const all = [...visible(args, world).members];
    const start = Number(args["cursor"] ?? 0);
    const end = start + Number(args["limit"] ?? 100);
    const next = end < all.length ? String(end) : "";
    return { members: all.slice(start, end), response_metadata: { next_cursor: next } };
  },

  "conversations.open"(args, world) {
    const userId = textOf(args["users"]);
    if (!world.users.has(userId)) throw new FakeRefusal("user_not_found");
    return { channel: { id: directChannel(world, userId).id } };
  },

  "conversations.history"(args, world) {
    const channel = visible(args, world);
    requireMember(channel, world);
    const all = world.messages.filter((one) => one.channel === channel.id && one.threadTs === undefined);
    return page(all.toReversed(), args, world);
  },

  "conversations.replies"(args, world) {
    const channel = visible(args, world);
    requireMember(channel, world);
    const ts = textOf(args["ts"]);
    const all = world.messages.filter((one) => one.channel === channel.id && (one.ts === ts || one.threadTs === ts));
    if (all.length === 0) throw new FakeRefusal("thread_not_found");
    return page(all, args, world);
  },
};

/** A message as the Web API and events return it. */
export function shown(message: FakeMessage, world: FakeWorld, withMetadata = false): Answer {
  return {
    type: "message",
    ts: message.ts,
    user: message.user,
    text: message.text,
    ...(message.botId === undefined ? {} : { bot_id: message.botId, app_id: world.bot.appId }),
    ...(message.subtype === undefined ? {} : { subtype: message.subtype }),
    ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
    ...(message.blocks.length === 0 ? {} : { blocks: message.blocks }),
    ...(message.files.length === 0 ? {} : { files: message.files.map((id) => shownFile(id, world)) }),
    ...(withMetadata && message.metadata ? { metadata: message.metadata } : {}),
  };
}

export function shownFile(id: string, world: FakeWorld, whole = false): Answer {
  const file = world.files.get(id);
  if (!file || file.isDeleted) return { id, mode: "tombstone" };
  if (file.isForeign && !whole) return { id, file_access: "check_file_info" };
  const address = file.address ?? `${world.origin}/files/${file.id}/${encodeURIComponent(file.name)}`;
  return {
    id,
    name: file.name,
    title: file.title,
    mimetype: file.mimeType,
    size: file.bytes,
    ...(file.address === undefined ? { mode: "hosted", is_external: false } : { mode: "external", is_external: true }),
    url_private: address,
    url_private_download: address,
  };
}

function page(all: readonly FakeMessage[], args: Arguments, world: FakeWorld): Answer {
  const latest = args["latest"] === undefined ? "9999999999.999999" : textOf(args["latest"]);
  const oldest = args["oldest"] === undefined ? "0" : textOf(args["oldest"]);
  const within = textOf(args["inclusive"]) === "true";
  const found = all.filter(({ ts, isDeleted }) => {
    const [at, from, to] = [Number(ts), Number(oldest), Number(latest)];
    return !isDeleted && (within ? at >= from && at <= to : at > from && at < to);
  });
  const limit = Number(args["limit"] ?? 100);
  const start = Number(args["cursor"] ?? 0);
  const next = start + limit < found.length ? String(start + limit) : "";
  const metadata = textOf(args["include_all_metadata"]) === "true";
  return {
    messages: found.slice(start, start + limit).map((message) => shown(message, world, metadata)),
    has_more: next !== "",
    response_metadata: { next_cursor: next },
  };
}

function contentOf(args: Arguments, { files }: FakeWorld): { text: string; blocks: readonly Block[] } {
  const text = textOf(args["text"]);
  const blocks = args["blocks"] === undefined ? [] : list(args["blocks"]);
  if (text === "" && blocks.length === 0) throw new FakeRefusal("no_text");
  if (text.length > 40_000) throw new FakeRefusal("msg_too_long");
  const problem = blocksProblem(blocks, "message") ?? picturesProblem(blocks, files);
  if (problem) throw new FakeRefusal("invalid_blocks", `[ERROR] ${problem}`);
  return { text, blocks };
}

function metadataOf(given: unknown): FakeMessage["metadata"] {
  if (given === undefined) return undefined;
  const { event_type: type, event_payload: payload } = record(given);
  if (typeof type !== "string" || typeof payload !== "object" || payload === null) {
    throw new FakeRefusal("metadata_must_be_sent_from_app");
  }
  return { event_type: type, event_payload: { ...payload } };
}

/** The bot can see public channels and those that it has joined. */
function visible(args: Arguments, world: FakeWorld, name = "channel"): FakeChannel {
  const channel = world.channels.get(String(args[name]));
  const isMember = channel?.members.has(world.bot.userId) ?? false;
  if (!channel || (channel.kind !== "channel" && !isMember)) throw new FakeRefusal("channel_not_found");
  return channel;
}

export function writable(args: Arguments, world: FakeWorld, name = "channel"): FakeChannel {
  const channel = visible(args, world, name);
  requireMember(channel, world);
  if (channel.isArchived) throw new FakeRefusal("is_archived");
  return channel;
}

function requireMember(channel: FakeChannel, world: FakeWorld): void {
  if (!channel.members.has(world.bot.userId)) throw new FakeRefusal("not_in_channel");
}

function ownMessage(args: Arguments, world: FakeWorld): FakeMessage {
  const channel = visible(args, world);
  const message = world.messages.find((one) => one.channel === channel.id && one.ts === textOf(args["ts"]));
  if (!message || message.isDeleted) throw new FakeRefusal("message_not_found");
  if (message.user !== world.bot.userId) throw new FakeRefusal("cant_update_message");
  return message;
}
