import type { CodeUser, Redeemed } from "../../core/account/linking.ts";
import type { Place } from "../../core/account/membership.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";

/** The person who creates or enters a code. */
export async function codeUserOf(place: Place, context: Pick<CommandContext, "memberships">): Promise<CodeUser> {
  return { ...(await actingOf(place, context)), identity: identityOf(place) };
}

export function identityOf({ conversation, actor }: Place): CodeUser["identity"] {
  const { platform, workspace } = conversation;
  return { platform, workspace, userId: actor.userId };
}

/** Whole minutes until a moment, at least one. */
export function minutesUntil(moment: Date, nowMs: number): number {
  return Math.max(1, Math.ceil((moment.getTime() - nowMs) / 60_000));
}

/** Why a code was refused, and where to get another. `use`: what it was entered for. */
export function refusedCode(
  use: keyof Texts["linking"]["wrongCode"],
  redeemed: Extract<Redeemed, { readonly kind: "wrong" | "full" | "too_many" }>,
  texts: Texts,
  nowMs: number,
): string {
  switch (redeemed.kind) {
    case "wrong":
      return texts.linking.wrongCode[use];
    case "full":
      return texts.linking.listFull;
    case "too_many":
      return texts.linking.tooManyCodes(minutesUntil(redeemed.until, nowMs));
  }
}
