import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { isConnectionFailure } from "../failure.ts";
import { type AddressVariable, withOneClient } from "../one-client.ts";

/** For how long a pooler lends a session of PostgreSQL to a connection. */
export type PoolerMode = "session" | "transaction" | "statement";

/** A pooler that hands out sessions in turn has this many at most before one of the attempts meets the same session again. */
const ATTEMPTS = 8;

/**
 * The mode of the pooler at `url`. Whether its sessions are shared is tried with what Easel needs them for: `LISTEN`. Leaves nothing
 * behind but, at most, a channel that nobody uses.
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

/** PgBouncer ends the connection then. Tried twice, because it may also be restarting. */
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
 * `max_prepared_statements`. Such a pooler gives them names of its own.
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
