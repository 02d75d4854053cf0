import type postgres from "postgres";

/** How often the database's connections are sampled. */
const LOOK_MS = 10;
const QUERY_CHARACTERS = 90;
const LINES = 14;

interface Seen {
  readonly doing: string;
  readonly query: string;
}

/**
 * Samples the activity of a database's connections until the returned function is called, which returns the average number of
 * connections for each statement and wait. Waiting for a `transactionid` or a `tuple` is waiting for another transaction.
 */
export function watchDatabase(sql: postgres.Sql): () => Promise<string[]> {
  const sums = new Map<string, number>();
  let looks = 0;
  const stopped = new AbortController();
  const watching = (async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // An idle transaction shows its last statement: its client is busy elsewhere.
      const rows = await sql<Seen[]>`
        select case when state = 'active' then coalesce(wait_event_type || ' ' || wait_event, 'running') else state end as doing,
          query
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
      looks++;
      for (const { doing, query } of rows) {
        const line = `${doing}: ${query.replaceAll(/\s+/g, " ").trim().slice(0, QUERY_CHARACTERS)}`;
        sums.set(line, (sums.get(line) ?? 0) + 1);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_MS);
      });
    }
  })();
  return async () => {
    stopped.abort();
    await watching;
    return [...sums]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, LINES)
      .map(([line, count]) => `${(count / looks).toFixed(2).padStart(5)}  ${line}`);
  };
}
