import { bigint, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";

/**
 * Places at the gateway: one row for each job that a key may have at once, by service. A slot belongs to the remote job; a job in
 * `unknown` holds one for a limited time (`free_unknown_slots`).
 */
export const slots = pgTable(
  "slots",
  {
    keyFingerprint: text("key_fingerprint").notNull(),
    service: text("service").notNull(),
    n: integer("n").notNull(),
    /** Stays the same when its key is sealed again and the slot gets another name. */
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity(),
    /** Not indexed, because it changes all the time: a job knows its slot. */
    jobId: uuid("job_id"),
  },
  (table) => [primaryKey({ columns: [table.keyFingerprint, table.service, table.n] }), unique().on(table.id)],
);
