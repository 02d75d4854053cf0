import { integer, pgTable, text } from "drizzle-orm/pg-core";

/** The functions of `src/db/functions/` as they are in this database. */
export const sqlFunctions = pgTable("sql_functions", {
  name: text("name").primaryKey(),
  /** SHA-256 of its file, in hex. */
  hash: text("hash").notNull(),
  /** The newest revision of all functions that an Easel has written here; the same in every row. */
  revision: integer("revision").notNull(),
});
