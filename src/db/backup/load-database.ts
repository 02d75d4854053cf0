import type postgres from "postgres";
import { MIGRATION_LOCK } from "../migrate.ts";
import { CopyError } from "./copy-error.ts";
import type { DatabaseCopy, TableCopy } from "./dump-database.ts";
import { withLongClient } from "./long-client.ts";
import { linesOf, requireRows } from "./rows-in-copy.ts";
import { noteRestored, type RestoredNote } from "./note-restored.ts";
import { settleRestored, type Settled, type SinceTheCopy } from "./settle-restored.ts";
import { copiedTables, PART_OF_THE_PROGRAM, quoted, type CopiedTable } from "./tables.ts";

/** Tables that are never empty. */
const FILLED_BY_MIGRATIONS: ReadonlySet<string> = new Set(["usage_start", PART_OF_THE_PROGRAM]);

/** Throws a `CopyError` if the database holds data. A database without tables is empty. */
export function requireEmptyDatabase(url: string): Promise<void> {
  return withLongClient(url, (client) => requireEmpty(client));
}

/**
 * Loads a copy into the database at `url`, which has this Easel's schema, in one transaction. Then decides about the jobs that may
 * have been sent since the copy (`settleRestored`). An Easel that starts meanwhile waits for it.
 *
 * @param folder where `dumpDatabase` wrote its files.
 * @param note what admins are told about the time since the copy, unless Easel has not run since.
 * @throws CopyError if the database is not empty, or the copy is damaged or has other tables. Nothing was written then.
 */
export function loadDatabase(
  url: string,
  copy: DatabaseCopy,
  folder: string,
  since: SinceTheCopy,
  signal: AbortSignal,
  note?: RestoredNote,
): Promise<Settled> {
  return withLongClient(url, (client) =>
    client.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      await requireEmpty(transaction);
      const tables = await copiedTables(transaction);
      requireSameTables(tables, copy.tables);
      // The triggers ran when these rows were new; they must not book and notify again.
      for (const { name } of tables) await transaction.unsafe(`alter table ${quoted(name)} disable trigger user`);
      for (const { name } of tables) await transaction.unsafe(`delete from ${quoted(name)}`);
      for (const table of tables) {
        signal.throwIfAborted();
        await loadTable(transaction, table, copy, folder);
      }
      for (const { name } of tables) await transaction.unsafe(`alter table ${quoted(name)} enable trigger user`);
      if (note && since !== "stopped") {
        await noteRestored(transaction, { from: copy.copiedAt, to: note.now }, note.textOf);
      }
      return settleRestored(transaction, copy.copiedAt, since);
    }),
  );
}

async function requireEmpty(client: postgres.ISql): Promise<void> {
  const tables = await client<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p')`;
  for (const { name } of tables) {
    if (FILLED_BY_MIGRATIONS.has(name)) continue;
    const found = await client.unsafe(`select from ${quoted(name)} limit 1`);
    if (found.length > 0) {
      throw new CopyError(
        "the database already holds data: restore into an empty one, and start Easel only after that",
      );
    }
  }
}

function requireSameTables(tables: readonly CopiedTable[], copied: readonly TableCopy[]): void {
  if (shapeOf(tables) === shapeOf(copied)) return;
  throw new CopyError("the copy has other tables than this Easel: restore it with the version that made it");
}

function shapeOf(tables: readonly Pick<CopiedTable, "name" | "columns">[]): string {
  return JSON.stringify(tables.map(({ name, columns }) => [name, ...columns.toSorted()].join(" ")).toSorted());
}

async function loadTable(
  transaction: postgres.TransactionSql,
  { name, columns, counter }: CopiedTable,
  { tables }: DatabaseCopy,
  folder: string,
): Promise<void> {
  const list = columns.map(quoted).join(", ");
  const insert = `insert into ${quoted(name)} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${quoted(name)}, $1::text::json)`;
  let rows = 0;
  for await (const lines of linesOf(folder, name)) {
    rows += lines.length;
    await transaction.unsafe(insert, [`[${lines.join(",")}]`]);
  }
  requireRows(name, rows, tables.find((table) => table.name === name)?.rows);
  if (counter === undefined) return;
  await transaction.unsafe(
    `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(counter)}), 1), count(*) > 0) from ${quoted(name)}`,
    [quoted(name), counter],
  );
}
