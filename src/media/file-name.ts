import type { FileType } from "./file-type.ts";

/** File names are shown, and become part of links. */
export const FILE_NAME_CHARACTERS = 100;

/**
 * A member's file name, corrected for storage: no folders, no control characters, short, and with the right extension for its
 * bytes.
 */
export function correctedName(name: string, type: FileType): string {
  const base = plainName(name);
  const dot = base.lastIndexOf(".");
  const ending = base.slice(dot + 1).toLowerCase();
  if (dot > 0 && type.extensions.includes(ending)) return shortStem(base.slice(0, dot), base.slice(dot));
  // An ending without a letter is part of a date or a version rather than a type.
  const stem = dot > 0 && /^(?=.*[a-z])[a-z0-9]{1,5}$/.test(ending) ? base.slice(0, dot) : base;
  return shortStem(stem, `.${type.extensions[0]}`);
}

/** The last part of a path, on one line, without characters that change how the rest is read; never empty. */
export function plainName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^\.+/, "");
  return plain === "" ? "file" : shortStem(plain, "");
}

/**
 * A name for a URL: lower-case ASCII letters, digits and hyphens, without the extension. Returns `fallback` if nothing
 * is left.
 */
export function addressName(name: string, fallback: string): string {
  const stem = name.replace(/\.[^.]*$/, "");
  const safe = stem
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, FILE_NAME_CHARACTERS / 2)
    .replaceAll(/^-+|-+$/g, "");
  return safe === "" ? fallback : safe;
}

function shortStem(stem: string, ending: string): string {
  const characters = Array.from(stem);
  const room = FILE_NAME_CHARACTERS - ending.length;
  return `${characters.length > room ? characters.slice(0, room).join("") : stem}${ending}`;
}
