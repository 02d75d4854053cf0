import type { Readable } from "node:stream";
import type { Conversation, MessageRef, PlatformName } from "./conversation.ts";
import type { PlatformRefusal, RefusalReason } from "./errors.ts";
import type { Attachment, Handlers, Target } from "./event.ts";
import type { Message } from "./message.ts";
import type { Locale } from "../../lib/locale.ts";

/**
 * The one port that every chat platform stands behind. What only some platforms can do is a value in `capabilities`.
 * Every method rejects with a `PlatformError`.
 */
export interface Platform {
  readonly name: PlatformName;
  readonly capabilities: Capabilities;
  /** Begins to deliver events to the handlers; resolves when the platform is connected. */
  start(handlers: Handlers): Promise<void>;
  /** Stops taking events and resolves when the last handler has returned and everything is closed. */
  stop(): Promise<void>;
  /**
   * Posts a message. `key` names the post for all time (32 characters at most): where `capabilities.postOnce` holds,
   * posting again under the same key returns the first message; elsewhere ask `findPost` before trying again.
   */
  post(conversation: Conversation, message: Message, key: string, signal?: AbortSignal): Promise<MessageRef>;
  /** The message that was posted under `key`, or undefined when there is certainly none. */
  findPost(conversation: Conversation, key: string, signal?: AbortSignal): Promise<MessageRef | undefined>;
  /** Replaces a message's content; files are kept when the new message names none. */
  edit(ref: MessageRef, message: Message, signal?: AbortSignal): Promise<void>;
  /** Deletes a message; resolves also when it is gone already. */
  remove(ref: MessageRef, signal?: AbortSignal): Promise<void>;
  /** Streams an attachment of one of this platform's events. */
  openAttachment(attachment: Attachment, signal?: AbortSignal): Promise<Readable>;
  /**
   * Says something to one person alone, under a key as `post` has it, and returns that message, whose conversation is the one
   * with them; undefined where they can't be written to. Only where `capabilities.direct` holds.
   */
  direct(at: Conversation, userId: string, hello: Message, key: string): Promise<MessageRef | undefined>;
  /**
   * Whom or what someone means in the conversation's workspace: by a mention as the platform writes it, by an id, or by a
   * name. Undefined where there is no such, or more than one.
   */
  lookUp(conversation: Conversation, kind: NamedKind, given: string): Promise<Named | undefined>;
  /**
   * The message that a link leads to, as this platform's people copy it, for somebody in a conversation. They are shown no more
   * than the platform itself would show them.
   */
  linked(link: string, by: LinkReader, signal?: AbortSignal): Promise<Linked>;
  /** May this person read what is said in a conversation of ours? What the platform said is remembered for seconds. */
  mayRead(conversation: Conversation, userId: string): Promise<boolean>;
}

/** The state of an adapter's connection, for the operator. */
export type PlatformState =
  | { readonly kind: "connected" }
  /** It is tried again by itself. `reason`: why it is not connected, in a few words without anything secret. */
  | { readonly kind: "connecting"; readonly reason: string }
  /** Another process receives the events. */
  | { readonly kind: "standby" }
  /** This process receives nothing: it only posts. */
  | { readonly kind: "posting" }
  /** Only a person can fix it: `reason` says how, in one line for the operator. `variable`: the setting that is wrong. */
  | { readonly kind: "refused"; readonly why: RefusalReason; readonly variable: string; readonly reason: string };

/** The state of an adapter that the platform refuses. */
export function refusedState({
  why,
  variable,
  message,
}: PlatformRefusal): Extract<PlatformState, { readonly kind: "refused" }> {
  return { kind: "refused", why, variable, reason: message };
}

/** Who follows a link to a message, and where they are. */
export interface LinkReader {
  readonly conversation: Conversation;
  readonly userId: string;
}

/** What a link to a message leads to. */
export type Linked =
  | { readonly kind: "message"; readonly target: Target }
  /** It is no link to a message of this platform. */
  | { readonly kind: "no_message" }
  /** Into another workspace, or somebody's direct messages. */
  | { readonly kind: "elsewhere" }
  /** There is no such message, or this person does not see it, or we don't: which one is not told. */
  | { readonly kind: "unseen" };

/** What people name: one of themselves, a role (or a user group, where the platform calls it so), a channel. */
export type NamedKind = "person" | "role" | "channel";

/** One of them, by its id on the platform, and what people call it. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** Of a person: what they are in the workspace by now, as `Actor` has it. */
  readonly roles?: readonly string[];
  readonly isGuest?: boolean;
}

/** What a platform can do, as values. */
export interface Capabilities {
  /** The platform itself keeps two posts of one key apart from one. */
  readonly postOnce: boolean;
  /** The shortest time between two edits of a notice, in milliseconds. */
  readonly noticeIntervalMs: number;
  /**
   * Where the platform acknowledges what people do with a message of its own, which becomes the notice: finds that message by
   * the event's key. Undefined where there is none. Rejects with a `PlatformError`.
   */
  readonly findShown?: (
    conversation: Conversation,
    eventKey: string,
    signal?: AbortSignal,
  ) => Promise<MessageRef | undefined>;
  /** Files that people attach have addresses that everyone can load, for a while. */
  readonly publicFiles: boolean;
  /** People here can open addresses of Easel's own machine and network; elsewhere a link needs a public address. */
  readonly opensLocalLinks: boolean;
  readonly maxFilesPerMessage: number;
  /** The largest file that every conversation takes. What is larger is fitted to it, or linked. */
  readonly maxFileBytes: number;
  /**
   * Where conversations differ in it: the largest file that this one takes. Not there where `maxFileBytes` is all there is to
   * know. A post that it was wrong about fails as `too_large`, and is tried again with less.
   */
  readonly maxFileBytesIn?: (conversation: Conversation) => Promise<number>;
  /**
   * If the platform can tell: what must be fixed before everything works in a conversation, in words. Rejects with a
   * `PlatformError`.
   */
  readonly problemsIn?: (conversation: Conversation, locale: Locale) => Promise<readonly string[]>;
  /** Forms can be shown; where not, people are told how to type the same. */
  readonly forms: boolean;
  /** A private answer to a message goes to direct messages: the platform can't show it in the channel. */
  readonly answersMessagesDirectly: boolean;
  /** There are conversations with one person alone. */
  readonly direct: boolean;
  /** Members upload files and create channels here, up to the limits of their policy. */
  readonly memberUploads: boolean;
  /** Admins here run Easel itself, so they may see every organisation. */
  readonly adminsAreOperators: boolean;
  /** Where direct messages lie in no workspace by themselves: which one they count as. */
  readonly homes?: Homes;
}

/** The workspaces that someone's direct messages may count as. */
export interface Homes {
  /** Those that Easel is switched on for and that they are a member of; the one that they count as first. */
  of(userId: string): Promise<readonly Home[]>;
  choose(userId: string, workspace: string): Promise<void>;
}

export interface Home {
  readonly workspace: string;
  readonly name: string;
}
