import type { Conversation, MessageRef } from "./conversation.ts";
import type { Message } from "./message.ts";
import type { Locale } from "../text/locale.ts";

/** Who did something, as the platform knows them. */
export interface Actor {
  readonly userId: string;
  readonly displayName: string;
  readonly locale: Locale;
  /** Whether the platform itself counts this person among the workspace's admins. */
  readonly isAdmin: boolean;
}

/** A file that a person attached. `source` is the adapter's own handle, meaningful to `Platform.openAttachment` only. */
export interface Attachment {
  readonly source: string;
  readonly name: string;
  /** As the platform claims; the bytes decide. */
  readonly mimeType: string;
  readonly bytes: number;
  /** The option it was given to, e.g. `mask` or `image2`, where the platform has options for files. */
  readonly option?: string;
}

interface EventBase {
  /** Unique for all time on its platform and the same when the platform delivers again: the key that it is taken by once. */
  readonly key: string;
  readonly conversation: Conversation;
  readonly actor: Actor;
}

/** A command picked and filled in by the platform's own means: values come by option name, as the platform typed them. */
export interface CommandEvent extends EventBase {
  readonly kind: "command";
  readonly command: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly attachments: readonly Attachment[];
}

/** Free text meant for Easel: a message that mentions it, a reply to it, or a line that begins with `/`. */
export interface TextEvent extends EventBase {
  readonly kind: "text";
  /** The message itself, to reply to. */
  readonly message: MessageRef;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly replyTo?: MessageRef;
}

/** A button of one of our messages was pressed. */
export interface ButtonEvent extends EventBase {
  readonly kind: "button";
  readonly button: string;
  readonly message: MessageRef;
}

export type ChatEvent = CommandEvent | TextEvent | ButtonEvent;

/** How to answer one event while the platform still listens for it. */
export interface Responder {
  /**
   * Tells the platform that the event is taken; call it only after what came in is committed. Returns the message that
   * the platform showed by itself, if any: it becomes the notice.
   */
  acknowledge(): Promise<MessageRef | undefined>;
  /** An answer that only the actor sees. */
  answer(message: Message): Promise<void>;
}

/** Takes events in. It resolves when the event is committed or answered; a rejection means that nothing was taken. */
export type EventHandler = (event: ChatEvent, responder: Responder) => Promise<void>;
