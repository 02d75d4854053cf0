/** How deep the gateway's opaque objects (`usage`) may be nested when stored. */
const OPAQUE_DEPTH = 16;

/**
 * Text that Postgres can store and people can read: without NUL and other control characters except line breaks and tabs,
 * without half surrogate pairs, and of at most `maxCharacters`.
 */
export function cleanText(text: string, maxCharacters: number): string {
  return storable(text.slice(0, maxCharacters));
}

/** An object with undocumented fields, made storable: JSON values and clean texts only, at most 16 levels deep. */
export function cleanOpaque(value: unknown): unknown {
  return cleanAt(value, 0);
}

/** Removes our key from the gateway's text. Some services repeat it in messages, which are logged and shown. */
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
