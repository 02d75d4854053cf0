import type { Locale } from "../../../lib/locale.ts";
import { consolePageTexts } from "./console-page.ts";

/** Why the server refused something, in the reader's language. `message` is the server's own sentence. */
export function consoleFailureText(code: string, message: string, locale: Locale): string {
  const known: Readonly<Record<string, string>> = consolePageTexts(locale).failures;
  return Object.hasOwn(known, code) ? (known[code] ?? message) : message;
}
