import { sql } from "drizzle-orm";
import {
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
    /** What the operator calls it; null where nobody named it. */
    name: text("name"),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("organisations_named").on(sql`lower(${table.name})`)],
);

/** A Discord guild, a Slack team, or the Console's one. */
export const workspaces = pgTable(
  "workspaces",
  {
    platform: text("platform").notNull(),
    externalId: text("external_id").notNull(),
    organisationId: uuid("organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** An IANA zone: where its days, weeks and months begin. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** Where admins are asked and told (`encodeConversation`); null: nowhere yet. */
    adminChannel: text("admin_channel"),
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
  },
  // For whoever refers to both.
  (table) => [unique().on(table.id, table.organisationId)],
);

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

/** The workspace that someone chose for their direct messages, where a platform has these apart from its workspaces. */
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
 * A gateway key. The secret is sealed with the key of the process; the fingerprint is an HMAC of it. Several may be one key at the
 * gateway: entered for several groups, or both configured and entered.
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
    /** What admins call it. */
    name: text("name").notNull().default(""),
    /** Who entered it: `configuration` (and takes it out of use when it is configured no longer), or `people`. */
    origin: text("origin").notNull().default("configuration"),
    /** Whose it is (`encodeScope`): everyone's, a workspace's, a group's or an account's. */
    scope: text("scope").notNull().default("organisation"),
    /** A member entered it for themselves: nobody else may give it to others. */
    isOwn: boolean("is_own").notNull().default(false),
    /** What may be shown of it. */
    masked: text("masked").notNull().default(""),
    fingerprint: text("fingerprint").notNull(),
    /** Which key of the process sealed it, so that that one can be changed. */
    sealKeyId: text("seal_key_id").notNull().default(""),
    sealedSecret: text("sealed_secret").notNull(),
    services: text("services").array().notNull(),
    /** How many pictures it may have at the gateway at once, */
    concurrency: integer("concurrency").notNull(),
    /** and how many clips. */
    clipConcurrency: integer("clip_concurrency").notNull(),
    /** The models for clips that it listed when it was last asked, in lower case; null while that is not known. */
    videoModels: text("video_models").array(),
    /** The gateway refused it (401); it is used again only when a check finds it well, or someone enters it anew. */
    invalidAt: timestamp("invalid_at", { withTimezone: true }),
    /** Its cap or balance is used up until then. For ever: its secret can't be opened with the keys of the process. */
    restingUntil: timestamp("resting_until", { withTimezone: true }),
    /** An admin turned it off for new jobs. */
    disabledAt: timestamp("disabled_at", { withTimezone: true }),
    /**
     * An admin removed it, or it is configured no longer; its row stays for the jobs that were made with it, its secret until they
     * have settled: then it is empty.
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
  ],
);
