import type { Locale } from "../../../lib/locale.ts";
import type { PersonId } from "../api/people.ts";
import { tooMuch } from "../people/person-pace.ts";
import type { ConsoleRoutesDeps } from "./deps.ts";
import type { Refusal } from "./refusal.ts";

/** Counts what a person does (`PersonPace.act`). The refusal if it is too much for a minute. */
export function paced(
  { pace, texts }: Pick<ConsoleRoutesDeps, "pace" | "texts">,
  { as, locale }: { readonly as: PersonId; readonly locale: Locale },
  key: string,
  characters: number,
): Refusal | undefined {
  return pace.act(as, key, characters) ? undefined : tooMuch(texts(locale).consoleRoom.tooMuch);
}
