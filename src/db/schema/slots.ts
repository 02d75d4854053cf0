import { bigint, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";

/**
 * Places at the gateway: one row per concurrent job that a key may have, by service. A slot belongs to the remote job; a job in
 * `unknown` holds one for a limited time (`free_unknown_slots`).
 */
export const slots = pgTable(
  "slots",
  {
    keyFingerprint: text("key_fingerprint").notNull(),
    service: text("service").notNull(),
    n: integer("n").notNull(),
    /** Stays the same when the key is resealed, which renames its slots. */
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity(),
    /** Not indexed, because it changes all the time: a job knows its slot. */
    jobId: uuid("job_id"),
  },
  (table) => [primaryKey({ columns: [table.keyFingerprint, table.service, table.n] }), unique().on(table.id)],
);
