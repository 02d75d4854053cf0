import type { Locale } from "../../text/locale.ts";
import type { Actor } from "../event.ts";
import { displayName, ROLES, type PersonId } from "./people.ts";

/** A person of the Console as the core knows people. */
export function actorOf(id: PersonId, locale: Locale): Actor {
  return { userId: id, displayName: displayName(id), locale, isAdmin: id === "admin", roles: ROLES[id] };
}
