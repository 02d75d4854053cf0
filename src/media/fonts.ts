import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";
import { z } from "zod";

/**
 * Noto Sans SC (SIL Open Font License) from its package, so that texts in Latin, Cyrillic and Chinese script are readable on
 * machines without fonts. It comes in a hundred slices by code points; only those that a text needs are loaded.
 */
export interface Fonts {
  /** The CSS font families for the text; the first ones cover most of it. */
  familiesFor(text: string): string;
  /** The text without characters that would show as boxes: pictographs, which the font lacks. */
  showable(text: string): string;
}

interface Slice {
  readonly family: string;
  readonly file: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const PACKAGE = "@fontsource-variable/noto-sans-sc";
const SliceRanges = z.record(z.string(), z.string());

/** Reads which slice has which characters. Throws when the package is not installed. */
export function openFonts(): Fonts {
  const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  const listed = SliceRanges.parse(JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")));
  const slices = Object.entries(listed).map(([name, ranges]) => sliceOf(folder, name, ranges));
  // Latin first: digits and punctuation are in several slices, and should look alike everywhere.
  slices.sort((a, b) => Number(b.family.endsWith(" latin")) - Number(a.family.endsWith(" latin")));
  const loaded = new Set<Slice>();

  return {
    familiesFor(text) {
      const needed = new Set<Slice>(slices.slice(0, 1));
      for (const character of new Set(text)) {
        const slice = sliceWith(slices, character);
        if (slice) needed.add(slice);
      }
      for (const slice of needed) {
        if (!loaded.has(slice)) GlobalFonts.registerFromPath(slice.file, slice.family);
        loaded.add(slice);
      }
      return [...needed].map((slice) => `"${slice.family}"`).join(", ");
    },
    showable(text) {
      return text
        .replaceAll(
          /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic}|\ufe0f)*/gu,
          (found) => (sliceWith(slices, found[0] ?? "") && found.length === 1 ? found : ""),
        )
        .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, " ")
        .replaceAll(/\s+/g, " ")
        .trim();
    },
  };
}

function sliceOf(folder: string, name: string, ranges: string): Slice {
  const id = name.replaceAll(/[[\]]/g, "");
  return {
    family: `Easel ${id}`,
    file: join(folder, "files", `noto-sans-sc-${id}-wght-normal.woff2`),
    ranges: ranges.split(",").map((range) => {
      const [from = "", to = from] = range.replace(/^U\+/i, "").split("-");
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  };
}

function sliceWith(slices: readonly Slice[], character: string): Slice | undefined {
  const point = character.codePointAt(0) ?? 0;
  return slices.find((slice) => slice.ranges.some(([from, to]) => point >= from && point <= to));
}
