import { z } from "zod";

/** What Discord takes as commands: names, limits and order, unknown fields refused. */
const LOCALES = ["en-US", "en-GB", "zh-CN", "zh-TW", "de", "fr", "ja", "ko", "es-ES", "pt-BR", "ru"] as const;
const ChatName = z
  .string()
  .regex(/^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u)
  .refine((name) => name === name.toLowerCase(), "lower case");
const Description = z.string().min(1).max(100);
const localised = <T extends z.ZodType>(value: T) => z.partialRecord(z.enum(LOCALES), value).optional();

const optionFields = {
  name: ChatName,
  name_localizations: localised(ChatName),
  description: Description,
  description_localizations: localised(Description),
  required: z.boolean().optional(),
};
const Choices = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(100),
      name_localizations: localised(z.string().min(1).max(100)),
      value: z.union([z.string().max(100), z.number()]),
    }),
  )
  .max(25);

const Option = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...optionFields,
      type: z.literal(3),
      choices: Choices.optional(),
      autocomplete: z.boolean().optional(),
      min_length: z.int().min(0).max(6000).optional(),
      max_length: z.int().min(1).max(6000).optional(),
    }),
    z.strictObject({
      ...optionFields,
      type: z.literal(4),
      choices: Choices.optional(),
      autocomplete: z.boolean().optional(),
      min_value: z.int().optional(),
      max_value: z.int().optional(),
    }),
    z.strictObject({ ...optionFields, type: z.literal(5) }),
    z.strictObject({
      ...optionFields,
      type: z.literal(11),
      file_types: z.array(z.string().regex(/^(?:image|video|audio|\.[a-z0-9]+)$/)).optional(),
    }),
  ])
  .refine((option) => !("choices" in option && option.choices && option.autocomplete), "choices and autocomplete");
export type RegisteredOption = z.infer<typeof Option>;

const scope = {
  contexts: z.array(z.int().min(0).max(2)).optional(),
  integration_types: z.array(z.int().min(0).max(1)).optional(),
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
  nsfw: z.boolean().optional(),
};

const ChatCommand = z
  .strictObject({
    ...scope,
    type: z.literal(1).optional(),
    name: ChatName,
    name_localizations: localised(ChatName),
    description: Description,
    description_localizations: localised(Description),
    options: z.array(Option).max(25).optional(),
  })
  .refine(({ options = [] }) => {
    const firstOptional = options.findIndex((option) => !option.required);
    return firstOptional === -1 || options.slice(firstOptional).every((option) => !option.required);
  }, "required options first")
  .refine(({ options = [] }) => new Set(options.map((option) => option.name)).size === options.length, "names twice")
  .refine((command) => charactersOf(command) <= 8000, "8,000 characters at most");

const MessageCommand = z.strictObject({
  ...scope,
  type: z.literal(3),
  name: z.string().min(1).max(32),
  name_localizations: localised(z.string().min(1).max(32)),
});

export const Commands = z
  .array(z.union([MessageCommand, ChatCommand]))
  .max(100)
  .refine((all) => all.filter((one) => one.type === 3).length <= 5, "five message commands at most");
export type RegisteredCommand = z.infer<typeof Commands>[number];

/** Names, descriptions and values of a command in its longest language. */
function charactersOf(command: {
  readonly name: string;
  readonly description: string;
  readonly options?: readonly RegisteredOption[] | undefined;
}): number {
  const longest = (text: string, others?: Partial<Record<string, string>>): number =>
    Math.max(text.length, ...Object.values(others ?? {}).map((other) => other?.length ?? 0));
  const of = (part: {
    name: string;
    description: string;
    name_localizations?: Partial<Record<string, string>> | undefined;
    description_localizations?: Partial<Record<string, string>> | undefined;
  }): number => longest(part.name, part.name_localizations) + longest(part.description, part.description_localizations);
  const choices = (option: RegisteredOption): number =>
    "choices" in option
      ? (option.choices ?? []).reduce((sum, one) => sum + one.name.length + String(one.value).length, 0)
      : 0;
  return (command.options ?? []).reduce((sum, option) => sum + of(option) + choices(option), of(command));
}
