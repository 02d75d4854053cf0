import { z } from "zod";

/** The components of messages: https://docs.discord.com/developers/components/reference. Only those that Easel uses. */
export const CustomId = z.string().min(1).max(100);
/** Discord strips white space around a text, and refuses a text that is then empty. */
export const Words = z.string().refine((text) => text.trim() !== "", "This field is required");

const Button = z.strictObject({
  type: z.literal(2),
  id: z.int().optional(),
  style: z.int().min(1).max(4),
  label: Words.max(80),
  custom_id: CustomId,
  disabled: z.boolean().optional(),
});

const MenuOption = z.strictObject({
  label: Words.max(100),
  value: z.string().min(1).max(100),
  description: Words.max(100).optional(),
  default: z.boolean().optional(),
});

/** The options of a string select, in messages and in modals. */
export const MenuOptions = z
  .array(MenuOption)
  .min(1)
  .max(25)
  .refine((options) => isUnique(options.map(({ value }) => value)), "duplicate value");

const Menu = z
  .strictObject({
    type: z.literal(3),
    id: z.int().optional(),
    custom_id: CustomId,
    placeholder: Words.max(150).optional(),
    min_values: z.literal(1).optional(),
    max_values: z.literal(1).optional(),
    disabled: z.boolean().optional(),
    options: MenuOptions,
  })
  .refine(({ options }) => options.filter((option) => option.default).length <= 1, "defaults");

/** Up to five buttons, or one menu. */
const ActionRow = z.strictObject({
  type: z.literal(1),
  id: z.int().optional(),
  components: z.union([z.array(Button).min(1).max(5), z.tuple([Menu])]),
});

/** The components of a message without `IS_COMPONENTS_V2`. */
export const Rows = z
  .array(ActionRow)
  .max(5)
  .refine((rows) => isUnique(pressablesIn(rows).map(({ customId }) => customId)), "duplicate custom_id");

const TextDisplay = z.strictObject({ type: z.literal(10), id: z.int().optional(), content: Words });

/** A picture next to a section's texts. Discord loads it from its address. */
const Thumbnail = z.strictObject({
  type: z.literal(11),
  id: z.int().optional(),
  media: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2_048) }),
  description: Words.max(1_024).nullish(),
  spoiler: z.boolean().optional(),
});

/** The address of a file of the same message. */
const Attached = z.string().regex(/^attachment:\/\/[\w.-]{1,200}$/);

/** Pictures: https://docs.discord.com/developers/components/reference#media-gallery */
const MediaGallery = z.strictObject({
  type: z.literal(12),
  id: z.int().optional(),
  items: z
    .array(
      z.strictObject({
        media: z.strictObject({ url: Attached }),
        description: Words.max(1_024).nullish(),
        spoiler: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(10),
});

/** A file that is not shown: https://docs.discord.com/developers/components/reference#file */
const AttachedFile = z.strictObject({
  type: z.literal(13),
  id: z.int().optional(),
  file: z.strictObject({ url: Attached }),
  spoiler: z.boolean().optional(),
});

const Section = z.strictObject({
  type: z.literal(9),
  id: z.int().optional(),
  components: z.array(TextDisplay).min(1).max(3),
  accessory: z.union([Button, Thumbnail]),
});

const Separator = z.strictObject({
  type: z.literal(14),
  id: z.int().optional(),
  divider: z.boolean().optional(),
  spacing: z.union([z.literal(1), z.literal(2)]).optional(),
});

const Container = z.strictObject({
  type: z.literal(17),
  id: z.int().optional(),
  accent_color: z.int().min(0).max(0xff_ff_ff).nullish(),
  spoiler: z.boolean().optional(),
  components: z
    .array(z.discriminatedUnion("type", [ActionRow, TextDisplay, Section, Separator, MediaGallery, AttachedFile]))
    .min(1),
});

/** The components of a message with `IS_COMPONENTS_V2`: 40 at every level together, with 4,000 characters of text. */
export const ViewComponents = z
  .array(
    z.discriminatedUnion("type", [ActionRow, TextDisplay, Section, Separator, MediaGallery, AttachedFile, Container]),
  )
  .min(1)
  .refine((all) => isUnique(pressablesIn(all).map(({ customId }) => customId)), "duplicate custom_id")
  .refine((all) => countOf(all) <= 40, "more than 40 components")
  .refine((all) => textsIn(all).join("").length <= 4_000, "more than 4000 characters");

/** A button, or a menu with its options. */
export interface Pressable {
  readonly customId: string;
  /** A button's label, or a menu's placeholder. */
  readonly label: string;
  readonly options?: readonly { readonly label: string; readonly value: string; readonly isDefault: boolean }[];
}

/** The buttons and menus in components, in order. */
export function pressablesIn(component: unknown): Pressable[] {
  const { type, custom_id: customId, label, placeholder, options } = recordOf(component);
  if (type === 2) return [{ customId: String(customId), label: String(label) }];
  if (type === 3 && Array.isArray(options)) {
    const shown = z.array(MenuOption).parse(options);
    const read = shown.map(({ label: text, value, default: isDefault = false }) => ({ label: text, value, isDefault }));
    return [{ customId: String(customId), label: String(placeholder), options: read }];
  }
  return innerOf(component).flatMap(pressablesIn);
}

/** The texts in components, in order. */
export function textsIn(component: unknown): string[] {
  const { type, content } = recordOf(component);
  return type === 10 ? [String(content)] : innerOf(component).flatMap(textsIn);
}

/** The names of the message's own files that components show, in order. */
export function filesIn(component: unknown): string[] {
  const { type, items, file } = recordOf(component);
  const shown =
    type === 12 && Array.isArray(items) ? items.map((item) => recordOf(recordOf(item)["media"])["url"]) : [];
  const named = type === 13 ? [recordOf(file)["url"]] : [];
  const own = [...shown, ...named].map((url) => String(url).replace("attachment://", ""));
  return [...own, ...innerOf(component).flatMap(filesIn)];
}

function countOf(component: unknown): number {
  const own = Array.isArray(component) ? 0 : 1;
  return innerOf(component).reduce<number>((sum, inner) => sum + countOf(inner), own);
}

/** A component's children. In a section, the button follows the texts. */
function innerOf(component: unknown): readonly unknown[] {
  if (Array.isArray(component)) return component;
  const { components, accessory } = recordOf(component);
  return [...(Array.isArray(components) ? components : []), ...(accessory === undefined ? [] : [accessory])];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function isUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
