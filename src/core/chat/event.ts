import type { Conversation, MessageRef } from "./conversation.ts";
import type { Form, Suggestion } from "./form.ts";
import type { Button, Message, Section } from "./message.ts";
import type { ComparedModels } from "./model-facts.ts";
import type { Locale } from "../../lib/locale.ts";

/** The person behind an event, as the platform describes them. */
export interface Actor {
  readonly userId: string;
  readonly displayName: string;
  readonly locale: Locale;
  /** The language of messages that the whole channel reads, where it can differ from the person's. */
  readonly channelLocale?: Locale;
  /** Whether the platform counts this person among the workspace's admins. */
  readonly isAdmin: boolean;
  /** Whether they are a guest of the workspace, on platforms that have guests; a policy may refuse guests. */
  readonly isGuest?: boolean;
  /** The platform did not say in time whether they are an admin or a guest: treat them as no admin and possibly a guest. */
  readonly rightsUnknown?: true;
  /** Ids of their roles (Discord) or user groups (Slack) in the workspace; groups and access rules may name them. */
  readonly roles?: readonly string[];
  /** The platform did not report their roles in time. */
  readonly rolesUnknown?: true;
}

/** A file that a person attached. `source` is the adapter's handle, which only `Platform.openAttachment` understands. */
export interface Attachment {
  readonly source: string;
  readonly name: string;
  /** As the platform claims; the bytes decide. */
  readonly mimeType: string;
  readonly bytes: number;
  /** The option it was given to, e.g. `mask` or `image2`, on platforms with options for files. */
  readonly option?: string;
  /** The file's public address on the platform, which guarantees the same bytes, and when it expires (Unix milliseconds). */
  readonly publicUrl?: { readonly url: string; readonly expiresAt: number };
}

/** The fields of every event. */
export interface EventBase {
  /** Permanent and unique on its platform, and the same on redelivery: an event is handled once per key. */
  readonly key: string;
  readonly conversation: Conversation;
  /** A direct message, which has its own policy. */
  readonly isDirect?: boolean;
  readonly actor: Actor;
}

/** A command picked and filled in with the platform's own controls. */
export interface CommandEvent extends EventBase {
  readonly kind: "command";
  readonly command: string;
  /** The text after the command's name, on platforms where that is one line. */
  readonly line?: string;
  /** By option name, with the platform's types. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly attachments: readonly Attachment[];
  /** The answer is shown where files can't be, so don't make any for it. */
  readonly showsNoFiles?: true;
}

/**
 * A message that may be meant for Easel: it mentions Easel, is a direct message, replies to Easel, or begins with `/`. On a
 * platform used only for Easel, every message.
 */
export interface TextEvent extends EventBase {
  readonly kind: "text";
  /** Whether it mentions Easel by name. */
  readonly mentionsUs: boolean;
  /** The message itself, to reply to. */
  readonly message: MessageRef;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The message that it replies to. */
  readonly target?: Target;
}

/** The message that a reply or message action refers to. Contains only what the platform shows us. */
export interface Target {
  readonly message: MessageRef;
  /**
   * The message's files in order, including forwarded ones. May be empty for our results, which the core finds by the message.
   */
  readonly attachments: readonly Attachment[];
  /** Whether we wrote that message. */
  readonly own: boolean;
  /** False if the platform may hide files of other people's messages (no message content intent); message actions show them. */
  readonly complete: boolean;
}

/** A person pressed a button of one of our messages. */
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
  /** The number of the picture it is about, on platforms where an action can refer to one of several. */
  readonly number?: number;
}

/**
 * A person submitted one of our forms. `form` is the id it was opened with; values are by field name. A text that the form showed only
 * in part has no value if it was not changed.
 */
export interface FormEvent extends EventBase {
  readonly kind: "form";
  readonly form: string;
  readonly values: FieldValues;
  /** `option` is the field's name. */
  readonly attachments: readonly Attachment[];
}

export type ChatEvent = CommandEvent | TextEvent | ButtonEvent | ActionEvent | FormEvent;

/** Filled-in values, by field or option name. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>;

/** The outcome of an acknowledgement. */
export type Acknowledged =
  /** The platform shows its own message, which becomes the notice. */
  | { readonly kind: "shown"; readonly message: MessageRef }
  /** The platform accepted it and shows nothing. */
  | { readonly kind: "heard" }
  /** The platform may not have accepted it. Then it tells the person that the request failed, although it was committed. */
  | { readonly kind: "unheard" };

/** The ways to answer an event while the platform waits; use exactly one. */
export interface Responder {
  /**
   * Tells the platform that the event is accepted. Call it only after the event is committed. A commit can't be undone, so this
   * rejects only where the platform then redelivers the event. `closing` replaces the message whose button was pressed, so that
   * it can't be pressed again. `request`: the earlier message whose request the press has confirmed.
   */
  acknowledge(closing?: Message, request?: MessageRef): Promise<Acknowledged>;
  /** Answers privately: only the actor sees it. `closes`: replaces the message whose button was pressed. */
  answer(message: Message, closes?: boolean): Promise<void>;
  /** Shows a form to the actor. Call it within the platform's first seconds. */
  openForm(form: Form): Promise<void>;
  /**
   * Shows problems at the fields of the submitted form, with its values kept; on platforms that can't, as an answer with the
   * button `reopen`.
   */
  refuseForm(problems: readonly FieldProblem[], reopen?: Button): Promise<void>;
}

/** A problem with a form's field; without a field, with the whole form. */
export interface FieldProblem {
  readonly field: string | undefined;
  /** Plain text with light Markdown, as in `Message`. It says what it is about. */
  readonly text: string;
  /** The same for beside the field, which need not be named there. */
  readonly atField?: string;
}

/**
 * Receives events. Resolves when the event is committed or answered. A rejection means that nothing was accepted, except for
 * `AnswerNotDeliveredError` (only the answer is missing) and `CommitUnknownError` (the outcome is unknown). The same event may be
 * redelivered.
 */
export type EventHandler = (event: ChatEvent, responder: Responder) => Promise<void>;

/** A platform's query while someone types an option's value. */
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

/** The value of a field that reshapes its form has changed: asks for the form with these values. */
export interface ReformQuery {
  readonly conversation: Conversation;
  readonly isDirect?: boolean;
  readonly actor: Actor;
  readonly form: string;
  readonly values: FieldValues;
}

/** A person posted a link: asks what all readers of the message may see of it. */
export interface LinkQuery {
  /** Where they posted it. */
  readonly conversation: Conversation;
  readonly isDirect?: boolean;
  readonly actor: Actor;
  readonly url: string;
  /** Called once for each link to a result. False if this person has used up their previews for now. Other links don't count. */
  readonly mayLookUp: () => boolean;
  /** Whether the readers of the message may see what was made in another conversation of ours. */
  readonly isOpen: (there: Conversation) => Promise<boolean>;
}

/** Asks which models the person may use in a place. */
export type ModelsQuery = Pick<EventBase, "conversation" | "isDirect" | "actor">;

/** A person is writing a request: asks what it would cost. */
export interface CostQuery {
  readonly conversation: Conversation;
  readonly isDirect?: boolean;
  readonly actor: Actor;
  /** A message that begins with a command, or a form with its values. */
  readonly asked:
    | { readonly kind: "line"; readonly line: string }
    | { readonly kind: "form"; readonly form: string; readonly values: FieldValues };
  readonly files: readonly WrittenFile[];
}

/** A file attached to a message that is not sent yet. `seconds`: its length, if it is known. */
export interface WrittenFile extends Pick<Attachment, "name" | "mimeType" | "option"> {
  readonly seconds?: number;
}

/**
 * A request made in a person's name without them, such as by a workflow's step. Anybody may have set it up, so nothing is made
 * before the person, who is its actor, agrees.
 */
export interface OfferEvent extends EventBase {
  /** The command that would make it. */
  readonly command: string;
  /** By option name. A prompt contains no options. */
  readonly options: FieldValues;
}

export type Offered =
  /** `message` asks the person. `keys`: the event keys under which the request is accepted if they agree. */
  | { readonly kind: "offered"; readonly message: Message; readonly keys: readonly string[] }
  /** Nothing is stored. `text` says why, as in a `Message`. */
  | { readonly kind: "refused"; readonly text: string };

/** What a platform calls with its events and queries. */
export interface Handlers {
  readonly event: EventHandler;
  /** Rejects if a retry may succeed; nothing is offered then. The same event always offers the same request. */
  readonly offer: (event: OfferEvent) => Promise<Offered>;
  /** At most 25 suggestions; never rejects; answers within a second. */
  readonly suggest: (query: SuggestionQuery) => Promise<readonly Suggestion[]>;
  /** The form with new values; undefined if it no longer exists. Never rejects. */
  readonly reform: (query: ReformQuery) => Promise<Form | undefined>;
  /** What may be shown below a posted link; undefined: nothing. Never rejects. */
  readonly preview: (query: LinkQuery) => Promise<Section | undefined>;
  /** The models that the person may use, with their limits; undefined if they can't be found now. Never rejects. */
  readonly models: (query: ModelsQuery) => Promise<ComparedModels | undefined>;
  /** What a request that is being written would cost, as light Markdown; undefined: not known, or nothing. Never rejects. */
  readonly cost: (query: CostQuery) => Promise<string | undefined>;
}
