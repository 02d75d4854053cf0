import { z } from "zod";
import { CustomId, MenuOptions, Words } from "./components.ts";
import { failures } from "./failure.ts";

/** What Discord accepts in messages and forms. Refuses everything else, including unknown fields. */
const SUPPRESS_EMBEDS = 1 << 2;
const EPHEMERAL = 1 << 6;
const SUPPRESS_NOTIFICATIONS = 1 << 12;
const IS_COMPONENTS_V2 = 1 << 15;
/** The flags that may be set: https://docs.discord.com/developers/resources/message#message-object-message-flags */
const flagsOf = (...allowed: readonly number[]) => {
  const all = allowed.reduce((sum, flag) => sum | flag, 0);
  return z
    .int()
    .refine((flags) => (flags & ~all) === 0, "these flags can't be set")
    .optional();
};
const Snowflake = z.string().regex(/^\d{17,19}$/);
const AllowedMentions = z
  .strictObject({
    parse: z.array(z.enum(["roles", "users", "everyone"])).optional(),
    users: z.array(Snowflake).max(100).optional(),
    roles: z.array(Snowflake).max(100).optional(),
    replied_user: z.boolean().optional(),
  })
  .refine((given) => !(given.parse?.includes("users") && given.users?.length), "users twice");

const Attachment = z.strictObject({
  id: z.union([z.string(), z.int()]),
  filename: z.string().min(1).max(260).optional(),
  description: z.string().max(1024).optional(),
});

const messageFields = {
  content: z.string().max(2000).nullish(),
  embeds: z.array(z.looseObject({})).max(10).optional(),
  allowed_mentions: AllowedMentions.optional(),
  // What they may be depends on the message: `fill` checks them.
  components: z.array(z.unknown()).optional(),
  attachments: z.array(Attachment).max(10).optional(),
};

export const MessageCreate = z.strictObject({
  ...messageFields,
  flags: flagsOf(SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, IS_COMPONENTS_V2),
  nonce: z.union([z.string().max(25), z.int()]).optional(),
  enforce_nonce: z.boolean().optional(),
  tts: z.boolean().optional(),
  message_reference: z
    .strictObject({
      type: z.literal(0).optional(),
      message_id: Snowflake,
      channel_id: Snowflake.optional(),
      guild_id: Snowflake.optional(),
      fail_if_not_exists: z.boolean().optional(),
    })
    .optional(),
});
export type MessageCreate = z.infer<typeof MessageCreate>;

export const MessageEdit = z.strictObject({ ...messageFields, flags: flagsOf(SUPPRESS_EMBEDS, IS_COMPONENTS_V2) });
export type MessageEdit = z.infer<typeof MessageEdit>;

/** The message of an interaction's answer or follow-up. */
export const InteractionMessage = z.strictObject({
  ...messageFields,
  flags: flagsOf(SUPPRESS_EMBEDS, EPHEMERAL, SUPPRESS_NOTIFICATIONS, IS_COMPONENTS_V2),
  tts: z.boolean().optional(),
  // It has no effect there, but discord.js sends it.
  enforce_nonce: z.boolean().optional(),
});
export type InteractionMessage = z.infer<typeof InteractionMessage>;

export const ThreadEdit = z.strictObject({ archived: z.boolean() });

const TextInput = z
  .strictObject({
    type: z.literal(4),
    custom_id: CustomId,
    style: z.union([z.literal(1), z.literal(2)]),
    min_length: z.int().min(0).max(4000).optional(),
    max_length: z.int().min(1).max(4000).optional(),
    required: z.boolean().optional(),
    value: z.string().max(4000).optional(),
    placeholder: Words.max(100).optional(),
  })
  .refine((given) => (given.value?.length ?? 0) <= (given.max_length ?? 4000), "value longer than max_length");

const StringSelect = z
  .strictObject({
    type: z.literal(3),
    custom_id: CustomId,
    placeholder: Words.max(150).optional(),
    min_values: z.int().min(0).max(25).optional(),
    max_values: z.int().min(1).max(25).optional(),
    required: z.boolean().optional(),
    options: MenuOptions,
  })
  .refine((given) => given.options.filter((option) => option.default).length <= (given.max_values ?? 1), "defaults")
  .refine(mayBeEmpty, "min_values");

/** For people (5) and roles (6). */
const Picker = (type: 5 | 6, of: "user" | "role") =>
  z
    .strictObject({
      type: z.literal(type),
      custom_id: CustomId,
      placeholder: Words.max(150).optional(),
      default_values: z.array(z.strictObject({ id: Snowflake, type: z.literal(of) })).optional(),
      min_values: z.int().min(0).max(25).optional(),
      max_values: z.int().min(1).max(25).optional(),
      required: z.boolean().optional(),
    })
    .refine((given) => (given.default_values?.length ?? 0) <= (given.max_values ?? 1), "defaults")
    .refine(mayBeEmpty, "min_values");

/** For people and roles together. */
const MentionablePicker = z
  .strictObject({
    type: z.literal(7),
    custom_id: CustomId,
    placeholder: Words.max(150).optional(),
    default_values: z.array(z.strictObject({ id: Snowflake, type: z.enum(["user", "role"]) })).optional(),
    min_values: z.int().min(0).max(25).optional(),
    max_values: z.int().min(1).max(25).optional(),
    required: z.boolean().optional(),
  })
  .refine((given) => (given.default_values?.length ?? 0) <= (given.max_values ?? 1), "defaults")
  .refine(mayBeEmpty, "min_values");

const ChannelPicker = z
  .strictObject({
    type: z.literal(8),
    custom_id: CustomId,
    placeholder: Words.max(150).optional(),
    channel_types: z.array(z.int()).optional(),
    default_values: z.array(z.strictObject({ id: Snowflake, type: z.literal("channel") })).optional(),
    min_values: z.int().min(0).max(25).optional(),
    max_values: z.int().min(1).max(25).optional(),
    required: z.boolean().optional(),
  })
  .refine((given) => (given.default_values?.length ?? 0) <= (given.max_values ?? 1), "defaults")
  .refine(mayBeEmpty, "min_values");

const FileUpload = z
  .strictObject({
    type: z.literal(19),
    custom_id: CustomId,
    min_values: z.int().min(0).max(10).optional(),
    max_values: z.int().min(1).max(10).optional(),
    required: z.boolean().optional(),
    file_types: z.array(z.string()).optional(),
  })
  .refine(mayBeEmpty, "min_values");

const Checkbox = z.strictObject({ type: z.literal(23), custom_id: CustomId, default: z.boolean().optional() });

const Label = z.strictObject({
  type: z.literal(18),
  label: Words.max(45),
  description: Words.max(100).optional(),
  component: z.discriminatedUnion("type", [
    TextInput,
    StringSelect,
    Picker(5, "user"),
    Picker(6, "role"),
    MentionablePicker,
    ChannelPicker,
    FileUpload,
    Checkbox,
  ]),
});

const ModalText = z.strictObject({ type: z.literal(10), content: Words.max(4000) });

/** Its fields are in `components`, and the texts between them in `texts`. Discord counts both. */
export const Modal = z
  .strictObject({
    custom_id: CustomId,
    title: Words.max(45),
    components: z
      .array(z.discriminatedUnion("type", [Label, ModalText]))
      .min(1)
      .max(5),
  })
  .transform(({ components, ...modal }) => ({
    ...modal,
    components: components.filter((one) => one.type === 18),
    texts: components.filter((one) => one.type === 10).map(({ content }) => content),
  }))
  .refine((given) => isUnique(given.components.map((label) => label.component.custom_id)), "duplicate custom_id");
export type Modal = z.infer<typeof Modal>;

const Choice = z.strictObject({ name: Words.max(100), value: z.union([z.string().max(100), z.number()]) });

export const Callback = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal(4), data: InteractionMessage }),
  z.strictObject({ type: z.literal(5), data: z.strictObject({ flags: flagsOf(EPHEMERAL) }).optional() }),
  z.strictObject({ type: z.literal(6) }),
  z.strictObject({ type: z.literal(7), data: InteractionMessage }),
  z.strictObject({ type: z.literal(8), data: z.strictObject({ choices: z.array(Choice).max(25) }) }),
  z.strictObject({ type: z.literal(9), data: Modal }),
]);
export type Callback = z.infer<typeof Callback>;

/** Parses a body, or fails as Discord does. */
export function takeBody<T>(schema: z.ZodType<T>, body: unknown): T {
  // Half of a character can't be encoded.
  if (!isWellFormed(body)) throw failures.invalidJson();
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw failures.invalidForm(
    Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join(".") || "body", issue.message])),
  );
}

/** A modal's component is required by default, and then must not allow an empty choice. */
function mayBeEmpty({
  required,
  min_values: min,
}: {
  readonly required?: boolean | undefined;
  readonly min_values?: number | undefined;
}): boolean {
  return required === false || min !== 0;
}

function isUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value !== "object" || value === null || Object.values(value).every(isWellFormed);
}
