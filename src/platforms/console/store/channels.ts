import { and, asc, count, eq, not, sql } from "drizzle-orm";
import type { Clock } from "../../../lib/clock.ts";
import { isRetryable } from "../../../lib/errors.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { retryUntilAvailable } from "../../../lib/retry-until-available.ts";
import type { Database } from "../../../db/connection.ts";
import type { Queries } from "../../../db/queries.ts";
import { consoleChannels } from "../../../db/schema/console.ts";
import type { ChannelView } from "../api/api.ts";
import { FIRST_CHANNELS, type PersonId } from "../api/people.ts";
import { deleteRemovedMessages } from "./removed-messages.ts";
import { nextRevision } from "./revision.ts";

/** How long a channel's state is cached. Another process may remove the channel in that time. */
export const CONSOLE_CHANNEL_KNOWN_MS = 2_000;
/** How many states are cached: more channels than are in use at once. People can create and remove any number over time. */
const CONSOLE_CHANNELS_KNOWN = 1_000;

/**
 * Whether a channel is open. A new message in a removed channel opens it again, so a message that arrives at the same
 * moment as the removal is not lost.
 */
export const IS_OPEN = sql<boolean>`(console_channels.removed_at is null or exists (
  select from console_messages message
  where message.channel_id = console_channels.id and message.position > console_channels.revision
))`;

const VIEW = {
  id: consoleChannels.id,
  revision: consoleChannels.revision,
  createdBy: consoleChannels.createdBy,
};

/** `full` carries the number of channels that the person has made, which is also their limit. */
export type Added =
  | { readonly kind: "added"; readonly channel: ChannelView }
  | { readonly kind: "exists" }
  | { readonly kind: "full"; readonly made: number };

/**
 * Creates a channel for a person who may have created at most `most`. The name of a removed channel can be used again
 * for a new one.
 */
export async function addChannel(db: Database, id: string, by: PersonId, most: number): Promise<Added> {
  // Only what will be written is worth the counter, for which the whole Console waits.
  if (await isOpen(db, id)) return { kind: "exists" };
  // Its removal may have been interrupted. A new channel must not show the old one's messages.
  await deleteRemovedMessages(db, id);
  return db.transaction(async (transaction) => {
    // This locks the counter's row, so the second of two concurrent calls sees the first one's channel.
    const revision = await nextRevision(transaction);
    const [known] = await transaction
      .select({ id: consoleChannels.id })
      .from(consoleChannels)
      .where(and(eq(consoleChannels.id, id), IS_OPEN));
    if (known) return { kind: "exists" };
    const made = await madeBy(transaction, by);
    if (made >= most) return { kind: "full", made };
    return { kind: "added", channel: await write(transaction, id, revision, by) };
  }, DATABASE_BACKGROUND_CALL_MS);
}

/** Whether there is such a channel, and it was not removed. */
export async function isOpen(db: Pick<Database, "run">, id: string): Promise<boolean> {
  const found = await db.run((queries) =>
    queries
      .select({ id: consoleChannels.id })
      .from(consoleChannels)
      .where(and(eq(consoleChannels.id, id), IS_OPEN)),
  );
  return found.length > 0;
}

/**
 * Creates the Console's initial channels if they are missing. While the database is unavailable, resolves after the first try, and
 * goes on until the signal is aborted.
 */
export async function provideFirstChannels(
  db: Database,
  context: { readonly clock: Clock; readonly random: () => number; readonly log: Logger },
  stopped: AbortSignal,
): Promise<void> {
  try {
    await addFirstChannels(db);
  } catch (error) {
    if (!isRetryable(error)) throw error;
    retryUntilAvailable(() => addFirstChannels(db), context, stopped).catch((failed: unknown) => {
      if (!stopped.aborted) context.log.error({ err: failed }, "the Console's first channels could not be created");
    });
  }
}

async function addFirstChannels(db: Database): Promise<void> {
  const known = new Set((await listChannels(db)).map((channel) => channel.id));
  for (const id of FIRST_CHANNELS) {
    if (known.has(id)) continue;
    await db.transaction(async (transaction) => write(transaction, id, await nextRevision(transaction), null));
  }
}

async function madeBy(queries: Queries, person: PersonId): Promise<number> {
  const [row] = await queries
    .select({ made: count() })
    .from(consoleChannels)
    .where(and(eq(consoleChannels.createdBy, person), IS_OPEN));
  return row?.made ?? 0;
}

async function write(
  transaction: Queries,
  id: string,
  revision: number,
  createdBy: PersonId | null,
): Promise<ChannelView> {
  await transaction
    .insert(consoleChannels)
    .values({ id, revision, createdBy })
    .onConflictDoUpdate({
      target: consoleChannels.id,
      set: { revision, createdBy, createdAt: new Date(), removedAt: null },
      setWhere: not(IS_OPEN),
    });
  return { id, revision, createdBy };
}

/** All channels in the order of their creation. */
export async function listChannels(db: Database): Promise<ChannelView[]> {
  return db.run((queries) =>
    queries.select(VIEW).from(consoleChannels).where(IS_OPEN).orderBy(asc(consoleChannels.revision)),
  );
}

export interface KnownChannels {
  /** Whether people can write there. */
  have(id: string): Promise<boolean>;
  /** Whether the channel is open, was removed, or never existed. */
  stateOf(id: string): Promise<ChannelState>;
  /** Drops the cached state, because this process has just changed it. */
  forget(id: string): void;
}

export type ChannelState = "open" | "removed" | "unknown";

/**
 * Channel states with a short-lived cache.
 * @param most how many are cached. The one that was read first is dropped first.
 */
export function knownChannels(
  db: Pick<Database, "run">,
  clock: Pick<Clock, "elapsed">,
  most = CONSOLE_CHANNELS_KNOWN,
): KnownChannels {
  const known = new Map<string, { readonly state: ChannelState; readonly at: number }>();
  const stateOf = async (id: string): Promise<ChannelState> => {
    const before = known.get(id);
    if (before && clock.elapsed() - before.at < CONSOLE_CHANNEL_KNOWN_MS) return before.state;
    const [row] = await db.run((queries) =>
      queries.select({ isOpen: IS_OPEN }).from(consoleChannels).where(eq(consoleChannels.id, id)),
    );
    // Unknown names are not cached, because anyone can ask for any number of them.
    if (!row) return "unknown";
    const state = row.isOpen ? "open" : "removed";
    known.delete(id);
    known.set(id, { state, at: clock.elapsed() });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return state;
  };
  return {
    have: async (id) => (await stateOf(id)) === "open",
    stateOf,
    forget: (id) => void known.delete(id),
  };
}
