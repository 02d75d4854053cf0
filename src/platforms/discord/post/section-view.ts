import {
  DISCORD_BUTTONS_PER_ROW,
  DISCORD_DESCRIPTION_CHARACTERS,
  DISCORD_LABEL_CHARACTERS,
  DISCORD_NAME_CHARACTERS,
  DISCORD_PLACEHOLDER_CHARACTERS,
  DISCORD_SUGGESTIONS,
  DISCORD_VIEW_CHARACTERS,
  DISCORD_VIEW_COMPONENTS,
} from "../limits.ts";
import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIContainerComponent,
  type APIStringSelectComponent,
  type APIThumbnailComponent,
} from "discord.js";
import {
  cutText,
  escapeText,
  shortened,
  type Button,
  type Menu,
  type Message,
  type OutgoingFile,
  type Section,
} from "../../../core/chat/message.ts";
import { toDiscord } from "./rich-text.ts";
import type { Thumbnails } from "./thumbnails.ts";

/** Easel's colour, at the edge of a view. */
const ACCENT = 0xd3_5c_30;

const STYLES = { primary: ButtonStyle.Primary, secondary: ButtonStyle.Secondary, danger: ButtonStyle.Danger } as const;

/**
 * A view as one container: https://docs.discord.com/developers/components/reference. Views are made to fit. If one doesn't, it
 * loses the lines between its sections, then its last texts are cut and its last sections left out, because Discord would refuse
 * the whole view.
 */
export function viewOf(
  { text, sections = [], menus = [], buttons = [], footer, files = [] }: Message,
  thumbnails: Thumbnails = new Map(),
): APIContainerComponent {
  const cut = cutter(DISCORD_VIEW_CHARACTERS);
  const below = [
    ...shownFiles(files),
    ...menus.map(menuRow),
    ...rowsOf(buttons),
    ...textOf(footer === undefined ? "" : cut(smallPrint(footer))),
  ];
  const shown: APIComponentInContainer[] = textOf(cut(toDiscord(text)));
  const parts = sections.map((section) => sectionOf(section, cut, thumbnails.get(section)));
  let room = DISCORD_VIEW_COMPONENTS - 1 - countOf([...shown, ...below]);
  const areSetOff = countOf(parts.flat()) + parts.length <= room;
  for (const part of parts) {
    const line: APIComponentInContainer[] =
      areSetOff && shown.length > 0 && part.length > 0 ? [{ type: ComponentType.Separator }] : [];
    room -= countOf([...line, ...part]);
    if (room < 0) break;
    shown.push(...line, ...part);
  }
  return { type: ComponentType.Container, accent_color: ACCENT, components: [...shown, ...below] };
}

/** Buttons in rows of five. */
export function rowsOf(buttons: readonly Button[]): APIActionRowComponent<APIButtonComponentWithCustomId>[] {
  return Array.from({ length: Math.ceil(buttons.length / DISCORD_BUTTONS_PER_ROW) }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: buttons.slice(row * DISCORD_BUTTONS_PER_ROW, (row + 1) * DISCORD_BUTTONS_PER_ROW).map(buttonOf),
  }));
}

/** The ids of the buttons and menus in a message's components, in order. */
export function customIdsIn(component: unknown): string[] {
  if (Array.isArray(component)) return component.flatMap(customIdsIn);
  if (typeof component !== "object" || component === null) return [];
  const own = "custom_id" in component && typeof component.custom_id === "string" ? [component.custom_id] : [];
  const inner = "components" in component ? customIdsIn(component.components) : [];
  return [...own, ...inner, ...("accessory" in component ? customIdsIn(component.accessory) : [])];
}

/** Uploaded files: pictures in a gallery, others by name. Discord shows only those that a view refers to. */
function shownFiles(files: readonly OutgoingFile[]): APIComponentInContainer[] {
  const [pictures, others] = [true, false].map((isPicture) =>
    files.filter(({ mimeType }) => mimeType.startsWith("image/") === isPicture),
  );
  const items = (pictures ?? []).map(({ name, description }) => ({
    media: { url: `attachment://${name}` },
    description: shortened(description, DISCORD_DESCRIPTION_CHARACTERS) || null,
  }));
  return [
    ...(items.length === 0 ? [] : [{ type: ComponentType.MediaGallery as const, items }]),
    ...(others ?? []).map(({ name }) => ({ type: ComponentType.File as const, file: { url: `attachment://${name}` } })),
  ];
}

/** A picture, or else a single button, is shown next to the text. Other buttons follow below it. */
function sectionOf(
  { heading, text, link, facts, thumbnail, buttons = [] }: Section,
  cut: Cut,
  address: string | undefined,
): APIComponentInContainer[] {
  const lines = [
    heading === undefined ? "" : `### ${toDiscord(heading).replaceAll("\n", " ")}`,
    toDiscord(text ?? ""),
    link ? `[${toDiscord(escapeText(link.label))}](${link.url})` : "",
    facts === undefined ? "" : smallPrint(facts),
  ];
  const content = textOf(cut(lines.filter((line) => line !== "").join("\n")));
  if (address !== undefined && content.length > 0) {
    const picture: APIThumbnailComponent = {
      type: ComponentType.Thumbnail,
      media: { url: address },
      description: shortened(thumbnail?.description ?? "", DISCORD_DESCRIPTION_CHARACTERS) || null,
    };
    return [
      { type: ComponentType.Section, components: content, accessory: picture },
      ...rowsOf(buttons.slice(0, DISCORD_BUTTONS_PER_ROW)),
    ];
  }
  const [only, ...others] = buttons.slice(0, DISCORD_BUTTONS_PER_ROW);
  if (only === undefined || others.length > 0 || content.length === 0) {
    return [...content, ...rowsOf(buttons.slice(0, DISCORD_BUTTONS_PER_ROW))];
  }
  return [{ type: ComponentType.Section, components: content, accessory: buttonOf(only) }];
}

function smallPrint(text: string): string {
  return `-# ${toDiscord(text).replaceAll("\n", " ")}`;
}

/** Discord refuses an empty text display. */
function textOf(content: string): { readonly type: ComponentType.TextDisplay; readonly content: string }[] {
  return content.trim() === "" ? [] : [{ type: ComponentType.TextDisplay, content }];
}

function menuRow({ id, label, choices }: Menu): APIActionRowComponent<APIStringSelectComponent> {
  const options = choices.slice(0, DISCORD_SUGGESTIONS).map((choice) => ({
    label: shortened(choice.label, DISCORD_NAME_CHARACTERS),
    value: choice.id,
    ...(choice.isChosen ? { default: true } : {}),
  }));
  const placeholder = shortened(label, DISCORD_PLACEHOLDER_CHARACTERS);
  return {
    type: ComponentType.ActionRow,
    components: [{ type: ComponentType.StringSelect, custom_id: `menu:${id}`, placeholder, options }],
  };
}

function buttonOf({ id, label, style }: Button): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: STYLES[style],
    label: shortened(label, DISCORD_LABEL_CHARACTERS),
    custom_id: id,
  };
}

type Cut = (text: string) => string;

/** Cuts texts that together exceed the length, the last ones first. */
function cutter(maxLength: number): Cut {
  let left = maxLength;
  return (text) => {
    const shown = left === 0 ? "" : cutText(text, left);
    left -= shown.length;
    return shown;
  };
}

/** Discord counts components at every level. */
function countOf(components: readonly APIComponentInContainer[]): number {
  return components.reduce((sum, component) => {
    const inner = "components" in component ? component.components.length : 0;
    return sum + 1 + inner + ("accessory" in component ? 1 : 0);
  }, 0);
}
