import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Sums of the ledger, maintained by a trigger (`sum_usage`): a month's usage is read from a few rows, however many jobs there
 * were. Each job counts in a day (UTC) and in a quarter-hour. In every time zone, days begin on a quarter-hour.
 */
export const usageSums = pgTable(
  "usage_sums",
  {
    organisationId: uuid("organisation_id").notNull(),
    accountId: uuid("account_id").notNull(),
    /** day or quarter */
    grain: text("grain").notNull(),
    startsAt: moment("starts_at").notNull(),
    /** images, seconds, or `money:` and a currency (`encodeCurrency`): then `net` is money, and `jobs` those with a price. */
    unit: text("unit").notNull(),
    channel: text("channel").notNull(),
    model: text("model").notNull(),
    /** Concurrent transactions write to different rows, so that none waits for another. */
    shard: integer("shard").notNull(),
    net: bigint("net", { mode: "number" }).notNull(),
    /** The number of jobs in the sum: those reserved and not released. */
    jobs: integer("jobs").notNull(),
  },
  (table) => [
    primaryKey({
      name: "usage_sums_pk",
      columns: [
        table.organisationId,
        table.accountId,
        table.grain,
        table.startsAt,
        table.unit,
        table.channel,
        table.model,
        table.shard,
      ],
    }),
    index("usage_sums_of_organisation").on(table.organisationId, table.grain, table.startsAt),
  ],
);

/** One row: `usage_sums` is complete from this moment on. Older usage is read from the ledger. */
export const usageStart = pgTable(
  "usage_start",
  {
    id: integer("id").primaryKey(),
    at: moment("at").notNull(),
  },
  (table) => [check("usage_start_one_row", sql`${table.id} = 1`)],
);
