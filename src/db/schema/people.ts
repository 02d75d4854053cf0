import { sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, text, timestamp, uuid, unique } from "drizzle-orm/pg-core";

const createdAt = () => timestamp("created_at", { withTimezone: true }).notNull().defaultNow();

/** The tenant. */
export const organisations = pgTable("organisations", {
  id: uuid("id")
    .primaryKey()
    .default(sql`uuidv7()`),
  createdAt: createdAt(),
});

/** A Discord guild, a Slack team, or the Console's one. */
export const workspaces = pgTable(
  "workspaces",
  {
    platform: text("platform").notNull(),
    externalId: text("external_id").notNull(),
    organisationId: uuid("organisation_id")
      .notNull()
      .references(() => organisations.id),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.externalId] })],
);

/** A person. */
export const accounts = pgTable("accounts", {
  id: uuid("id")
    .primaryKey()
    .default(sql`uuidv7()`),
  organisationId: uuid("organisation_id")
    .notNull()
    .references(() => organisations.id),
  displayName: text("display_name").notNull(),
  createdAt: createdAt(),
});

/** A person's name on one platform. */
export const identities = pgTable(
  "identities",
  {
    platform: text("platform").notNull(),
    workspace: text("workspace").notNull(),
    userId: text("user_id").notNull(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.workspace, table.userId] })],
);

/** A gateway key. The secret is sealed with the key of the process; the fingerprint is an HMAC of it. */
export const credentials = pgTable(
  "credentials",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    organisationId: uuid("organisation_id")
      .notNull()
      .references(() => organisations.id),
    fingerprint: text("fingerprint").notNull(),
    sealedSecret: text("sealed_secret").notNull(),
    services: text("services").array().notNull(),
    concurrency: integer("concurrency").notNull(),
    /** The gateway refused it (401), or it is configured no longer; it is used again only when someone enters it anew. */
    invalidAt: timestamp("invalid_at", { withTimezone: true }),
    /** Its cap or balance is used up until then. */
    restingUntil: timestamp("resting_until", { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [unique().on(table.organisationId, table.fingerprint)],
);
