import { sumSpent, type UsageDay, type UsageShare } from "../../core/account/quota/usage.ts";
import { decodeConversation } from "../../core/chat/conversation.ts";
import type { CommandContext } from "../command.ts";
import { maySee, type Reader } from "../files/may-reach.ts";

/** The most places to ask the platform about for one answer, highest usage first. Others count as hidden. */
const PLACES_LOOKED_AT = 50;
/** The table's name for all hidden places. Like the column names, it is the same in every language. */
const HIDDEN_PLACE = "private";

/** Which places of `shares` (usage by channel, highest first) may be named to this admin: those that they can read. */
export async function placesToName(
  shares: readonly UsageShare[],
  reader: Reader,
  context: { readonly platform: Pick<CommandContext["platform"], "mayRead"> },
): Promise<ReadonlySet<string>> {
  const places = shares.slice(0, PLACES_LOOKED_AT).map(({ name }) => name);
  const seen = await Promise.all(
    places.map((place) => maySee({ conversation: decodeConversation(place), requesterId: undefined }, reader, context)),
  );
  return new Set(places.filter((_, index) => seen[index]));
}

/** Usage by day, with one row for all hidden places of a day, member and model. */
export function withoutHiddenPlaces(days: readonly UsageDay[], named: ReadonlySet<string>): readonly UsageDay[] {
  const rows = new Map<string, UsageDay>();
  for (const one of days) {
    const channel = named.has(one.channel) ? one.channel : HIDDEN_PLACE;
    const key = JSON.stringify([one.day, one.accountId, channel, one.model]);
    const before = rows.get(key);
    const { jobs, images, seconds } = before ?? { jobs: 0, images: 0, seconds: 0 };
    const sums = { jobs: jobs + one.jobs, images: images + one.images, seconds: seconds + one.seconds };
    const spent = sumSpent(before ? [before, one] : [one]);
    rows.set(key, { ...one, channel, ...sums, ...(spent ? { spent } : {}) });
  }
  return [...rows.values()];
}
