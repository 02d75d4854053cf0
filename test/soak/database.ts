import type postgres from "postgres";

/** A table's size, and the rows that a vacuum has yet to remove. */
export interface TableSize {
  readonly name: string;
  /** Includes its indexes. */
  readonly bytes: number;
  readonly live: number;
  readonly dead: number;
}

/** The largest tables first. */
export async function tableSizes(sql: postgres.Sql): Promise<TableSize[]> {
  return sql<TableSize[]>`
    select relname as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::int as live, n_dead_tup::int as dead
    from pg_stat_user_tables order by 2 desc`;
}

const hasUnknown = "exists (select from jobs where batch_id = batches.id and state = 'unknown')";

/** How often a prompt was stored as a request, and whether the outcome of a create is unknown. */
export interface Stored {
  readonly batches: number;
  readonly isUncertain: boolean;
}

/** The stored facts about each prompt. */
export async function storedByPrompt(sql: postgres.Sql): Promise<ReadonlyMap<string, Stored>> {
  const rows = await sql<(Stored & { prompt: string })[]>`
    select request->>'prompt' as prompt, count(*)::int as batches, bool_or(${sql.unsafe(hasUnknown)}) as "isUncertain"
    from batches group by 1`;
  return new Map(rows.map(({ prompt, ...stored }) => [prompt, stored]));
}

/** How long a request took, in milliseconds. */
export interface OwnTime {
  readonly platform: string;
  /** When it was stored, Unix milliseconds. */
  readonly at: number;
  /** From acceptance until the result was posted, without the gateway's time. */
  readonly ownMs: number;
  /** The part of that until the first picture had a slot of the gateway's key. */
  readonly waitedMs: number;
}

export async function ownTimes(sql: postgres.Sql): Promise<OwnTime[]> {
  return sql<OwnTime[]>`
    select b.platform, extract(epoch from b.created_at)::float8 * 1000 as at,
      extract(epoch from (p.updated_at - b.created_at) - (j.ended - j.began))::float8 * 1000 as "ownMs",
      extract(epoch from j.began - b.created_at)::float8 * 1000 as "waitedMs"
    from batches b
    join posts p on p.batch_id = b.id and p.kind = 'result' and p.state = 'posted'
    join (select batch_id, min(submitted_at) as began, max(ended_at) as ended from jobs group by 1) j on j.batch_id = b.id
    where j.began is not null and j.ended is not null`;
}

/** The gateway's ids of the pictures and clips that Easel knows. */
export async function knownAtGateway(sql: postgres.Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`select remote_id as id from jobs where remote_id is not null`;
  return new Set(rows.map(({ id }) => id));
}

const LOOK_MS = 250;

/**
 * Resolves when every request is closed, except those with an unknown outcome, which stay open for hours. Gives up when the
 * number of open requests has not decreased for `patienceMs`. Returns that number.
 */
export async function untilClosed(sql: postgres.Sql, patienceMs: number, signal: AbortSignal): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  let deadline = performance.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    const [row] = await sql<{ open: number }[]>`
      select count(*)::int as open from batches where closed_at is null and not ${sql.unsafe(hasUnknown)}`;
    const open = row?.open ?? 0;
    if (open < least) deadline = performance.now() + patienceMs;
    least = Math.min(least, open);
    if (open === 0 || performance.now() > deadline) return open;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
  }
}
