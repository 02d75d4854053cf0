import type { Locale } from "../../../lib/locale.ts";
import type { Actor } from "../../../core/chat/event.ts";
import { displayName, ROLES, type PersonId } from "../api/people.ts";

/** A Console person as the core's `Actor`. */
export function actorOf(id: PersonId, locale: Locale): Actor {
  return { userId: id, displayName: displayName(id), locale, isAdmin: id === "admin", roles: ROLES[id] };
}
