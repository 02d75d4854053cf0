import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Whose turn it is: the least recently served organisation, and its least recently served member. Serving a member counts as
 * serving the organisation.
 */
export const lanes = pgTable(
  "lanes",
  {
    organisationId: uuid("organisation_id").notNull(),
    service: text("service").notNull(),
    accountId: uuid("account_id").notNull(),
    lastServed: timestamp("last_served", { withTimezone: true })
      .notNull()
      .default(sql`'-infinity'`),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.service, table.accountId] }),
    index("lanes_served").on(table.organisationId, table.service, table.lastServed),
  ],
);
