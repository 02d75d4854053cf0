import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import type { Queries } from "../../../db/queries.ts";
import { consoleChannels } from "../../../db/schema/console.ts";
import { encodeConversation } from "../../../core/chat/conversation.ts";
import type { ChannelView } from "../api/api.ts";
import { CHANNEL, IS_OPEN, viewChannel } from "./channel-names.ts";
import type { Change } from "../../../core/account/policy/policy-store.ts";
import type { ChannelRecords } from "../../channel-records.ts";
import { isOpen } from "./channel-store.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import { FIRST_CHANNELS, type PersonId } from "../api/people.ts";
import { conversationOf } from "../people/places.ts";
import { deleteRemovedMessages } from "./removed-messages.ts";
import { nextRevision } from "./revision.ts";

/**
 * How many removed channels of each person keep their row, most recent first. The row reports the removal to pages, and lets late
 * results open the channel again.
 */
export const REMOVED_CHANNELS_KEPT = 100;
/** A channel keeps its row for at least this long after its removal: someone who still saw it may be sending a message. */
const REMOVED_KEPT_MS = 60_000;

/**
 * `unknown` means that there is no such channel. `kept` means that it is an initial channel. `not_yours` means that only its
 * creator or an admin may remove it, `ruled` that only an admin may, because admins have set something for it. `admin_channel`
 * means that admins are asked for approvals there. `busy` carries the number of unfinished requests.
 */
export type Removed =
  | { readonly kind: "removed"; readonly channel: ChannelView }
  | { readonly kind: "unknown" | "kept" | "not_yours" | "ruled" | "admin_channel" }
  | { readonly kind: "busy"; readonly requests: number };

/**
 * Removes a channel with all its messages and their stars, and with its rules, quotas, pause and presets. A channel with an
 * unfinished request is kept, because nobody would see the result. A message that arrives at the same moment is not lost, because
 * it opens the channel again.
 */
export async function removeChannel(
  deps: { readonly db: Database; readonly records: ChannelRecords },
  id: string,
  by: {
    readonly id: PersonId;
    readonly isAdmin: boolean;
    /** Undefined if the Console has no organisation yet. Then nothing is set for its channels. */
    readonly change: Change | undefined;
  },
): Promise<Removed> {
  const { db, records } = deps;
  if (FIRST_CHANNELS.some((first) => first === id)) return { kind: "kept" };
  // Check first, because taking a revision makes the whole Console wait.
  if (!(await isOpen(db, id))) {
    // An earlier removal may have been interrupted.
    await deleteRemovedMessages(db, id);
    return { kind: "unknown" };
  }
  const outcome = await db.transaction(async (transaction): Promise<Removed> => {
    const revision = await nextRevision(transaction);
    const [channel] = await transaction
      .select(CHANNEL)
      .from(consoleChannels)
      .where(and(eq(consoleChannels.id, id), IS_OPEN));
    if (!channel) return { kind: "unknown" };
    if (!by.isAdmin && channel.createdBy !== by.id) return { kind: "not_yours" };
    const place = conversationOf(id);
    const use = by.change && (await records.use(transaction, by.change.organisationId, place));
    if (use?.isAdminChannel) return { kind: "admin_channel" };
    if (use?.isRuled && !by.isAdmin) return { kind: "ruled" };
    const [open] = await transaction.execute<{ requests: number }>(sql`
      select count(*)::integer as requests from batches
      where conversation = ${encodeConversation(place)} and closed_at is null`);
    if (open && open.requests > 0) return { kind: "busy", requests: open.requests };
    await transaction
      .update(consoleChannels)
      .set({ removedAt: sql`now()`, revision })
      .where(eq(consoleChannels.id, id));
    await transaction.execute(sql`delete from stars where channel = ${encodeConversation(place)}`);
    if (by.change) await records.removed(transaction, by.change, place, channel.name);
    if (channel.createdBy !== null) await forgetRemoved(transaction, channel.createdBy);
    return { kind: "removed", channel: { ...viewChannel({ ...channel, revision }), removed: true } };
  }, DATABASE_BACKGROUND_CALL_MS);
  // Deleted after the transaction, because the whole Console waits while it holds the counter. Files are deleted with their
  // messages.
  if (outcome.kind === "removed") await deleteRemovedMessages(db, id);
  return outcome;
}

/**
 * Deletes the rows of a person's older removed channels. The counter's row must be locked, so no message is being
 * written at the same time.
 */
async function forgetRemoved(transaction: Queries, createdBy: string): Promise<void> {
  await transaction.execute(sql`
    delete from console_channels channel
    where removed_at < now() - ${REMOVED_KEPT_MS}::float8 * interval '1 millisecond'
      and id in (
        select id from console_channels
        where created_by = ${createdBy} and removed_at is not null
        order by removed_at desc offset ${REMOVED_CHANNELS_KEPT}
      )
      and not exists (select from console_messages message where message.channel_id = channel.id)`);
}
