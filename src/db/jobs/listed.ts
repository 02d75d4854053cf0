import { sql, type SQL } from "drizzle-orm";

/**
 * Texts as rows of one column, for use with `in`. The statement's text doesn't depend on their number, so it is prepared once.
 * Passing JSON needs no type information from the server.
 */
export function listed(texts: readonly string[], type: "uuid" | "text" = "uuid"): SQL {
  const rows = sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as listed`;
  return type === "uuid" ? sql`(select listed::uuid from ${rows})` : sql`(select listed from ${rows})`;
}
