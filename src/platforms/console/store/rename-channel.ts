import { and, eq } from "drizzle-orm";
import type { Change } from "../../../core/account/policy/policy-store.ts";
import type { Database } from "../../../db/connection.ts";
import { consoleChannels } from "../../../db/schema/console.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import type { ChannelRecords } from "../../channel-records.ts";
import type { ChannelView } from "../api/api.ts";
import { conversationOf } from "../people/places.ts";
import { CHANNEL, findChannel, freeName, IS_OPEN, viewChannel } from "./channel-names.ts";
import { deleteRemovedMessages } from "./removed-messages.ts";
import { nextRevision } from "./revision.ts";

/**
 * `unknown` means that there is no such channel. `exists` carries the current name of the channel that has the new name or was
 * created with it.
 */
export type Renamed =
  | { readonly kind: "renamed"; readonly channel: ChannelView }
  | { readonly kind: "unknown" }
  | { readonly kind: "exists"; readonly name: string };

/**
 * Renames a channel for everyone. Its id stays, so links to it and to its messages keep working.
 * @param change who renames it, for the audit. Undefined if the Console has no organisation yet.
 */
export async function renameChannel(
  deps: { readonly db: Database; readonly records: ChannelRecords },
  id: string,
  name: string,
  change: Change | undefined,
): Promise<Renamed> {
  const { db, records } = deps;
  // Check first, because taking a revision makes the whole Console wait.
  const [now] = await db.run((queries) => queries.select(CHANNEL).from(consoleChannels).where(isThat(id)));
  if (!now) return { kind: "unknown" };
  if (now.name === name) return { kind: "renamed", channel: viewChannel(now) };
  // The channel may have opened again after its removal. The rename clears `removedAt`, so messages from before the removal must
  // go first.
  await deleteRemovedMessages(db, id);
  return db.transaction(async (transaction): Promise<Renamed> => {
    const revision = await nextRevision(transaction);
    const [before] = await transaction.select(CHANNEL).from(consoleChannels).where(isThat(id));
    if (!before) return { kind: "unknown" };
    const other = await findChannel(transaction, name);
    if (other && other.id !== id) return { kind: "exists", name: other.name };
    await freeName(transaction, name);
    await transaction
      .update(consoleChannels)
      .set({ name: name === id ? null : name, revision, removedAt: null })
      .where(eq(consoleChannels.id, id));
    if (change) {
      await records.renamed(transaction, change, conversationOf(id), { before: before.name, after: name });
    }
    return { kind: "renamed", channel: viewChannel({ ...before, name, revision }) };
  }, DATABASE_BACKGROUND_CALL_MS);
}

function isThat(id: string) {
  return and(eq(consoleChannels.id, id), IS_OPEN);
}
