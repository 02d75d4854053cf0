import { failures } from "./failure.ts";
import { filesIn, Rows, textsIn, ViewComponents } from "./components.ts";
import { takeBody, type InteractionMessage, type MessageCreate, type MessageEdit } from "./schema.ts";
import { PERMISSIONS, type FakeChannel, type FakeFile, type FakeMessage, type FakeUser, type World } from "./world.ts";

/** A file of a multipart request, by the number in its field's name. */
export interface UploadedFile {
  readonly index: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

const MIB = 1024 * 1024;
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const IS_COMPONENTS_V2 = 1 << 15;
const HOUR_MS = 3_600_000;
/** Discord does not publish the limit; it is low. */
const OLD_EDITS = 5;
/** How long a nonce is remembered. */
const NONCE_MS = 5 * 60_000;

/** The bot's message routes, with all of Discord's checks. */
export interface Messages {
  create(channelId: string, body: MessageCreate, files: readonly UploadedFile[]): FakeMessage;
  edit(channelId: string, messageId: string, body: MessageEdit, files: readonly UploadedFile[]): FakeMessage;
  remove(channelId: string, messageId: string): void;
  /** Archives a thread, or opens it again. */
  archive(channelId: string, archived: boolean): FakeChannel;
  get(channelId: string, messageId: string): FakeMessage;
  list(channelId: string, page: { before?: string; after?: string; around?: string; limit: number }): FakeMessage[];
  /** The channel. Throws if the bot can't see it. */
  channel(channelId: string): FakeChannel;
  /** Writes without checks, for interactions and people. */
  write(channel: FakeChannel, author: FakeUser, more: Partial<FakeMessage>): FakeMessage;
  fill(message: FakeMessage, body: MessageEdit | InteractionMessage, files: readonly UploadedFile[]): void;
  /** The largest file that the bot may post there, in bytes. */
  maxFileBytes(channel: FakeChannel): number;
}

export function createMessages(world: World, changed: (message: FakeMessage) => void): Messages {
  const nonces = new Map<string, { message: FakeMessage; at: number }>();

  const channelOf = (channelId: string): FakeChannel => {
    const channel = world.channels.get(channelId);
    if (!channel) throw failures.unknownChannel();
    if (!may(channel, "ViewChannel")) throw failures.missingAccess();
    return channel;
  };
  /** A channel whose messages the bot can see. For those of a voice channel, it must be allowed to join. */
  const chatOf = (channelId: string): FakeChannel => {
    const channel = channelOf(channelId);
    if (channel.kind === "voice" && !may(channel, "Connect")) throw failures.missingAccess();
    return channel;
  };
  const messageOf = (channelId: string, messageId: string): FakeMessage => {
    const message = chatOf(channelId).messages.get(messageId);
    // The bot's own routes don't know private messages.
    if (!message || message.visibleTo !== undefined) throw failures.unknownMessage();
    return message;
  };
  const maxFileBytes = (channel: FakeChannel): number =>
    ([10, 10, 50, 100][channel.guild?.premiumTier ?? 0] ?? 10) * MIB;

  const write: Messages["write"] = (channel, author, more) => {
    const message: FakeMessage = {
      id: world.newId(),
      channel,
      author,
      createdAt: world.now(),
      content: "",
      attachments: [],
      components: [],
      flags: 0,
      visibleTo: undefined,
      replyTo: undefined,
      forwarded: undefined,
      interaction: undefined,
      mentions: [],
      pings: [],
      editedAt: undefined,
      oldEdits: 0,
      ...more,
    };
    channel.messages.set(message.id, message);
    return message;
  };

  const fill: Messages["fill"] = (message, body, files) => {
    const kept = body.attachments
      ? message.attachments.filter((file) => body.attachments?.some((one) => String(one.id) === file.id))
      : message.attachments;
    const added = files.map((file) => addFile(world, message.channel, file, body));
    const attachments = [...kept, ...added];
    const content = body.content === undefined ? message.content : (body.content ?? "");
    const isView = checkView(message, body);
    const components = body.components
      ? takeBody<readonly unknown[]>(isView ? ViewComponents : Rows, body.components)
      : message.components;
    // A view shows exactly the files that its components name.
    const named = attachments.map(({ filename }) => filename).toSorted();
    if (isView && filesIn(components).toSorted().join("\n") !== named.join("\n")) {
      throw failures.invalidForm({ components: "The files of a view are those that its components name" });
    }
    if (content.trim() === "" && attachments.length === 0 && components.length === 0 && !body.embeds?.length) {
      throw failures.empty();
    }
    if (attachments.length > 10) throw failures.invalidForm({ attachments: "10 at most" });
    checkAttachments(message.attachments, body, files);
    if (files.some((file) => file.content.length > maxFileBytes(message.channel))) throw failures.tooLarge();
    message.content = content;
    message.attachments = attachments;
    message.components = components;
    // An edit never changes who sees a message.
    if (body.flags !== undefined) message.flags = (message.flags & (EPHEMERAL | LOADING)) | body.flags;
    mention(message, body, world);
  };

  return {
    channel: channelOf,
    write,
    fill,
    maxFileBytes,

    create(channelId, body, files) {
      const channel = chatOf(channelId);
      if (channel.kind === "forum") throw failures.notText();
      if (channel.kind === "dm" && channel.recipient?.takesDms === false) throw failures.takesNoDms();
      if (!may(channel, channel.kind === "thread" ? "SendMessagesInThreads" : "SendMessages")) {
        throw failures.missingPermissions();
      }
      if (files.length > 0 && !may(channel, "AttachFiles")) throw failures.missingPermissions();
      // A message opens an archived thread again, unless it is locked: https://docs.discord.com/developers/topics/threads
      if (channel.isArchived && channel.isLocked) throw failures.archived();
      const reference = body.message_reference;
      const target = reference ? channel.messages.get(reference.message_id) : undefined;
      if (reference) {
        if (!may(channel, "ReadMessageHistory")) throw failures.noHistoryForReply();
        if (!target && reference.fail_if_not_exists !== false) {
          throw failures.invalidForm({ message_reference: "Unknown message" });
        }
      }
      const nonce = body.nonce === undefined ? undefined : `${channelId}:${body.nonce}`;
      const first = nonce === undefined ? undefined : nonces.get(nonce);
      if (body.enforce_nonce && first && world.now() - first.at < NONCE_MS) return first.message;
      const message = write(channel, world.bot, { replyTo: target?.id });
      try {
        fill(message, body, files);
      } catch (error) {
        channel.messages.delete(message.id);
        throw error;
      }
      channel.isArchived = false;
      if (nonce !== undefined) nonces.set(nonce, { message, at: world.now() });
      changed(message);
      return message;
    },

    edit(channelId, messageId, body, files) {
      const message = messageOf(channelId, messageId);
      if (message.author !== world.bot) throw failures.otherAuthor();
      if (message.channel.isArchived) throw failures.archived();
      if (files.length > 0 && !may(message.channel, "AttachFiles")) throw failures.missingPermissions();
      if (world.now() - message.createdAt > HOUR_MS && ++message.oldEdits > OLD_EDITS) throw failures.tooManyOldEdits();
      fill(message, body, files);
      message.editedAt = world.now();
      changed(message);
      return message;
    },

    remove(channelId, messageId) {
      const message = messageOf(channelId, messageId);
      if (message.author !== world.bot) throw failures.missingPermissions();
      if (message.channel.isArchived) throw failures.archived();
      message.channel.messages.delete(messageId);
    },

    archive(channelId, archived) {
      const channel = channelOf(channelId);
      // Locked threads need another permission, which the bot doesn't have.
      if (channel.isLocked || !may(channel, "SendMessagesInThreads")) throw failures.missingPermissions();
      channel.isArchived = archived;
      return channel;
    },

    get(channelId, messageId) {
      if (!may(channelOf(channelId), "ReadMessageHistory")) throw failures.missingPermissions();
      return messageOf(channelId, messageId);
    },

    list(channelId, { before, after, around, limit }) {
      const channel = chatOf(channelId);
      if (!may(channel, "ReadMessageHistory")) return [];
      const all = [...channel.messages.values()].filter((message) => message.visibleTo === undefined);
      // Newest first, regardless of the request.
      if (after !== undefined) {
        return all
          .filter((message) => BigInt(message.id) > BigInt(after))
          .slice(0, limit)
          .toReversed();
      }
      const until = before ?? around;
      return all
        .filter((message) => until === undefined || BigInt(message.id) < BigInt(until))
        .slice(-limit)
        .toReversed();
    },
  };
}

/**
 * Whether the message is a view after this call. A view has neither content nor embeds, and stays a view:
 * https://docs.discord.com/developers/components/using-message-components
 */
function checkView(message: FakeMessage, body: MessageEdit | InteractionMessage): boolean {
  const was = (message.flags & IS_COMPONENTS_V2) !== 0;
  const is = body.flags === undefined ? was : (body.flags & IS_COMPONENTS_V2) !== 0;
  if (was && !is) throw failures.invalidForm({ flags: "IS_COMPONENTS_V2 can't be removed" });
  const content = body.content === undefined ? message.content : body.content;
  if (is && (content || body.embeds?.length)) {
    throw failures.invalidForm({ content: "can't be used with IS_COMPONENTS_V2" });
  }
  return is;
}

function may(channel: FakeChannel, permission: keyof typeof PERMISSIONS): boolean {
  return channel.kind === "dm" || (channel.botPermissions & PERMISSIONS[permission]) !== 0n;
}

function addFile(
  world: World,
  channel: FakeChannel,
  file: UploadedFile,
  body: MessageEdit | InteractionMessage,
): FakeFile {
  const said = body.attachments?.find((one) => String(one.id) === file.index);
  return world.addFile({
    filename: said?.filename ?? decodeURIComponent(file.filename),
    contentType: file.contentType,
    description: said?.description,
    content: file.content,
    ephemeral: false,
    channelId: channel.id,
  });
}

/** Throws unless each listed attachment exists already or is uploaded with the message. */
function checkAttachments(
  existing: readonly FakeFile[],
  body: MessageEdit | InteractionMessage,
  files: readonly UploadedFile[],
): void {
  for (const { id } of body.attachments ?? []) {
    const known = existing.some((file) => file.id === String(id)) || files.some((file) => file.index === String(id));
    if (!known) throw failures.invalidForm({ attachments: `no file for attachment ${id}` });
  }
}

/** Finds a message's mentions, and whom they notify: everyone mentioned in the text by default. */
function mention(message: FakeMessage, body: MessageEdit | InteractionMessage, world: World): void {
  const text = [message.content, ...textsIn(message.components)].join("\n");
  const named = [...text.matchAll(/(?<!\\)<@!?(\d{17,19})>/g)].flatMap(([, id]) => id ?? []);
  const allowed = body.allowed_mentions;
  const isAllowed = (id: string): boolean =>
    allowed === undefined || allowed.parse?.includes("users") === true || allowed.users?.includes(id) === true;
  const replied = message.replyTo === undefined ? undefined : message.channel.messages.get(message.replyTo)?.author.id;
  const repliedPing =
    replied !== undefined && (allowed === undefined || allowed.replied_user === true) ? [replied] : [];
  const everyone = /(?<!\\)@(?:everyone|here)/.test(text);
  const everyonePing = everyone && (allowed === undefined || allowed.parse?.includes("everyone")) ? ["everyone"] : [];
  message.mentions = [...new Set([...named, ...repliedPing])].filter((id) => world.users.has(id));
  message.pings = [...new Set([...named.filter(isAllowed), ...repliedPing, ...everyonePing])];
}
