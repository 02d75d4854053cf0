import { sql, type Column, type SQL } from "drizzle-orm";

/**
 * Texts as rows of one column, for use with `in`. The statement's text doesn't depend on their number, so it is prepared once.
 * Passing JSON needs no type information from the server.
 */
export function listed(texts: readonly string[], type: "uuid" | "text" = "uuid"): SQL {
  const rows = sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as listed`;
  return type === "uuid" ? sql`(select listed::uuid from ${rows})` : sql`(select listed from ${rows})`;
}

/**
 * A condition that makes PostgreSQL find the rows of a statement's list `given` by an index. It estimates every JSON list at a
 * hundred rows, and for that many it would rather scan a table of thousands.
 *
 * @param column a table's indexed column, such as `jobs.id`.
 * @param named the column of the list that has its values.
 * @param list the list's name in the statement.
 */
export function amongGiven(column: string, named: string, list = "given"): SQL {
  return sql.raw(`${column} = any (array(select ${list}.${named} from ${list}))`);
}

/**
 * The ids of all rows, or of those that match `when`, as one text for `splitIds`: reading thousands of rows costs a process far
 * more.
 */
export function joinedIds(id: Column, when?: SQL): SQL<string | null> {
  const joined = sql<string | null>`string_agg(${id}::text, ' ')`;
  return when === undefined ? joined : sql<string | null>`${joined} filter (where ${when})`;
}

/** The ids that `joinedIds` has joined: none where no row was found. */
export function splitIds(joined: string | null | undefined): string[] {
  return joined === null || joined === undefined ? [] : joined.split(" ");
}

/**
 * A limit as part of the statement's text. PostgreSQL estimates a parameter at a tenth of all rows, so with a long history it
 * would plan the statement every time to see that the limit is low. Each limit makes a separate statement, so there must be few.
 */
export function literal(limit: number): SQL {
  if (!Number.isSafeInteger(limit)) throw new RangeError(`${limit} is no limit`);
  return sql.raw(String(limit));
}
