import type postgres from "postgres";
import { z } from "zod";

/** A table that a copy of the database contains. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column that numbers its rows, if any. */
  readonly counter: string | undefined;
}

/** The table that every start writes. */
export const PART_OF_THE_PROGRAM = "sql_functions";

/** Tables that a copy leaves out, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  workers: "processes that were running",
  leases: "what these processes were doing",
  connections: "what these processes were connected to",
  [PART_OF_THE_PROGRAM]: "the program has its own",
  console_sessions: "a log-in that ended after the copy must not be valid again",
  codes: "a code that was used after the copy must not work again",
  discord_pending: "nobody can answer these interactions any more",
};

const Row = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  counter: z.string().nullable(),
  needs: z.array(z.string()),
});

/** The tables of Easel's schema that a copy contains. A table comes after the tables that it refers to. */
export async function copiedTables(client: postgres.ISql): Promise<readonly CopiedTable[]> {
  const rows = await client`
    select c.relname as name,
      (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select attname from pg_attribute where attrelid = c.oid and attidentity <> '' limit 1) as counter,
      coalesce((select json_agg(distinct r.relname) from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid), '[]') as needs
    from pg_class c
    where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relkind in ('r', 'p')
    order by c.relname`;
  const waiting = rows.map((row) => Row.parse(row)).filter(({ name }) => !(name in LEFT_OUT));
  const ordered: z.infer<typeof Row>[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => !waiting.some(({ name }) => needs.includes(name)));
    const [table] = waiting.splice(next, 1);
    if (next < 0 || !table) throw new Error("tables refer to each other in a circle");
    ordered.push(table);
  }
  return ordered.map(({ name, columns, counter }) => ({ name, columns, counter: counter ?? undefined }));
}

/** A name as SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
