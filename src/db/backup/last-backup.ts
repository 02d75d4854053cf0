import { withLongClient } from "./long-client.ts";

/** SQL: how old the latest complete copy is, in milliseconds; null until the first one was made. */
export const BACKUP_AGE_MS = "(select (extract(epoch from now() - at) * 1000)::float8 from last_backup)";

/** Records that a complete copy was made that shows the database as it was at `at`. */
export function recordBackup(url: string, at: Date): Promise<void> {
  return withLongClient(url, async (client) => {
    await client`
      insert into last_backup (at) values (${at}) on conflict (id) do update set at = greatest(last_backup.at, excluded.at)`;
  });
}
