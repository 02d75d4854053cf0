import { isRetryable } from "../../../lib/errors.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { PersonId } from "../api/people.ts";
import { tooMuch } from "../people/person-rate-limit.ts";
import type { ConsoleRoutesDeps } from "./deps.ts";
import type { Refusal } from "./request-refusal.ts";

/** Counts a person's action (`PersonRateLimit.act`) and performs it. Returns a refusal if it exceeds the limits per minute. */
export async function paced<T>(
  { pace, texts }: Pick<ConsoleRoutesDeps, "pace" | "texts">,
  { as, locale }: { readonly as: PersonId; readonly locale: Locale },
  key: string,
  characters: number,
  act: () => Promise<T>,
): Promise<Refusal | T> {
  const counted = pace.act(as, key, characters);
  if (!counted) return tooMuch(texts(locale).consoleRoom.tooMuch);
  try {
    return await act();
  } catch (error) {
    // The page repeats the action.
    if (isRetryable(error)) counted.notTaken();
    throw error;
  }
}
