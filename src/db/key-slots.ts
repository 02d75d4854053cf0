import { sql } from "drizzle-orm";
import type { Queries } from "./connection.ts";

/** Has at least so many slots there for a key: what it carries less is told by its concurrency alone. */
export async function addSlots(queries: Queries, fingerprint: string, count: number): Promise<void> {
  await queries.execute(sql`
    insert into slots (key_fingerprint, n) select ${fingerprint}, n from generate_series(1, ${count}::integer) as n
    on conflict do nothing`);
}

/**
 * Gives a key's slots to another name of the same key. Those that the other has already stay, and these come after them: rows are
 * changed where they lie, so that whoever is just giving one back finds it.
 */
export async function renameSlots(queries: Queries, fingerprint: string, to: string): Promise<void> {
  await queries.execute(sql`
    update slots set key_fingerprint = ${to},
      n = n + coalesce((select max(taken.n) from slots taken where taken.key_fingerprint = ${to}), 0)
    where key_fingerprint = ${fingerprint}`);
}
