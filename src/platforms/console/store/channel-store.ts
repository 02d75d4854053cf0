import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Clock } from "../../../lib/clock.ts";
import { isRetryable } from "../../../lib/errors.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { retryUntilAvailable } from "../../../lib/retry-until-available.ts";
import type { Database } from "../../../db/connection.ts";
import type { Queries } from "../../../db/queries.ts";
import { encodeConversation } from "../../../core/chat/conversation.ts";
import { consoleChannels } from "../../../db/schema/console.ts";
import { batchChannel } from "../../../db/schema/jobs.ts";
import type { ChannelView } from "../api/api.ts";
import { FIRST_CHANNELS, type PersonId } from "../api/people.ts";
import { conversationOf } from "../people/places.ts";
import { CHANNEL, findChannel, freeName, IS_OPEN, viewChannel } from "./channel-names.ts";
import { deleteRemovedMessages } from "./removed-messages.ts";
import { nextRevision } from "./revision.ts";

/** How long a channel's state is cached. Another process may remove the channel in that time. */
export const CONSOLE_CHANNEL_KNOWN_MS = 2_000;
/** How many states are cached: more than the channels in use at any time. People can create and remove any number over time. */
const CONSOLE_CHANNELS_KNOWN = 1_000;

/**
 * `exists` carries the current name of the channel that has this name or was created with it. `full` carries the number of
 * channels that the person has made.
 */
export type Added =
  | { readonly kind: "added"; readonly channel: ChannelView }
  | { readonly kind: "exists"; readonly name: string }
  | { readonly kind: "full"; readonly made: number };

/**
 * Creates a channel for a person who may have created at most `most`. The name of a removed channel can be used again
 * for a new one.
 */
export async function addChannel(db: Database, name: string, by: PersonId, most: number): Promise<Added> {
  // Check first, because taking a revision makes the whole Console wait.
  const before = await db.run((queries) => findChannel(queries, name));
  if (before) return { kind: "exists", name: before.name };
  // The removal of the last channel with this name may have been interrupted.
  await deleteRemovedMessages(db, name);
  return db.transaction(async (transaction) => {
    // This locks the counter's row, so the second of two concurrent calls sees the first one's channel.
    const revision = await nextRevision(transaction);
    const known = await findChannel(transaction, name);
    if (known) return { kind: "exists", name: known.name };
    const made = await madeBy(transaction, by);
    if (made >= most) return { kind: "full", made };
    await freeName(transaction, name);
    const id = await unusedId(transaction, name, revision);
    await transaction.insert(consoleChannels).values({ id, name: id === name ? null : name, revision, createdBy: by });
    return { kind: "added", channel: viewChannel({ id, name, revision, createdBy: by }) };
  }, DATABASE_BACKGROUND_CALL_MS);
}

/**
 * The name itself, unless it was the id of an earlier channel, whose requests, usage and rules must not pass to the new one.
 * Otherwise the name with the revision, which is unique: no name contains a dot, and no two channels have the same revision.
 */
async function unusedId(queries: Queries, name: string, revision: number): Promise<string> {
  const used = await queries.execute(sql`
    (select from console_channels where id = ${name})
    union all
    (select from batches where ${batchChannel} = ${encodeConversation(conversationOf(name))} limit 1)`);
  return used.length === 0 ? name : `${name}.${revision}`;
}

/** Whether the channel exists and is open. */
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
 * Creates the Console's initial channels if they are missing. If the database is unavailable, resolves after the first try, and
 * keeps trying in the background until the signal is aborted.
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
    await db.transaction(async (transaction) => {
      const revision = await nextRevision(transaction);
      await transaction.insert(consoleChannels).values({ id, revision }).onConflictDoNothing();
    });
  }
}

async function madeBy(queries: Queries, person: PersonId): Promise<number> {
  const [row] = await queries
    .select({ made: count() })
    .from(consoleChannels)
    .where(and(eq(consoleChannels.createdBy, person), IS_OPEN));
  return row?.made ?? 0;
}

/** All channels in the order of their creation. */
export async function listChannels(db: Database): Promise<ChannelView[]> {
  const rows = await db.run((queries) =>
    queries
      .select(CHANNEL)
      .from(consoleChannels)
      .where(IS_OPEN)
      .orderBy(asc(consoleChannels.createdAt), asc(consoleChannels.revision)),
  );
  return rows.map(viewChannel);
}

export interface KnownChannels {
  /** Whether people can write there. */
  have(id: string): Promise<boolean>;
  /** Whether the channel is open, was removed, or never existed. */
  stateOf(id: string): Promise<ChannelState>;
  /** The open channel that a name refers to. */
  find(name: string): Promise<{ readonly id: string; readonly name: string } | undefined>;
  /** Drops the cached state. Call when this process has changed it. */
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
    find: (name) => db.run((queries) => findChannel(queries, name)),
    forget: (id) => void known.delete(id),
  };
}
