import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { organisations } from "./people.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const amount = (name: string) => bigint(name, { mode: "number" });
const organisationId = () =>
  uuid("organisation_id")
    .notNull()
    .references(() => organisations.id);

/**
 * How much money a scope may spend in each window. Separate from `quotas`, because a process of an older version reads that whole
 * table and knows only pictures and seconds. The windows of both are in `quota_windows`.
 */
export const moneyQuotas = pgTable(
  "money_quotas",
  {
    organisationId: organisationId(),
    scope: text("scope").notNull(),
    /** `MoneyUnit`, such as `money:EUR`: amounts are millionths of the currency. */
    unit: text("unit").notNull(),
    span: text("span").notNull(),
    amount: amount("amount").notNull(),
    setIn: text("set_in").notNull(),
    timeZone: text("time_zone").notNull(),
    keptBy: uuid("kept_by"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.scope, table.unit, table.span] })],
);

/** Warnings about quotas in money, like `quota_warnings`; separate for the same reason. */
export const moneyQuotaWarnings = pgTable(
  "money_quota_warnings",
  {
    organisationId: organisationId(),
    scope: text("scope").notNull(),
    unit: text("unit").notNull(),
    span: text("span").notNull(),
    startsAt: moment("starts_at").notNull(),
    percent: smallint("percent").notNull(),
    endsAt: moment("ends_at").notNull(),
    batchId: uuid("batch_id").notNull(),
    used: amount("used").notNull(),
    amount: amount("amount").notNull(),
    told: boolean("told").notNull().default(false),
  },
  (table) => [
    primaryKey({
      columns: [table.organisationId, table.scope, table.unit, table.span, table.startsAt, table.percent],
    }),
    index("money_quota_warnings_of_batch").on(table.batchId),
    index("money_quota_warnings_untold")
      .on(table.organisationId)
      .where(sql`not told`),
  ],
);
