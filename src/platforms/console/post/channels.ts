import { asc, eq } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleChannels } from "../../../db/schema/console.ts";
import type { ChannelView } from "../api/api.ts";
import { FIRST_CHANNELS } from "../api/people.ts";
import { nextRevision } from "./revision.ts";

/** Makes a channel; undefined when there is one of that name already. */
export async function addChannel(db: Database, id: string): Promise<ChannelView | undefined> {
  return db.transaction(async (transaction) => {
    const revision = await nextRevision(transaction);
    const [made] = await transaction
      .insert(consoleChannels)
      .values({ id, revision })
      .onConflictDoNothing()
      .returning({ id: consoleChannels.id, revision: consoleChannels.revision });
    return made;
  });
}

/** Makes the channels that the Console begins with, where they are missing. */
export async function addFirstChannels(db: Database): Promise<void> {
  const known = new Set((await listChannels(db)).map((channel) => channel.id));
  for (const id of FIRST_CHANNELS) {
    if (!known.has(id)) await addChannel(db, id);
  }
}

/** All channels, in the order they were made. */
export async function listChannels(db: Database): Promise<ChannelView[]> {
  return db.run((queries) =>
    queries
      .select({ id: consoleChannels.id, revision: consoleChannels.revision })
      .from(consoleChannels)
      .orderBy(asc(consoleChannels.revision)),
  );
}

export interface KnownChannels {
  have(id: string): Promise<boolean>;
}

/** Whether there is a channel. One that was once there stays, so it is asked for once. */
export function knownChannels(db: Database): KnownChannels {
  const known = new Set<string>();
  return {
    async have(id) {
      if (known.has(id)) return true;
      const rows = await db.run((queries) =>
        queries.select({ id: consoleChannels.id }).from(consoleChannels).where(eq(consoleChannels.id, id)),
      );
      if (rows.length > 0) known.add(id);
      return rows.length > 0;
    },
  };
}
