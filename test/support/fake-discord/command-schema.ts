import { z } from "zod";

/** What Discord accepts as commands: names, limits and order. Refuses unknown fields. */
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
  .max(25)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, "choices' names twice")
  .refine((all) => new Set(all.map(({ value }) => value)).size === all.length, "choices' values twice");

const Basic = z
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
    z.strictObject({ ...optionFields, type: z.literal(6) }),
    z.strictObject({ ...optionFields, type: z.literal(7), channel_types: z.array(z.int()).optional() }),
    z.strictObject({ ...optionFields, type: z.literal(8) }),
    z.strictObject({
      ...optionFields,
      type: z.literal(11),
      file_types: z.array(z.string().regex(/^(?:image|video|audio|\.[a-z0-9]+)$/)).optional(),
    }),
  ])
  .refine((option) => !("choices" in option && option.choices && option.autocomplete), "choices and autocomplete");
export type RegisteredOption = z.infer<typeof Basic>;

const requiredFirst = (options: readonly { readonly required?: boolean | undefined }[]): boolean => {
  const firstOptional = options.findIndex((option) => !option.required);
  return firstOptional === -1 || options.slice(firstOptional).every((option) => !option.required);
};
interface Named {
  readonly name: string;
  readonly name_localizations?: Partial<Record<string, string>> | undefined;
}
/**
 * In each language, a name must differ from the others' names in that language and from their default names:
 * https://docs.discord.com/developers/interactions/application-commands#localization
 */
const namedOnce = (options: readonly Named[]): boolean =>
  [undefined, ...LOCALES].every((locale) =>
    options.every((option) => {
      const name = shownIn(option, locale);
      return options.every((other) => other === option || (other.name !== name && shownIn(other, locale) !== name));
    }),
  );
const shownIn = ({ name, name_localizations: others }: Named, locale: string | undefined): string =>
  (locale === undefined ? undefined : others?.[locale]) ?? name;
const Basics = z.array(Basic).max(25).refine(requiredFirst, "required options first").refine(namedOnce, "names twice");

const partFields = {
  name: ChatName,
  name_localizations: localised(ChatName),
  description: Description,
  description_localizations: localised(Description),
};
const Subcommand = z.strictObject({ ...partFields, type: z.literal(1), options: Basics.optional() });
const Group = z.strictObject({
  ...partFields,
  type: z.literal(2),
  options: z.array(Subcommand).min(1).max(25).refine(namedOnce, "names twice"),
});
/** Either options, or commands and groups of commands, never both; a group contains no groups. */
const Below = z.union([
  Basics,
  z
    .array(z.union([Subcommand, Group]))
    .min(1)
    .max(25)
    .refine(namedOnce, "names twice"),
]);
type Part = RegisteredOption | z.infer<typeof Subcommand> | z.infer<typeof Group>;

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
    options: Below.optional(),
  })
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
  .refine((all) => [1, 3].every((type) => namedOnce(all.filter((one) => (one.type ?? 1) === type))), "names twice")
  .refine((all) => all.filter((one) => one.type === 3).length <= 5, "five message commands at most");
export type RegisteredCommand = z.infer<typeof Commands>[number];

/** The options of a command with this full name; undefined if it can't be picked. */
export function optionsNamed(
  name: string,
  commands: readonly RegisteredCommand[],
): readonly RegisteredOption[] | undefined {
  const [first, ...words] = name.split(" ");
  const command = commands.find((one) => one.name === first && one.type !== 3);
  let below: readonly Part[] = command && "options" in command ? (command.options ?? []) : [];
  for (const word of words) {
    const part = below.find((one) => one.name === word && (one.type === 1 || one.type === 2));
    if (!part || !("options" in part)) return undefined;
    below = part.options ?? [];
  }
  const options = below.filter((part) => part.type !== 1 && part.type !== 2);
  // A group of commands can't be sent.
  return command && options.length === below.length ? options : undefined;
}

/** The characters of names, descriptions and values of a command and everything below it, in the longest language. */
function charactersOf(part: {
  readonly name: string;
  readonly name_localizations?: Partial<Record<string, string>> | undefined;
  readonly description: string;
  readonly description_localizations?: Partial<Record<string, string>> | undefined;
  readonly options?: readonly Part[] | undefined;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[] | undefined;
}): number {
  const longest = (text: string, others?: Partial<Record<string, string>>): number =>
    Math.max(text.length, ...Object.values(others ?? {}).map((other) => other?.length ?? 0));
  const choices = (part.choices ?? []).reduce((sum, one) => sum + one.name.length + String(one.value).length, 0);
  const own = longest(part.name, part.name_localizations) + longest(part.description, part.description_localizations);
  return (part.options ?? []).reduce((sum, option) => sum + charactersOf(option), own + choices);
}
