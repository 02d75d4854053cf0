import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { batches } from "./jobs.ts";
import { accounts } from "./people.ts";

/** Results that members starred. A deleted result has no stars. */
export const stars = pgTable(
  "stars",
  {
    organisationId: uuid("organisation_id").notNull(),
    accountId: uuid("account_id").notNull(),
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id),
    /** The batch's channel, without a thread (`batchChannel`). */
    channel: text("channel").notNull(),
    /** The key of the event that set it: its second delivery must not remove the star. */
    eventKey: text("event_key").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Whether it is one of its account's latest in the channel, which the channel's collection is made from. */
    collected: boolean("collected").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.batchId] }),
    // Keeps an account's stars in its organisation, also when organisations merge.
    foreignKey({
      name: "stars_account_fk",
      columns: [table.accountId, table.organisationId],
      foreignColumns: [accounts.id, accounts.organisationId],
    }).onUpdate("cascade"),
    index("stars_of_batch").on(table.batchId),
    index("stars_of_channel")
      .on(table.channel, table.createdAt)
      .where(sql`collected`),
  ],
);
