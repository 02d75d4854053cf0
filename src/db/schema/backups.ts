import { sql } from "drizzle-orm";
import { check, integer, pgTable, timestamp } from "drizzle-orm/pg-core";

/** At most one row: the moment that the latest complete copy shows. There is none until the first one was made. */
export const lastBackup = pgTable(
  "last_backup",
  {
    id: integer("id").primaryKey().default(1),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [check("last_backup_one_row", sql`${table.id} = 1`)],
);
