import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { isConnectionFailure } from "../database-failure.ts";
import { type AddressVariable, withOneClient } from "../one-client.ts";

/** How long a pooler assigns a PostgreSQL session to a connection. */
export type PoolerMode = "session" | "transaction" | "statement";

/** Enough to detect a pooler that rotates through up to this many sessions. */
const ATTEMPTS = 8;

/**
 * The mode of the pooler at `url`. Probes whether it shares sessions with `LISTEN`, which Easel needs them for. At worst, leaves
 * an unused channel behind.
 */
export function poolerMode(url: string, deadlineMs: number, variable: AddressVariable): Promise<PoolerMode> {
  const options = { variable, prepare: false };
  return withOneClient(
    url,
    deadlineMs,
    (one) => withOneClient(url, deadlineMs, (other) => modeOf(one, other), options),
    options,
  );
}

async function modeOf(one: postgres.Sql, other: postgres.Sql): Promise<PoolerMode> {
  if (await refusesTransactions(one)) return "statement";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const channel = `easel_${randomBytes(8).toString("hex")}`;
    const hears = `select exists (select from pg_listening_channels() heard where heard = '${channel}') as hears`;
    await one.unsafe(`listen ${channel}`);
    for (let turn = 0; turn < attempt; turn++) await one.unsafe("select");
    const isShared = await other.begin(async (transaction) => {
      const [found] = await transaction.unsafe<{ hears: boolean }[]>(hears);
      if (found?.hears) await transaction.unsafe(`unlisten ${channel}`);
      return found?.hears ?? false;
    });
    const [own] = isShared ? [] : await one.unsafe<{ hears: boolean }[]>(hears);
    if (!own?.hears) return "transaction";
    await one.unsafe(`unlisten ${channel}`);
  }
  return "session";
}

/** PgBouncer ends the connection of a refused transaction. Tries twice, because it might also be restarting. */
async function refusesTransactions(client: postgres.Sql): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await client.begin((transaction) => transaction.unsafe("select"));
      return false;
    } catch (error) {
      if (!isConnectionFailure(error)) throw error;
    }
  }
  return true;
}

/**
 * Whether the pooler at `url` keeps prepared statements across its sessions, as PgBouncer does from 1.21 with
 * `max_prepared_statements`. Such a pooler renames them.
 */
export function keepsPrepared(url: string, deadlineMs: number): Promise<boolean> {
  return withOneClient(url, deadlineMs, (client) =>
    client.begin(async (transaction) => {
      const text = `select $1::text /* ${randomBytes(8).toString("hex")} */`;
      const { statement } = await transaction.unsafe(text, [""], { prepare: true });
      const [kept] = await transaction.unsafe<{ name: string }[]>(
        `select name from pg_prepared_statements where statement = '${text}'`,
      );
      if (kept === undefined) return false;
      if (kept.name !== statement.name) return true;
      await transaction.unsafe(`deallocate "${kept.name}"`);
      return false;
    }),
  );
}
