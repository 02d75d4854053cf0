import { z } from "zod";
import {
  CONSOLE_CHANNEL_CHARACTERS,
  CONSOLE_FILES_PER_MESSAGE,
  CONSOLE_MESSAGE_CHARACTERS,
} from "../../../lib/limits.ts";
import { LOCALES } from "../../../lib/locale.ts";
import { PERSON_IDS } from "./people.ts";

/** Files of one form: as many as any command takes, pictures, clips and sounds together. */
const CONSOLE_FORM_FILES = 20;

/** What the page and the server say to each other. Both sides parse with these, so neither can drift from the other. */

const Person = z.enum(PERSON_IDS);
const locale = z.enum(LOCALES);
const revision = z.number().int().nonnegative();
/** The id of something there may be. Postgres takes no NUL, so nothing has one in its id. */
export const KnownId = z
  .string()
  .max(200)
  .refine((id) => !id.includes("\0"));
/** Made by the page, so that the same thing said again is known to be the same. */
const clientId = z.uuid();
/** Letters and digits of any script and single hyphens, in lower case. */
const channelId = z
  .string()
  .max(CONSOLE_CHANNEL_CHARACTERS)
  .regex(/^[\p{Ll}\p{Lo}\p{Nd}]+(?:-[\p{Ll}\p{Lo}\p{Nd}]+)*$/u);

/** `createdBy`: the person who made it; null for Easel's own. */
export const ChannelView = z.object({
  id: z.string(),
  revision,
  createdBy: z.string().nullable(),
  /** It is there no more. */
  removed: z.literal(true).exactOptional(),
});
export type ChannelView = z.infer<typeof ChannelView>;

export const FileView = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  description: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
});
export type FileView = z.infer<typeof FileView>;

export const ButtonView = z.object({
  id: z.string(),
  label: z.string(),
  style: z.enum(["primary", "secondary", "danger"]),
});
export type ButtonView = z.infer<typeof ButtonView>;

export const ProgressView = z.object({
  items: z.array(
    z.object({
      state: z.enum(["waiting", "running", "succeeded", "failed", "cancelled"]),
      label: z.string(),
      /** Milliseconds since the Unix epoch. */
      expectedAt: z.number().exactOptional(),
    }),
  ),
});
export type ProgressView = z.infer<typeof ProgressView>;

const messagePlace = { id: z.string(), channel: z.string(), position: revision, revision };

/** Stands in a message's text where the person of `mention` is named. */
export const MENTION_MARK = "\uE000";

/** A message as one person sees it. `position` is its place in the channel, `revision` grows with every change. */
export const MessageView = z.object({
  ...messagePlace,
  removed: z.literal(false),
  author: z.object({ id: z.string(), name: z.string(), isEasel: z.boolean() }),
  /** Easel's messages hold light Markdown, people's are as typed. */
  text: z.string(),
  /** Only the person who asked sees it. */
  private: z.boolean(),
  /** Unix milliseconds. */
  createdAt: z.number(),
  editedAt: z.number().optional(),
  replyTo: z.string().optional(),
  mention: z.object({ id: z.string(), name: z.string() }).optional(),
  files: z.array(FileView),
  buttons: z.array(ButtonView),
  progress: ProgressView.optional(),
  footer: z.string().optional(),
});
export type MessageView = z.infer<typeof MessageView>;

/** What is left of a removed message, so that every page hears of the removal. */
const RemovedView = z.object({ ...messagePlace, removed: z.literal(true) });

export const AnyMessageView = z.discriminatedUnion("removed", [MessageView, RemovedView]);
export type AnyMessageView = z.infer<typeof AnyMessageView>;

export const CommandView = z.object({
  /** Of several words with spaces between them, where it has several. */
  name: z.string(),
  /** The words before the last alone mean it as well. */
  isDefault: z.boolean(),
  description: z.string(),
  options: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      type: z.enum(["text", "number", "flag", "attachment"]),
      required: z.boolean(),
      /** It may be given several times. */
      repeats: z.boolean(),
      /** The option that takes the text without a `--name`. */
      takesText: z.boolean(),
      /** Values to offer; others may be typed as well. */
      values: z.array(z.string()),
    }),
  ),
});
export type CommandView = z.infer<typeof CommandView>;

/** `GET /api/state?locale=`: what a page needs to begin with. `revision` is where its event stream begins. */
export const StateQuery = z.object({ locale });
export const StateView = z.object({
  people: z.array(z.object({ id: Person, name: z.string() })),
  channels: z.array(ChannelView),
  commands: z.array(CommandView),
  revision,
  /** Whether there is a session to end: the Console has a password. */
  canLogOut: z.boolean(),
});
export type StateView = z.infer<typeof StateView>;

/** `GET /api/channels/:channel/messages?as=&before=`: a page of history, oldest first. */
export const HistoryQuery = z.object({ as: Person, before: z.coerce.number().int().positive().optional() });
export const HistoryView = z.object({ messages: z.array(AnyMessageView), older: z.boolean() });
export type HistoryView = z.infer<typeof HistoryView>;

/** `POST /api/channels`. Who names nobody is a member. */
export const NewChannel = z.strictObject({ id: channelId, as: Person.default("member"), locale: locale.default("en") });

/** `DELETE /api/channels/:channel?as=&locale=`: answered with the channel as removed. */
export const RemovalQuery = z.object({ as: Person, locale: locale.default("en") });

/** `POST /api/uploads?as=&locale=` with the file as multipart form data. */
export const UploadQuery = z.object({ as: Person, locale: locale.default("en") });
export const UploadView = z.object({ uploads: z.array(z.object({ id: z.string() })) });

const pixels = z.number().int().min(1).max(100_000).optional();

/** `POST /api/messages`: answered once what it asks for is committed; until then the page sends it again as it is. */
export const NewMessage = z.strictObject({
  id: clientId,
  as: Person,
  locale,
  channel: KnownId,
  text: z.string().max(CONSOLE_MESSAGE_CHARACTERS),
  attachments: z
    .array(z.strictObject({ upload: KnownId, width: pixels, height: pixels }))
    .max(CONSOLE_FILES_PER_MESSAGE),
  replyTo: KnownId.optional(),
});
export type NewMessage = z.infer<typeof NewMessage>;

/** `POST /api/presses`: one press of a button; the same id again is the same press. */
export const NewPress = z.strictObject({
  id: clientId,
  as: Person,
  locale,
  channel: KnownId,
  message: KnownId,
  button: KnownId,
});
export type NewPress = z.infer<typeof NewPress>;

/** `POST /api/actions`: one choice from a message's menu; the same id again is the same choice. */
export const NewAction = z.strictObject({
  id: clientId,
  as: Person,
  locale,
  channel: KnownId,
  message: KnownId,
  action: z.enum(["edit", "animate", "recipe"]),
});
export type NewAction = z.infer<typeof NewAction>;

const SuggestionView = z.object({ value: z.string(), label: z.string() });
export type SuggestionView = z.infer<typeof SuggestionView>;

const fieldPlace = { name: z.string(), label: z.string(), hint: z.string().exactOptional() };
const required = z.literal(true).exactOptional();

export const FieldView = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    ...fieldPlace,
    value: z.string().exactOptional(),
    long: z.literal(true).exactOptional(),
    required,
    maxLength: z.number().exactOptional(),
    secret: z.literal(true).exactOptional(),
  }),
  z.object({
    type: z.literal("choice"),
    ...fieldPlace,
    value: z.string().exactOptional(),
    choices: z.array(SuggestionView),
    required,
    reshapes: z.literal(true).exactOptional(),
  }),
  z.object({ type: z.literal("flag"), name: z.string(), label: z.string(), value: z.boolean().exactOptional() }),
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
  fields: z.array(FieldView),
});
export type FormView = z.infer<typeof FormView>;

const ProblemView = z.object({ field: z.string().optional(), text: z.string() });
export type ProblemView = z.infer<typeof ProblemView>;

/** The answer to what a person did: it is committed, or answered with what only they are shown, a form or what is wrong in one. */
export const Taken = z.object({
  done: z.literal(true),
  form: FormView.optional(),
  problems: z.array(ProblemView).optional(),
});
export type Taken = z.infer<typeof Taken>;

const fieldValues = z.record(KnownId, z.union([z.string().max(CONSOLE_MESSAGE_CHARACTERS), z.number(), z.boolean()]));

/** `POST /api/forms`: a form that was filled in; the same id again is the same one. */
export const NewForm = z.strictObject({
  id: clientId,
  as: Person,
  locale,
  channel: KnownId,
  form: KnownId,
  values: fieldValues,
  files: z.array(z.strictObject({ upload: KnownId, field: KnownId })).max(CONSOLE_FORM_FILES),
});
export type NewForm = z.infer<typeof NewForm>;

/** `POST /api/forms/reshaped`: the form as it is to look with these values. */
export const ReformQueryView = z.strictObject({
  as: Person,
  locale,
  channel: KnownId,
  form: KnownId,
  values: fieldValues,
});
export type ReformQueryView = z.infer<typeof ReformQueryView>;
export const ReformedView = z.object({ form: FormView.optional() });

/** `POST /api/suggestions`: what fits an option that is being typed. */
export const SuggestQueryView = z.strictObject({
  as: Person,
  locale,
  channel: KnownId,
  command: KnownId,
  option: KnownId,
  typed: z.string().max(CONSOLE_MESSAGE_CHARACTERS),
  options: fieldValues,
});
export type SuggestQueryView = z.infer<typeof SuggestQueryView>;
export const SuggestionsView = z.object({ suggestions: z.array(SuggestionView) });

export const Done = z.object({ done: z.literal(true) });

/** `DELETE /api/messages/:id?as=`: puts away an answer that only this person sees. */
export const DismissQuery = z.object({ as: Person });

/** `GET /api/events?as=&after=`: server-sent events; the header `Last-Event-ID` goes before `after`. */
export const EventsQuery = z.object({ as: Person, after: z.coerce.number().int().nonnegative().optional() });

/** What the event stream says, by event name. `reset`: the page knows more than there is, and must begin anew. */
export const STREAM_EVENTS = { message: AnyMessageView, channel: ChannelView } as const;
export const StatusView = z.object({ database: z.enum(["up", "away"]) });
export type StatusView = z.infer<typeof StatusView>;

export const ErrorView = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
