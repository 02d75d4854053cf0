import { escapeText, shortened } from "../../core/chat/message.ts";
import { labelled } from "../../text/render/failures.ts";
import type { Texts } from "../../text/texts.ts";
import type { Locale } from "../../lib/locale.ts";

/** Characters of a page as light Markdown. The adapters add some: Discord takes 4,000 of a view, Slack 3,000 of a block. */
const RECIPE_PAGE_CHARACTERS = 2_400;
/** Of a prompt whose whole is on the last pages. */
const EXCERPT_CHARACTERS = 600;

/** What a recipe says. Everything but the prompt is lines of light Markdown. */
export interface RecipeParts {
  /** The earlier steps. */
  readonly before: readonly string[];
  /** As it was written. */
  readonly prompt: string;
  readonly facts: readonly string[];
}

/**
 * The pages of a recipe, at least one. If it fits on one, the earlier steps come first. Otherwise the first page has the
 * beginning of the prompt and the facts, and the last ones have the whole prompt.
 */
export function recipePages({ before, prompt, facts }: RecipeParts, { recipe: say }: Texts, locale: Locale): string[] {
  const promptLine = (text: string): string => labelled(say.prompt, escapeText(text), locale);
  const onePage = [...before, promptLine(prompt), ...facts].join("\n");
  if (onePage.length <= RECIPE_PAGE_CHARACTERS) return [onePage];
  const isLong = prompt.length > EXCERPT_CHARACTERS;
  const first = isLong ? [promptLine(shortened(prompt, EXCERPT_CHARACTERS)), say.wholePrompt] : [promptLine(prompt)];
  return [...linePages([...first, ...facts, ...before]), ...(isLong ? textPages(prompt) : [])];
}

function linePages(lines: readonly string[]): string[] {
  const pages: string[] = [];
  for (const line of lines) {
    // Without half an escape sequence at the end.
    const shown = shortened(line, RECIPE_PAGE_CHARACTERS).replace(/\\+…$/, "…");
    const last = pages.at(-1);
    const fits = last !== undefined && last.length + 1 + shown.length <= RECIPE_PAGE_CHARACTERS;
    if (fits) pages[pages.length - 1] = `${last}\n${shown}`;
    else pages.push(shown);
  }
  return pages;
}

/** Cuts at a space or a line's end if there is one in the second half of a page. */
function textPages(text: string): string[] {
  const pages: string[] = [];
  for (let rest = text; rest !== "";) {
    const room = roomFor(rest);
    const space = rest.length > room ? Math.max(...[" ", "\n"].map((gap) => rest.lastIndexOf(gap, room - 1))) : -1;
    const end = space > room / 2 ? space + 1 : room;
    pages.push(escapeText(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  return pages;
}

/** How much of a text fits on a page once it is escaped. Splits no character. */
function roomFor(text: string): number {
  let room = Math.min(text.length, RECIPE_PAGE_CHARACTERS);
  while (escapeText(text.slice(0, room)).length > RECIPE_PAGE_CHARACTERS) room -= 100;
  return /[\uD800-\uDBFF]/.test(text.charAt(room - 1)) && room < text.length ? room - 1 : room;
}
