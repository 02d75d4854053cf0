import { answer, unfit, type Reply } from "../reply.ts";
import type { Key } from "../../core/account/keys/key.ts";
import { escapeText } from "../../core/chat/message.ts";
import { folded } from "../../core/request/read-text.ts";
import { nearest } from "../../core/request/nearest.ts";
import { shown } from "../../text/render/shown.ts";
import type { Texts } from "../../text/texts.ts";
import type { OptionValues } from "../parse/parse.ts";

/**
 * Finds a key by name, or the answer otherwise; `none` is the answer if there are no keys at all. Full-width variants of a name
 * look identical and members choose key names, so a look-alike match counts only if it is unambiguous.
 */
export function findKey(
  given: OptionValues[string] | undefined,
  keys: readonly Key[],
  texts: Texts,
  none: string = texts.keys.none,
): { readonly ok: true; readonly key: Key } | { readonly ok: false; readonly reply: Reply } {
  const written = String(given ?? "").trim();
  const wanted = folded(written);
  const alike = keys.filter(({ name }) => folded(name) === wanted);
  const exact = alike.find(({ name }) => name.toLowerCase() === written.toLowerCase());
  const key = exact ?? (alike.length === 1 ? alike[0] : undefined);
  if (key) return { ok: true, key };
  const names = keys.map(({ name }) => name);
  const say = texts.keys;
  if (names.length === 0) return { ok: false, reply: answer(none) };
  const listed = listedNames(keys);
  if (alike.length > 0) return { ok: false, reply: unfit("key", say.which(listedNames(alike))) };
  if (wanted === "") return { ok: false, reply: unfit("key", say.which(listed)) };
  const near = nearest(wanted, names);
  return { ok: false, reply: unfit("key", say.noSuchKey(shown(wanted), near && escapeText(near), listed)) };
}

function listedNames(keys: readonly Key[]): string {
  return keys.map(({ name }) => escapeText(name)).join(", ");
}

/** The keys that belong to a member. */
export function keysOf(accountId: string, keys: readonly Key[]): readonly Key[] {
  return keys.filter(({ scope }) => scope.kind === "account" && scope.id === accountId);
}
