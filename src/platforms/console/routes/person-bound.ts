import { boundOf, type BoundKey } from "../../../core/account/bounds.ts";
import { rulerOf } from "../../../core/account/policy/check-policy.ts";
import type { Memberships } from "../../../core/account/membership.ts";
import { OWN_TURN, type TurnOf } from "../../../media/fair-queue.ts";
import type { Locale } from "../../../lib/locale.ts";
import { rulerText } from "../../../text/render/policy-problems.ts";
import type { Texts } from "../../../text/en/index.ts";
import { actorOf } from "../people/actor.ts";
import { FIRST_CHANNELS, type PersonId } from "../api/people.ts";
import { conversationOf } from "../people/places.ts";

/** A person's bound in the Console, and who set it, in the person's language. */
export interface PersonBound {
  readonly value: number;
  readonly by: string;
  readonly texts: Texts;
  /** Whose turn the person's work takes: their membership's, or a default one if the Console has no organisation. */
  readonly turnOf: TurnOf;
}

/** A person's bound that does not depend on a channel. */
export async function personBound(
  deps: { readonly memberships: Memberships; readonly texts: (locale: Locale) => Texts },
  key: BoundKey,
  { as, locale }: { readonly as: PersonId; readonly locale: Locale },
): Promise<PersonBound> {
  // The Console has no direct messages, but their policy is the right one here, because it includes no channel's.
  const place = { conversation: conversationOf(FIRST_CHANNELS[0]), isDirect: true, actor: actorOf(as, locale) };
  const membership = await deps.memberships.membershipOf(place);
  const { value, scope } = boundOf(membership?.policy, key);
  const texts = deps.texts(locale);
  return {
    value,
    by: rulerText(rulerOf(scope, membership?.groups ?? []), texts),
    texts,
    turnOf: membership ?? OWN_TURN,
  };
}
