import { boundOf, type BoundKey } from "../../../core/account/bounds.ts";
import { rulerOf } from "../../../core/account/policy/check-policy.ts";
import type { Memberships } from "../../../core/account/membership.ts";
import type { Locale } from "../../../lib/locale.ts";
import { rulerText } from "../../../text/render/policy-problems.ts";
import type { Texts } from "../../../text/en/index.ts";
import { actorOf } from "../people/actor.ts";
import { FIRST_CHANNELS, type PersonId } from "../api/people.ts";
import { conversationOf } from "../people/places.ts";

/** A bound of a person in the Console, and who says so in their language. */
export interface PersonBound {
  readonly value: number;
  readonly by: string;
  readonly texts: Texts;
}

/** The bound of a person that is about no channel in particular. */
export async function personBound(
  deps: { readonly memberships: Memberships; readonly texts: (locale: Locale) => Texts },
  key: BoundKey,
  { as, locale }: { readonly as: PersonId; readonly locale: Locale },
): Promise<PersonBound> {
  // The rules of direct messages, of which the Console has none: those of a channel are not meant.
  const place = { conversation: conversationOf(FIRST_CHANNELS[0]), isDirect: true, actor: actorOf(as, locale) };
  const membership = await deps.memberships.membershipOf(place);
  const { value, scope } = boundOf(membership?.policy, key);
  const texts = deps.texts(locale);
  return { value, by: rulerText(rulerOf(scope, membership?.groups ?? []), texts), texts };
}
