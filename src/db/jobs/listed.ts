import { sql, type SQL } from "drizzle-orm";

/**
 * Texts as rows of one column, to be asked for with `in`. However many there are, the statement's text is the same, so that it
 * is prepared once; as JSON they need nothing to be known of the server's types.
 */
export function listed(texts: readonly string[], type: "uuid" | "text" = "uuid"): SQL {
  const rows = sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as listed`;
  return type === "uuid" ? sql`(select listed::uuid from ${rows})` : sql`(select listed from ${rows})`;
}
