import { sql } from "drizzle-orm";
import type { Seal } from "../../core/account/keys/seal.ts";
import { maskedKey } from "../../core/account/keys/masked.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { renameSlots } from "./key-slots.ts";

/** The outcome for secrets that another key had encrypted. */
export interface Resealed {
  readonly done: number;
  /** Ids of secrets that none of the known keys opens. */
  readonly unreadable: readonly string[];
}

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly sealed_secret: string;
  readonly fingerprint: string;
  readonly [column: string]: unknown;
}

/**
 * Reseals with this process's key every secret that another key sealed. Fingerprints depend on the sealing key too, so all keys
 * and their slots are renamed in one transaction: no key appears under two names, and no slot is lost. Keys whose secret can't be
 * opened rest until it can.
 */
export function resealAll(db: Database, seal: Seal): Promise<Resealed> {
  return db.transaction(async (queries) => {
    // Blocks adding keys meanwhile: their slots must not appear under the old name.
    await queries.execute(sql`lock table credentials in share row exclusive mode`);
    const rows = await queries.execute<Row>(sql`
      select id, organisation_id, sealed_secret, fingerprint from credentials
      where seal_key_id <> ${seal.keyId} and sealed_secret <> ''
      order by id`);
    const renamed = new Map<string, string>();
    const unreadable: string[] = [];
    for (const row of rows) {
      const secret = openedWith(seal, row);
      if (secret === undefined) {
        unreadable.push(row.id);
        await queries.execute(sql`update credentials set resting_until = 'infinity' where id = ${row.id}::uuid`);
        continue;
      }
      const fingerprint = seal.fingerprint(secret);
      if (fingerprint !== row.fingerprint) renamed.set(row.fingerprint, fingerprint);
      await queries.execute(sql`
        update credentials set sealed_secret = ${seal.close(secret, row.organisation_id)}, seal_key_id = ${seal.keyId},
          fingerprint = ${fingerprint}, masked = ${maskedKey(secret)},
          resting_until = nullif(resting_until, 'infinity'),
          -- A process with the new key may already have entered it, while one with the old key was still running.
          removed_at = case when origin = 'configuration' and exists (
            select from credentials twin
            where twin.organisation_id = credentials.organisation_id and twin.fingerprint = ${fingerprint}
              and twin.origin = 'configuration' and twin.removed_at is null and twin.id <> credentials.id
          ) then coalesce(removed_at, now()) else removed_at end
        where id = ${row.id}::uuid`);
    }
    for (const [from, to] of renamed) await renameSlots(queries, from, to);
    return { done: rows.length - unreadable.length, unreadable };
  }, DATABASE_BACKGROUND_CALL_MS);
}

function openedWith(seal: Seal, row: Row): string | undefined {
  try {
    return seal.open(row.sealed_secret, row.organisation_id);
  } catch {
    return undefined;
  }
}
