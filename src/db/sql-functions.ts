import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import type postgres from "postgres";
import { z } from "zod";
import { databaseErrorCode } from "./database-failure.ts";

const FOLDER = new URL("functions/", import.meta.url);
const Revision = z.object({ revision: z.number(), hash: z.string() });
/** PostgreSQL's code for a function that can't be replaced because its result type or a parameter name differs. */
const INVALID_FUNCTION_DEFINITION = "42P13";

/** The SQL functions of this Easel. */
export interface SqlFunctions {
  /** Grows with every change to any function, so that an older Easel can tell that it is older. */
  readonly revision: number;
  readonly functions: readonly SqlFunction[];
}

export interface SqlFunction {
  readonly name: string;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
  /** `create or replace function`, followed by its triggers and by statements that update earlier rows. */
  readonly text: string;
}

/** The functions of `src/db/functions/`, sorted by name. Each file is named after its function, in a folder of its subject. */
export async function readSqlFunctions(): Promise<SqlFunctions> {
  const files = (await readdir(FOLDER, { recursive: true })).filter((file) => file.endsWith(".sql"));
  const [{ revision }, functions] = await Promise.all([
    readRevision(),
    Promise.all(
      files.map(async (file) => {
        const text = await readFile(new URL(file, FOLDER), "utf8");
        return { name: basename(file, ".sql"), hash: sha256(text), text };
      }),
    ),
  ]);
  return { revision, functions: functions.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
}

/** The current revision, and the hash of all functions that it was assigned for: `npm run db:functions`. */
export async function readRevision(): Promise<z.infer<typeof Revision>> {
  return Revision.parse(JSON.parse(await readFile(new URL("revision.json", FOLDER), "utf8")));
}

/** One hash of all functions together. */
export function hashOfAll(functions: readonly SqlFunction[]): string {
  return sha256(functions.map(({ name, hash }) => `${name} ${hash}\n`).join(""));
}

/**
 * Updates the database's functions to this Easel's, in one transaction: replaces functions whose hash differs, and drops those
 * without a file. Call it under the migration lock, after the migrations, and not if a newer Easel has written the database
 * (`readSchemaVersion`). Costs one query if nothing has changed.
 *
 * @returns whether anything was written.
 */
export async function replaceFunctions(client: postgres.Sql, { revision, functions }: SqlFunctions): Promise<boolean> {
  const rows = await client<{ name: string; hash: string; revision: number }[]>`
    select name, hash, revision from sql_functions`;
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]));
  const names = new Set(functions.map(({ name }) => name));
  const changed = functions.filter(({ name, hash }) => hashes.get(name) !== hash);
  const gone = rows.filter(({ name }) => !names.has(name));
  if (changed.length === 0 && gone.length === 0 && rows.every((row) => row.revision === revision)) return false;
  await client.begin(async (transaction) => {
    // A function's body may name functions that are created later.
    await transaction`set local check_function_bodies = off`;
    for (const changedFunction of changed) await replaceFunction(transaction, changedFunction);
    for (const { name } of gone) await drop(transaction, await signatures(transaction, name));
    const written = functions.map(({ name, hash }) => ({ name, hash, revision }));
    await transaction`delete from sql_functions`;
    await transaction`insert into sql_functions ${transaction(written)}`;
  });
  return true;
}

/**
 * Replaces a function in place if possible, because sessions with a planned call find it by its oid. A function whose parameters
 * or result differ is dropped and created again. Before the first release nothing else runs on the database meanwhile; afterwards
 * such a function gets a new name (docs/releasing.md).
 */
async function replaceFunction(transaction: postgres.TransactionSql, { name, text }: SqlFunction): Promise<void> {
  const before = await signatures(transaction, name);
  try {
    await transaction.savepoint((savepoint) => savepoint.unsafe(text));
  } catch (error) {
    if (before.length === 0 || databaseErrorCode(error) !== INVALID_FUNCTION_DEFINITION) throw error;
    await drop(transaction, before);
    await transaction.unsafe(text);
    return;
  }
  const after = await signatures(transaction, name);
  // Different parameter types created a second function of the same name.
  if (after.length > before.length) await drop(transaction, before);
}

/** Each function of that name with its parameter types, as SQL. */
async function signatures(transaction: postgres.TransactionSql, name: string): Promise<string[]> {
  const found = await transaction<{ signature: string }[]>`
    select oid::regprocedure::text as signature from pg_proc
    where proname = ${name} and pronamespace = to_regnamespace(quote_ident(current_schema()))`;
  return found.map(({ signature }) => signature);
}

async function drop(transaction: postgres.TransactionSql, which: readonly string[]): Promise<void> {
  for (const signature of which) await transaction.unsafe(`drop function ${signature}`);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
