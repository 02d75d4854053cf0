import type { Readable } from "node:stream";
import type { Conversation, MessageRef, PlatformName } from "./conversation.ts";
import type { PlatformRefusal, RefusalReason } from "./errors.ts";
import type { Attachment, Handlers, Target } from "./event.ts";
import type { Message } from "./message.ts";
import type { Locale } from "../../lib/locale.ts";

/**
 * The port that every chat platform implements. `capabilities` describes what only some platforms can do. Every method rejects
 * with a `PlatformError`.
 */
export interface Platform {
  readonly name: PlatformName;
  readonly capabilities: Capabilities;
  /** Starts delivering events to the handlers. Resolves when the platform is connected. */
  start(handlers: Handlers): Promise<void>;
  /** Stops receiving events. Resolves when the last handler has returned and everything is closed. */
  stop(): Promise<void>;
  /**
   * Posts a message. `key` is permanent and unique (at most 32 characters). With `capabilities.postOnce`, posting again under the
   * same key returns the first message; otherwise call `findPost` before a retry.
   */
  post(conversation: Conversation, message: Message, key: string, signal?: AbortSignal): Promise<MessageRef>;
  /** The message posted under `key`; undefined if there is certainly none. */
  findPost(conversation: Conversation, key: string, signal?: AbortSignal): Promise<MessageRef | undefined>;
  /** Replaces a message's content. If the new message has no files, the old files stay. */
  edit(ref: MessageRef, message: Message, signal?: AbortSignal): Promise<void>;
  /** Deletes a message. Resolves too if it is already gone. */
  remove(ref: MessageRef, signal?: AbortSignal): Promise<void>;
  /** Streams an attachment of one of this platform's events. */
  openAttachment(attachment: Attachment, signal?: AbortSignal): Promise<Readable>;
  /**
   * Sends a direct message, with a key as in `post`. Returns the message, whose conversation is the one with that person;
   * undefined if they can't receive one. Requires `capabilities.direct`.
   */
  direct(
    at: Conversation,
    userId: string,
    hello: Message,
    key: string,
    signal?: AbortSignal,
  ): Promise<MessageRef | undefined>;
  /**
   * Resolves a person, role or channel of the conversation's workspace, given as the platform's mention, an id or a name.
   * Undefined if nothing or more than one thing matches.
   */
  lookUp(conversation: Conversation, kind: NamedKind, given: string): Promise<Named | undefined>;
  /**
   * Resolves a link to a message, as people copy it on this platform, for a person in a conversation. Reveals no more than the
   * platform would show that person.
   */
  linked(link: string, by: LinkReader, signal?: AbortSignal): Promise<Linked>;
  /** The link of one of our messages, as people copy it on this platform. Undefined where it has no address. */
  linkTo(ref: MessageRef): Promise<string | undefined>;
  /** Whether a person may read a conversation of ours. The platform's answer is cached for seconds. */
  mayRead(conversation: Conversation, userId: string): Promise<boolean>;
}

/** The state of an adapter's connection, for the operator. */
export type PlatformState =
  | { readonly kind: "connected" }
  /** It retries by itself. `reason`: a short explanation without secrets. */
  | { readonly kind: "connecting"; readonly reason: string }
  /** Another process receives the events. */
  | { readonly kind: "standby" }
  /** This process receives nothing; it only posts. */
  | { readonly kind: "posting" }
  /** Only a person can fix it: `reason` says how, in one line for the operator. `variable`: the wrong setting. */
  | { readonly kind: "refused"; readonly why: RefusalReason; readonly variable: string; readonly reason: string };

/** The state of an adapter that the platform refuses. */
export function refusedState({
  why,
  variable,
  message,
}: PlatformRefusal): Extract<PlatformState, { readonly kind: "refused" }> {
  return { kind: "refused", why, variable, reason: message };
}

/** The person who follows a link to a message, and where. */
export interface LinkReader {
  readonly conversation: Conversation;
  readonly userId: string;
}

/** What a link to a message leads to. */
export type Linked =
  | { readonly kind: "message"; readonly target: Target }
  /** It is not a link to a message of this platform. */
  | { readonly kind: "no_message" }
  /** It leads to another workspace or to another person's direct messages. */
  | { readonly kind: "elsewhere" }
  /** The message doesn't exist, or this person or Easel can't see it; which one is not revealed. */
  | { readonly kind: "unseen" }
  /**
   * They, or all members of the workspace together, have followed too many links in the last minute. `max`: the limit for one
   * member.
   */
  | { readonly kind: "too_many"; readonly max: number };

/** A menu of people and roles, for the `MembersField` of a form. */
export interface MemberMenu {
  /** The most people and roles that can be looked up in the time that the platform allows for opening a form. */
  readonly max: number;
  /** On platforms whose menu has no roles: the workspace's roles. */
  readonly roles?: (conversation: Conversation) => Promise<readonly Named[]>;
}

/** What people can name: a person, a role (or user group), a channel. */
export type NamedKind = "person" | "role" | "channel";

/** A resolved name: the platform's id and the display name. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** For a person: their current rights in the workspace, as in `Actor`. */
  readonly roles?: readonly string[];
  readonly isGuest?: boolean;
  /** For a person who can still be named, but can no longer use the workspace. */
  readonly hasLeft?: true;
}

/** Limits of concurrent posts to one channel. */
export interface PostLimits {
  /** All members' posts together. */
  readonly atOnce: number;
  /** One member's posts, so that a single member can't fill the channel's queue. */
  readonly each: number;
  /** Each thread counts as a separate channel. */
  readonly byThread: boolean;
}

/** What a platform can do. */
export interface Capabilities {
  /** The platform prevents two posts with the same key. */
  readonly postOnce: boolean;
  /** On platforms that limit the rate of messages per channel: members' posts take turns. */
  readonly postTurns?: PostLimits;
  /** The shortest time between two edits of a notice, in milliseconds. */
  readonly noticeIntervalMs: number;
  /**
   * Editing a notice can add pictures, which appear in it and nowhere else. `uploaded`: each is uploaded, so they are small, and
   * only appear where a rule wants them. `stored`: the platform shows them from the media store, so they always appear.
   */
  readonly noticePictures?: "uploaded" | "stored";
  /**
   * On platforms that acknowledge an action with their own message, which becomes the notice: finds that message by the event's
   * key. Undefined on other platforms. Rejects with a `PlatformError`.
   */
  readonly findShown?: (
    conversation: Conversation,
    eventKey: string,
    signal?: AbortSignal,
  ) => Promise<MessageRef | undefined>;
  /** Attached files temporarily have public addresses. */
  readonly publicFiles: boolean;
  /** People can open addresses of Easel's own machine and network; elsewhere a link needs a public address. */
  readonly opensLocalLinks: boolean;
  readonly maxFilesPerMessage: number;
  /** The largest file that every conversation accepts. Larger ones are fitted or linked. */
  readonly maxFileBytes: number;
  /**
   * On platforms where the limit differs by conversation: the largest file for this one. Absent if `maxFileBytes` applies
   * everywhere. If the value is outdated, the post fails as `too_large`; after that, this returns the current one.
   */
  readonly maxFileBytesIn?: (conversation: Conversation) => Promise<number>;
  /**
   * On platforms that can tell: descriptions of what must be fixed in a workspace, such as a missing scope. Rejects with a
   * `PlatformError`.
   */
  readonly problemsOf?: (workspace: string, locale: Locale) => Promise<readonly string[]>;
  /** Like `problemsOf`, for one conversation, such as a missing permission. */
  readonly problemsIn?: (conversation: Conversation, locale: Locale) => Promise<readonly string[]>;
  /** The platform can show forms; on others, people see the equivalent command. */
  readonly forms: boolean;
  /** On platforms with short forms: how many fields a form can have. Its description takes the place of one. */
  readonly formFields?: number;
  /** On platforms whose forms have a menu of the workspace's members. */
  readonly memberMenu?: MemberMenu;
  /**
   * People pick a command and fill in a field for each option, so they can't type a line such as `/jobs --scope own`. A prompt
   * may still contain options.
   */
  readonly optionsAreFields?: true;
  /**
   * A reply to Easel's own message always reaches Easel. Elsewhere, a reply must mention Easel or be a direct message: on Discord,
   * its ping is a mention, and can be turned off.
   */
  readonly hearsReplies?: true;
  /** A message can open a form. Elsewhere only commands and buttons can. */
  readonly messagesOpenForms?: true;
  /** A form with refused values stays open. Elsewhere a button opens it again. */
  readonly refusedFormsStay: boolean;
  /** People can put a refused message of theirs back into the input, with its files, to change it. */
  readonly refusedMessagesReturn: boolean;
  /** A private answer shows the files that are made for it. Elsewhere they are sent in a separate message. */
  readonly answersShowFiles: boolean;
  /**
   * A private answer to a message goes to direct messages, because the platform can't show it in the channel. The form that its
   * button opens still makes the request in the channel.
   */
  readonly answersMessagesDirectly: boolean;
  /** The platform has direct messages. */
  readonly direct: boolean;
  /** Members can block direct messages at any time, so only sending one shows whether it can be delivered. */
  readonly membersRefuseDirect: boolean;
  /** Members upload files and create channels, up to the limits of their policy. */
  readonly memberUploads: boolean;
  /** Admins run Easel itself, so they may see every organisation. */
  readonly adminsAreOperators: boolean;
  /** On platforms whose direct messages belong to no workspace: which workspace they count as. */
  readonly homes?: Homes;
}

/** The workspaces that a person's direct messages may count as. */
export interface Homes {
  /** The person's workspaces with Easel switched on; the current one first. */
  of(userId: string): Promise<readonly Home[]>;
  choose(userId: string, workspace: string): Promise<void>;
}

export interface Home {
  readonly workspace: string;
  readonly name: string;
}
