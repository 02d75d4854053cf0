import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

const createdAt = () => timestamp("created_at", { withTimezone: true }).notNull().defaultNow();

/** The tenant. */
export const organisations = pgTable(
  "organisations",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    /** The operator's name for it; null if it has none. */
    name: text("name"),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("organisations_named").on(sql`lower(${table.name})`)],
);

/** A Discord guild, a Slack team, or the Console's only one. */
export const workspaces = pgTable(
  "workspaces",
  {
    platform: text("platform").notNull(),
    externalId: text("external_id").notNull(),
    organisationId: uuid("organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** The IANA zone in which its days, weeks and months begin. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** Where admins are asked and notified (`encodeConversation`); null: not set. */
    adminChannel: text("admin_channel"),
    /**
     * The monthly spending that admins are warned about, its currency (`encodeCurrency`), and the language of the admin who set
     * it.
     */
    budget: bigint("budget", { mode: "number" }),
    budgetCurrency: text("budget_currency"),
    budgetLocale: text("budget_locale"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.externalId] })],
);

/** A person. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    organisationId: uuid("organisation_id")
      .notNull()
      .references(() => organisations.id),
    displayName: text("display_name").notNull(),
    createdAt: createdAt(),
    /** When its data was last exported, to limit how often. */
    exportedAt: timestamp("exported_at", { withTimezone: true }),
  },
  // For foreign keys that refer to both columns.
  (table) => [unique().on(table.id, table.organisationId)],
);

/** Accounts whose person is being forgotten or was. The account stays, without a name, because usage is counted by account. */
export const forgettings = pgTable(
  "forgettings",
  {
    accountId: uuid("account_id")
      .primaryKey()
      .references(() => accounts.id),
    organisationId: uuid("organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** Whose messages in the Console are to be deleted; empty once they are. */
    consoleUsers: text("console_users").array().notNull(),
    begunAt: timestamp("begun_at", { withTimezone: true }).notNull().defaultNow(),
    /** Null until nothing is left to forget. */
    doneAt: timestamp("done_at", { withTimezone: true }),
  },
  (table) => [
    index("forgettings_open")
      .on(table.begunAt)
      .where(sql`done_at is null`),
  ],
);

/** A person's user id on one platform. */
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

/** The workspace that a person chose for direct messages, if the platform's direct messages belong to none. */
export const homes = pgTable(
  "homes",
  {
    platform: text("platform").notNull(),
    userId: text("user_id").notNull(),
    workspace: text("workspace").notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.userId] })],
);

/**
 * A gateway key. The secret is sealed with the process's key; the fingerprint is an HMAC of it. Several rows may be the same
 * gateway key: entered for several groups, or both configured and entered.
 */
export const credentials = pgTable(
  "credentials",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    organisationId: uuid("organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** The admins' name for it. */
    name: text("name").notNull().default(""),
    /** Who entered it: `configuration` (which removes it when it is no longer configured) or `people`. */
    origin: text("origin").notNull().default("configuration"),
    /** Its owner (`encodeScope`): the organisation, a workspace, a group or an account. */
    scope: text("scope").notNull().default("organisation"),
    /** A member entered it for themselves: others must not share it. */
    isOwn: boolean("is_own").notNull().default(false),
    /** The part that may be shown. */
    masked: text("masked").notNull().default(""),
    fingerprint: text("fingerprint").notNull(),
    /** Which process key sealed it, so that the process key can be changed. */
    sealKeyId: text("seal_key_id").notNull().default(""),
    sealedSecret: text("sealed_secret").notNull(),
    services: text("services").array().notNull(),
    /** How many pictures it may have at the gateway concurrently. */
    concurrency: integer("concurrency").notNull(),
    /** How many clips it may have at the gateway concurrently. */
    clipConcurrency: integer("clip_concurrency").notNull(),
    /** The video models that it listed when last checked, in lower case; null if unknown. */
    videoModels: text("video_models").array(),
    /** When all its services had refused it (401). Used again after a successful check, or when someone enters it again. */
    invalidAt: timestamp("invalid_at", { withTimezone: true }),
    /** The services that refused it. The others still use it. */
    refusedBy: text("refused_by")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Its spending cap or balance is used up until then. Infinity: the process's keys can't open its secret. */
    restingUntil: timestamp("resting_until", { withTimezone: true }),
    /** When an admin disabled it for new jobs. */
    disabledAt: timestamp("disabled_at", { withTimezone: true }),
    /**
     * When an admin removed it, or it was no longer configured. The row stays for jobs that were made with it. The secret stays
     * until they are settled and is then emptied.
     */
    removedAt: timestamp("removed_at", { withTimezone: true }),
    checkedAt: timestamp("checked_at", { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("credentials_configured")
      .on(table.organisationId, table.fingerprint)
      .where(sql`origin = 'configuration' and removed_at is null`),
    uniqueIndex("credentials_named")
      .on(table.organisationId, sql`lower(name)`)
      .where(sql`origin = 'people' and removed_at is null`),
    index("credentials_of_fingerprint").on(table.fingerprint),
    index("credentials_of_organisation")
      .on(table.organisationId)
      .where(sql`removed_at is null`),
  ],
);
