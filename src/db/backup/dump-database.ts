import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type postgres from "postgres";
import type { StoredMedia } from "../../media/store/media-store.ts";
import { knownSchema, readSchemaVersion } from "../schema-version.ts";
import { CopyError } from "./copy-error.ts";
import { withLongClient } from "./long-client.ts";
import { copiedTables, quoted, type CopiedTable } from "./tables.ts";

/** Rows read at a time. One can hold a few hundred kilobytes. */
const ROWS_AT_ONCE = 200;

/** The description of a database copy. */
export interface DatabaseCopy {
  /** When it was made, by the database's clock. */
  readonly copiedAt: Date;
  /** The number of migrations of its schema. */
  readonly migrations: number;
  readonly tables: readonly TableCopy[];
  /** Names of the keys with which its secrets are sealed (`Seal.keyId`). */
  readonly sealedWith: readonly string[];
}

export interface TableCopy {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** The name of a table's file in a copy: one row per line as a JSON object, compressed with gzip. */
export function tableFile(name: string): string {
  return `${name}.jsonl.gz`;
}

/**
 * Writes a consistent snapshot of Easel's tables to files in the existing `folder`. Easel can be running: only schema changes
 * wait. Also returns the files that the media store should have at that moment.
 *
 * @param variable the setting that names the database: `DATABASE_URL`, or `DATA_DIR` for the embedded one.
 * @throws ConfigError if a newer Easel has written the database; CopyError if an older one has, or none; the signal's reason.
 */
export function dumpDatabase(
  url: string,
  variable: "DATABASE_URL" | "DATA_DIR",
  folder: string,
  signal: AbortSignal,
): Promise<{ copy: DatabaseCopy; media: readonly StoredMedia[] }> {
  return withLongClient(url, async (client) => {
    const known = await copiedTables(client);
    if (known.length === 0) throw new CopyError(`${variable}: the database is empty, so there is nothing to back up`);
    return client.begin("isolation level repeatable read read only", async (transaction) => {
      // Before the first query, which takes the snapshot, so that no table changes its columns after it.
      await transaction.unsafe(`lock table ${known.map(({ name }) => quoted(name)).join(", ")} in access share mode`);
      const { migrations } = await readSchemaVersion(transaction, variable);
      if (migrations !== (await knownSchema()).migrations) {
        throw new CopyError(`${variable}: an older Easel has written the database: use that version for the backup`);
      }
      const [moment] = await transaction<{ now: Date }[]>`select clock_timestamp() as now`;
      const tables: TableCopy[] = [];
      for (const table of await copiedTables(transaction)) {
        tables.push(await dumpTable(transaction, table, folder, signal));
      }
      const sealed = await transaction<{ id: string }[]>`
        select distinct seal_key_id as id from credentials where sealed_secret <> '' order by 1`;
      const media = await transaction<{ hash: string; bytes: string }[]>`
        select hash, bytes::text from media where deleting_since is null order by hash`;
      const copiedAt = moment?.now ?? new Date();
      return {
        copy: { copiedAt, migrations, tables, sealedWith: sealed.map(({ id }) => id) },
        media: media.map(({ hash, bytes }) => ({ hash, bytes: Number(bytes) })),
      };
    });
  });
}

async function dumpTable(
  transaction: postgres.TransactionSql,
  { name, columns }: CopiedTable,
  folder: string,
  signal: AbortSignal,
): Promise<TableCopy> {
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    const all = transaction.unsafe<{ line: string }[]>(`select row_to_json(t)::text as line from ${quoted(name)} t`);
    for await (const rows of all.cursor(ROWS_AT_ONCE)) {
      count += rows.length;
      yield rows.map(({ line }) => `${line}\n`).join("");
    }
  }
  const file = createWriteStream(join(folder, tableFile(name)), { flags: "wx", mode: 0o600, flush: true });
  await pipeline(Readable.from(lines()), createGzip(), file, { signal });
  return { name, columns, rows: count };
}
