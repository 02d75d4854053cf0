import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { organisations } from "./people.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Refunds and retries of many failed requests. The audit has the admin who confirmed one. */
export const recoveries = pgTable(
  "recoveries",
  {
    id: uuid("id").primaryKey(),
    organisationId: uuid("organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** refund, retry */
    kind: text("kind").notNull(),
    /** `RecoveryChoice`, with `hours`. */
    choice: jsonb("choice").notNull(),
    /** `RecoverySums`: what an admin is asked to confirm, or confirmed. */
    sums: jsonb("sums").notNull(),
    locale: text("locale").notNull(),
    /** asked, running, done */
    state: text("state").notNull().default("asked"),
    createdAt: moment("created_at").notNull().defaultNow(),
    confirmedAt: moment("confirmed_at"),
    doneAt: moment("done_at"),
  },
  (table) => [
    index("recoveries_of_organisation").on(table.organisationId, table.createdAt),
    index("recoveries_running")
      .on(table.confirmedAt)
      .where(sql`state = 'running'`),
  ],
);

/** The requests of a recovery: exactly those that an admin confirmed. */
export const recoveryItems = pgTable(
  "recovery_items",
  {
    recoveryId: uuid("recovery_id")
      .notNull()
      .references(() => recoveries.id, { onDelete: "cascade" }),
    batchId: uuid("batch_id").notNull(),
    /** Its place in the recovery. */
    ordinal: integer("ordinal").notNull(),
    jobIds: uuid("job_ids").array().notNull(),
    /** `RetryOutcome`; null until a retry has settled it. */
    outcome: text("outcome"),
    notBefore: moment("not_before").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.recoveryId, table.batchId] })],
);
