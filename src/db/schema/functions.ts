import { integer, pgTable, text } from "drizzle-orm/pg-core";

/** The functions of `src/db/functions/` as this database has them. */
export const sqlFunctions = pgTable("sql_functions", {
  name: text("name").primaryKey(),
  /** SHA-256 of its file, in hex. */
  hash: text("hash").notNull(),
  /** The newest revision that any Easel has written here; the same in every row. */
  revision: integer("revision").notNull(),
});
