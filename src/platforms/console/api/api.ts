// The API between page and server. The server validates requests and responses with these schemas. The page imports only their
// types, so it loads no schema, and the two can't drift apart.
import { z } from "zod/mini";
import { CONSOLE_CHANNEL_CHARACTERS, CONSOLE_MESSAGE_CHARACTERS, REQUEST_FILES } from "../../../lib/limits.ts";
import { LOCALES } from "../../../lib/locale.ts";
import { ButtonView, MenuView, ProgressView, SectionView } from "./message-parts.ts";
import { PERSON_IDS } from "./people.ts";
import { CHANNEL_NAME } from "./written-names.ts";

const Person = z.enum(PERSON_IDS);
const locale = z.enum(LOCALES);
const revision = z.int().check(z.nonnegative());
/** An id that may exist. PostgreSQL text can't contain NUL, so ids with NUL are refused. */
export const KnownId = z.string().check(
  z.maxLength(200),
  z.refine((id) => !id.includes("\0")),
);
/** Created by the page, so that the server recognises a repeated request. */
const clientId = z.uuid();
export const ChannelName = z.string().check(z.maxLength(CONSOLE_CHANNEL_CHARACTERS), z.regex(CHANNEL_NAME));

/** `createdBy` is the person who made the channel; null for Easel's own. */
export const ChannelView = z.object({
  id: z.string(),
  /** Set if it differs from the id. */
  name: z.exactOptional(z.string()),
  revision,
  createdBy: z.nullable(z.string()),
  /** Set when the channel has been removed. */
  removed: z.exactOptional(z.literal(true)),
});
export type ChannelView = z.infer<typeof ChannelView>;

export const FileView = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  description: z.string(),
  /** The file's number, by which people refer to it, if it is one of several. */
  number: z.optional(z.number()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** A tiny WebP of a picture in base64, to show until the picture is loaded. */
  preview: z.optional(z.string()),
});
export type FileView = z.infer<typeof FileView>;

const messagePlace = { id: z.string(), channel: z.string(), position: revision, revision };

/** A message as one person sees it. `position` is its place in the channel; `revision` grows with every change. */
export const MessageView = z.object({
  ...messagePlace,
  removed: z.literal(false),
  author: z.object({ id: z.string(), name: z.string(), isEasel: z.boolean() }),
  /** Light Markdown in Easel's messages, plain text in people's. */
  text: z.string(),
  /** Whether only the person who asked can see it. */
  private: z.boolean(),
  /** Unix milliseconds. */
  createdAt: z.number(),
  editedAt: z.optional(z.number()),
  replyTo: z.optional(z.string()),
  mention: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** Whether it is pinned in its channel. Missing if it never was. */
  pinned: z.exactOptional(z.boolean()),
  files: z.array(FileView),
  buttons: z.array(ButtonView),
  /** With the pictures that are made already. They are no `files`, because the result follows with all of them. */
  progress: z.optional(z.extend(ProgressView, { pictures: z.array(FileView) })),
  sections: z.exactOptional(z.array(SectionView)),
  menus: z.exactOptional(z.array(MenuView)),
  /** Light Markdown, as is the footer. */
  quote: z.optional(z.string()),
  footer: z.optional(z.string()),
  /** The message of the person that this private answer is about. */
  answers: z.optional(z.string()),
  /** The message whose button or menu led to this private answer, which is shown below it. */
  beside: z.optional(z.string()),
});
export type MessageView = z.infer<typeof MessageView>;

/** What remains of a removed message, so that every page learns of the removal. */
const RemovedView = z.object({ ...messagePlace, removed: z.literal(true) });

export const AnyMessageView = z.discriminatedUnion("removed", [MessageView, RemovedView]);
export type AnyMessageView = z.infer<typeof AnyMessageView>;

export const CommandView = z.object({
  /** The full name. Words are separated by spaces. */
  name: z.string(),
  /** Whether the name without its last word also runs this command. */
  isDefault: z.boolean(),
  description: z.string(),
  /** The most files that a request of this command can have. Missing if it takes none. */
  maxFiles: z.exactOptional(z.number()),
  /** Whether these can be pictures only. */
  onlyPictures: z.exactOptional(z.literal(true)),
  options: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      type: z.enum(["text", "number", "flag", "attachment"]),
      required: z.boolean(),
      /** Whether the option may be given several times. */
      repeats: z.boolean(),
      /** The option that takes text without a `--name`. */
      takesText: z.boolean(),
      /** Suggested values. Other values may be typed too. */
      values: z.array(z.string()),
    }),
  ),
});
export type CommandView = z.infer<typeof CommandView>;

/** `GET /api/state?locale=`: what a page needs to start. Its event stream continues from `revision`. */
export const StateQuery = z.object({ locale });
export const StateView = z.object({
  people: z.array(z.object({ id: Person, name: z.string() })),
  channels: z.array(ChannelView),
  commands: z.array(CommandView),
  revision,
  /** Whether people can log out (the Console has a password), and whether too many pages are open for another stream. */
  canLogOut: z.boolean(),
  streamsFull: z.boolean(),
});
export type StateView = z.infer<typeof StateView>;

/** `POST /api/channels`, where `id` is the name. Without `as`, the person is the member. */
export const NewChannel = z.strictObject({
  id: ChannelName,
  as: z.prefault(Person, "member"),
  locale: z.prefault(locale, "en"),
});
export type NewChannel = z.infer<typeof NewChannel>;

/** `DELETE /api/channels/:channel?as=&locale=`: returns the removed channel. */
export const RemovalQuery = z.object({ as: Person, locale: z.prefault(locale, "en") });

/** `POST /api/uploads?as=&locale=` with the file as multipart form data. */
export const UploadQuery = z.object({ as: Person, locale: z.prefault(locale, "en") });
export const UploadView = z.object({ uploads: z.array(z.object({ id: z.string() })) });

const pixels = z.optional(z.int().check(z.minimum(1), z.maximum(100_000)));

/** `POST /api/messages`: responds once the request is committed. Until then, the page repeats it unchanged. */
export const NewMessage = z.strictObject({
  id: clientId,
  as: Person,
  locale,
  channel: KnownId,
  text: z.string().check(z.maxLength(CONSOLE_MESSAGE_CHARACTERS)),
  attachments: z
    .array(z.strictObject({ upload: KnownId, width: pixels, height: pixels }))
    .check(z.maxLength(REQUEST_FILES)),
  replyTo: z.optional(KnownId),
});
export type NewMessage = z.infer<typeof NewMessage>;

/** The fields of every action of a person. The same id means the same action. */
const acting = { id: clientId, as: Person, locale, channel: KnownId };

/** `POST /api/presses`: one press of a button. */
export const NewPress = z.strictObject({ ...acting, message: KnownId, button: KnownId });
export type NewPress = z.infer<typeof NewPress>;

const Menu = z.enum(["edit", "animate", "recipe"]);
/** `POST /api/actions`: one choice from a message's menu. `file`: the one file of the message that the action is about. */
export const NewAction = z.strictObject({ ...acting, message: KnownId, file: z.optional(KnownId), action: Menu });
export type NewAction = z.infer<typeof NewAction>;

const SuggestionView = z.object({ value: z.string(), label: z.string() });
export type SuggestionView = z.infer<typeof SuggestionView>;

const fieldPlace = { name: z.string(), label: z.string(), hint: z.exactOptional(z.string()) };
const required = z.exactOptional(z.literal(true));

export const FieldView = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    ...fieldPlace,
    value: z.exactOptional(z.string()),
    long: z.exactOptional(z.literal(true)),
    required,
    maxLength: z.exactOptional(z.number()),
    secret: z.exactOptional(z.literal(true)),
    isRare: z.exactOptional(z.literal(true)),
  }),
  z.object({
    type: z.literal("choice"),
    ...fieldPlace,
    value: z.exactOptional(z.string()),
    choices: z.array(SuggestionView),
    usual: z.exactOptional(z.string()),
    required,
    /** The rule for values that are typed instead of chosen. Missing if only the choices are accepted. */
    typed: z.exactOptional(z.string()),
    reshapes: z.exactOptional(z.literal(true)),
  }),
  z.object({ type: z.literal("flag"), name: z.string(), label: z.string(), value: z.exactOptional(z.boolean()) }),
  z.object({
    type: z.literal("files"),
    ...fieldPlace,
    accept: z.enum(["image", "video", "audio"]),
    max: z.number(),
    required,
  }),
]);
export type FieldView = z.infer<typeof FieldView>;

export const FormView = z.object({
  id: z.string(),
  title: z.string(),
  submit: z.string(),
  /** The form's subject. `picture` is the address of a picture. */
  about: z.exactOptional(z.object({ text: z.string(), picture: z.exactOptional(z.string()) })),
  fields: z.array(FieldView),
});
export type FormView = z.infer<typeof FormView>;

const ProblemView = z.object({ field: z.optional(z.string()), text: z.string(), atField: z.optional(z.string()) });
export type ProblemView = z.infer<typeof ProblemView>;

/** The response to a person's action: it is committed, or answered with a form or with its problems, which only they see. */
export const Taken = z.object({
  done: z.literal(true),
  form: z.optional(FormView),
  problems: z.optional(z.array(ProblemView)),
});
export type Taken = z.infer<typeof Taken>;

const fieldValues = z.record(
  KnownId,
  z.union([z.string().check(z.maxLength(CONSOLE_MESSAGE_CHARACTERS)), z.number(), z.boolean()]),
);

/** `POST /api/forms`: a submitted form. The same id means the same submission. */
export const NewForm = z.strictObject({
  id: clientId,
  as: Person,
  locale,
  channel: KnownId,
  form: KnownId,
  values: fieldValues,
  files: z.array(z.strictObject({ upload: KnownId, field: KnownId })).check(z.maxLength(REQUEST_FILES)),
});
export type NewForm = z.infer<typeof NewForm>;

/** `POST /api/forms/reshaped`: returns the form with the fields that fit these values. */
export const ReformQueryView = z.strictObject({
  as: Person,
  locale,
  channel: KnownId,
  form: KnownId,
  values: fieldValues,
});
export type ReformQueryView = z.infer<typeof ReformQueryView>;
export const ReformedView = z.object({ form: z.optional(FormView) });

/** `POST /api/suggestions`: suggestions for an option that is being typed. */
export const SuggestQueryView = z.strictObject({
  as: Person,
  locale,
  channel: KnownId,
  command: KnownId,
  option: KnownId,
  typed: z.string().check(z.maxLength(CONSOLE_MESSAGE_CHARACTERS)),
  options: fieldValues,
});
export type SuggestQueryView = z.infer<typeof SuggestQueryView>;
export const SuggestionsView = z.object({ suggestions: z.array(SuggestionView) });

export const Done = z.object({ done: z.literal(true) });

/** `DELETE /api/messages/:id?as=`: dismisses an answer that only this person sees. */
export const DismissQuery = z.object({ as: Person });

/** `GET /api/events?as=&after=`: server-sent events. The header `Last-Event-ID` takes precedence over `after`. */
export const EventsQuery = z.object({
  as: Person,
  after: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
});

export interface StatusView {
  readonly database: "up" | "away";
}

/** The events of the stream, by name. `reset` means that the page is ahead of the server and must reload its state. */
export interface StreamEvents {
  readonly message: AnyMessageView;
  readonly channel: ChannelView;
  readonly status: StatusView;
  readonly reset: Readonly<Record<string, never>>;
}

export const ErrorView = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
