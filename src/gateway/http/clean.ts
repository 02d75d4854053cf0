/** Nesting of what is kept of the gateway's opaque objects (`usage`). */
const OPAQUE_DEPTH = 16;

/**
 * Text as Postgres can keep it and people can read it: without NUL and other control characters but line breaks and tabs,
 * without half surrogate pairs, and of at most `maxCharacters`.
 */
export function cleanText(text: string, maxCharacters: number): string {
  return storable(text.slice(0, maxCharacters));
}

/**
 * An object whose fields are not documented, as it can be kept: JSON values only, texts storable, and nothing nested deeper
 * than 16 levels.
 */
export function cleanOpaque(value: unknown): unknown {
  return cleanAt(value, 0);
}

/** What the gateway sent, without our key: some services repeat it in their messages, and those reach the log and people. */
export function withoutKey(text: string, apiKey: string): string {
  return apiKey.length < 8 ? text : text.replaceAll(apiKey, "[key]");
}

function cleanAt(value: unknown, depth: number): unknown {
  if (typeof value === "string") return storable(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= OPAQUE_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((item) => cleanAt(item, depth + 1) ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), cleanAt(item, depth + 1)]));
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]/gu, "");
}
