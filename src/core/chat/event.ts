import type { Conversation, MessageRef } from "./conversation.ts";
import type { Form, Suggestion } from "./form.ts";
import type { Message } from "./message.ts";
import type { Locale } from "../../lib/locale.ts";

/** Who did something, as the platform knows them. */
export interface Actor {
  readonly userId: string;
  readonly displayName: string;
  readonly locale: Locale;
  /** Whether the platform itself counts this person among the workspace's admins. */
  readonly isAdmin: boolean;
  /** A guest of the workspace, where the platform has such; a policy may refuse them. */
  readonly isGuest?: boolean;
  /** The platform did not say in time whether they are an admin or a guest: they count as no admin, and maybe as a guest. */
  readonly rightsUnknown?: true;
  /** Ids of their roles (Discord) or user groups (Slack) in the workspace; groups and access rules may name them. */
  readonly roles?: readonly string[];
  /** The platform did not say in time which roles they have. */
  readonly rolesUnknown?: true;
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
  /** Where the platform shows the file to everyone, and until when (Unix milliseconds). It vouches that the bytes stay the same. */
  readonly publicUrl?: { readonly url: string; readonly expiresAt: number };
}

/** What every event tells. */
export interface EventBase {
  /** Unique for all time on its platform and the same when the platform delivers again: the key that it is taken by once. */
  readonly key: string;
  readonly conversation: Conversation;
  /** A direct message: it has a policy of its own. */
  readonly isDirect?: boolean;
  readonly actor: Actor;
}

/** A command picked and filled in by the platform's own means. */
export interface CommandEvent extends EventBase {
  readonly kind: "command";
  readonly command: string;
  /** What was typed after the command's name, on platforms where that is one line of text. */
  readonly line?: string;
  /** By option name, as the platform typed them. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly attachments: readonly Attachment[];
}

/**
 * Free text that may be meant for Easel: a message that mentions it, a direct message, a reply to it, or a line that begins with
 * `/`; where a platform is there for Easel alone, whatever people say.
 */
export interface TextEvent extends EventBase {
  readonly kind: "text";
  /** Easel is called by its name in it. */
  readonly mentionsUs: boolean;
  /** The message itself, to reply to. */
  readonly message: MessageRef;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The message that this one replies to. */
  readonly target?: Target;
}

/** What a reply or a message action points at, as far as the platform shows it to us. */
export interface Target {
  readonly message: MessageRef;
  /** Files of that message (forwards included) in order; for our own results they may be left empty: the core knows them by the message. */
  readonly attachments: readonly Attachment[];
  /** Whether we wrote that message. */
  readonly own: boolean;
  /** False where the platform may hide the files of someone else's message (no message content intent): then the message action is the way. */
  readonly complete: boolean;
}

/** A button of one of our messages was pressed. */
export interface ButtonEvent extends EventBase {
  readonly kind: "button";
  readonly button: string;
  readonly message: MessageRef;
}

/** A message action (Discord: message command; Slack: message shortcut; Console: a message's menu). */
export interface ActionEvent extends EventBase {
  readonly kind: "action";
  readonly action: "edit" | "animate" | "recipe";
  readonly target: Target;
}

/** A form of ours was filled in. `form` is the id it was opened with; values come by field name. */
export interface FormEvent extends EventBase {
  readonly kind: "form";
  readonly form: string;
  readonly values: FieldValues;
  /** `option` is the field's name. */
  readonly attachments: readonly Attachment[];
}

export type ChatEvent = CommandEvent | TextEvent | ButtonEvent | ActionEvent | FormEvent;

/** What was filled in, by the name of the field or option. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>;

/** The outcome of an acknowledgement. */
export type Acknowledged =
  /** The platform shows a message of its own: it becomes the notice. */
  | { readonly kind: "shown"; readonly message: MessageRef }
  /** The platform took it, and shows nothing. */
  | { readonly kind: "heard" }
  /** The platform may not have taken it: then it tells the actor that the request failed, although it was committed. */
  | { readonly kind: "unheard" };

/** How to answer one event while the platform still listens for it: exactly one of these. */
export interface Responder {
  /**
   * Tells the platform that the event is taken; call it only after what came in is committed. Never rejects: what was
   * committed stays so. `closing` replaces the message whose button was pressed, so that nobody presses it again.
   */
  acknowledge(closing?: Message): Promise<Acknowledged>;
  /** An answer that only the actor sees. `closes`: it replaces the message whose button was pressed. */
  answer(message: Message, closes?: boolean): Promise<void>;
  /** Shows a form to the actor. Must be called within the platform's first seconds. */
  openForm(form: Form): Promise<void>;
  /** A form that was just sent in has problems: shown at their fields with everything kept (where the platform can), else as an answer. */
  refuseForm(problems: readonly FieldProblem[]): Promise<void>;
}

/** What is wrong with a field of a form; without a field: with the form as a whole. */
export interface FieldProblem {
  readonly field: string | undefined;
  /** Plain text with light Markdown, as in `Message`. */
  readonly text: string;
}

/**
 * Receives events. Resolves when the event is committed or answered. A rejection means that nothing was accepted, except for an
 * `UntoldError` (only the answer is missing) and a `CommitUnknownError` (the outcome is unknown). The same event may come
 * again.
 */
export type EventHandler = (event: ChatEvent, responder: Responder) => Promise<void>;

/** What a platform asks while someone is typing an option's value. */
export interface SuggestionQuery {
  readonly conversation: Conversation;
  readonly isDirect?: boolean;
  readonly actor: Actor;
  readonly command: string;
  readonly option: string;
  readonly typed: string;
  /** The other options as filled in so far. */
  readonly options: FieldValues;
}

/** A form whose reshaping field was changed: what it is to look like with these values. */
export interface ReformQuery {
  readonly conversation: Conversation;
  readonly isDirect?: boolean;
  readonly actor: Actor;
  readonly form: string;
  readonly values: FieldValues;
}

/** What a platform hands over to the core. */
export interface Handlers {
  readonly event: EventHandler;
  /** At most 25; never rejects; answers within a second. */
  readonly suggest: (query: SuggestionQuery) => Promise<readonly Suggestion[]>;
  /** The form again; undefined when it no longer exists. Never rejects. */
  readonly reform: (query: ReformQuery) => Promise<Form | undefined>;
}
