import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { accounts, organisations } from "./people.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const amount = (name: string) => bigint(name, { mode: "number" });
const organisationId = () =>
  uuid("organisation_id")
    .notNull()
    .references(() => organisations.id);

/** Accounts that share keys, policy and quota. */
export const groups = pgTable(
  "groups",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    organisationId: organisationId(),
    name: text("name").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [unique().on(table.organisationId, table.name)],
);

/** A group's members: single accounts, or everyone with a platform role or in a user group (`Subject`). */
export const groupMembers = pgTable(
  "group_members",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    organisationId: organisationId(),
    subject: text("subject").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.subject] }),
    index("group_members_of_subject").on(table.organisationId, table.subject),
  ],
);

/** A scope's policy settings: `PolicySettings`. `version` grows with each change. */
export const policies = pgTable(
  "policies",
  {
    organisationId: organisationId(),
    scope: text("scope").notNull(),
    settings: jsonb("settings").notNull(),
    version: integer("version").notNull().default(1),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.scope] })],
);

/** Paused scopes, including keys: nothing new is created there. */
export const pauses = pgTable(
  "pauses",
  {
    organisationId: organisationId(),
    scope: text("scope").notNull(),
    pausedBy: text("paused_by").notNull(),
    pausedAt: moment("paused_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.scope] })],
);

/** How much of a unit a scope may use in each window. */
export const quotas = pgTable(
  "quotas",
  {
    organisationId: organisationId(),
    scope: text("scope").notNull(),
    /** images, or seconds of clips as they are billed */
    unit: text("unit").notNull(),
    /** day, week or month */
    span: text("span").notNull(),
    amount: amount("amount").notNull(),
    /** The workspace where it was set (`encodeWorkspace`); the quota follows its time zone. */
    setIn: text("set_in").notNull(),
    timeZone: text("time_zone").notNull(),
    /**
     * The id of the account that kept the quota when this account left it by `/easel unlink`. The amount is then 0. Null if an
     * admin set the quota.
     */
    keptBy: uuid("kept_by"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.scope, table.unit, table.span] }),
    index("quotas_of_keys")
      .on(table.organisationId, table.scope)
      .where(sql`scope like 'key:%'`),
  ],
);

/** One window of a quota: what is reserved or charged, and what admins granted on top. */
export const quotaWindows = pgTable(
  "quota_windows",
  {
    organisationId: organisationId(),
    scope: text("scope").notNull(),
    unit: text("unit").notNull(),
    span: text("span").notNull(),
    startsAt: moment("starts_at").notNull(),
    endsAt: moment("ends_at").notNull(),
    used: amount("used").notNull().default(0),
    granted: amount("granted").notNull().default(0),
    /** The highest warning level reached so far: 0, 80 or 100 per cent. */
    warned: smallint("warned").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.scope, table.unit, table.span, table.startsAt] })],
);

/** A quota window's usage warnings, each sent once: to the member whose batch reached the percentage, and to admins. */
export const quotaWarnings = pgTable(
  "quota_warnings",
  {
    organisationId: organisationId(),
    scope: text("scope").notNull(),
    unit: text("unit").notNull(),
    span: text("span").notNull(),
    startsAt: moment("starts_at").notNull(),
    /** 80 or 100 */
    percent: smallint("percent").notNull(),
    endsAt: moment("ends_at").notNull(),
    batchId: uuid("batch_id").notNull(),
    used: amount("used").notNull(),
    /** The limit, grants included. */
    amount: amount("amount").notNull(),
    /** Whether admins have been notified, if they can be. */
    told: boolean("told").notNull().default(false),
  },
  (table) => [
    primaryKey({
      columns: [table.organisationId, table.scope, table.unit, table.span, table.startsAt, table.percent],
    }),
    index("quota_warnings_of_batch").on(table.batchId),
    index("quota_warnings_untold")
      .on(table.organisationId)
      .where(sql`not told`),
  ],
);

/**
 * Spending, as append-only rows: for each job `reserved` once, and later exactly one of `charged`, `released` and `assumed`. Only
 * `assumed` may be followed by `refunded`.
 */
export const ledger = pgTable(
  "ledger",
  {
    organisationId: uuid("organisation_id").notNull(),
    accountId: uuid("account_id").notNull(),
    /** `encodeWorkspace` and `encodeConversation` without a thread. */
    workspace: text("workspace").notNull(),
    channel: text("channel").notNull(),
    batchId: uuid("batch_id").notNull(),
    jobId: uuid("job_id").notNull(),
    credentialId: uuid("credential_id"),
    model: text("model").notNull(),
    entry: text("entry").notNull(),
    unit: text("unit").notNull(),
    amount: amount("amount").notNull(),
    /** What the job costs, as its batch says (`batches.price`), and the currency. */
    price: amount("price"),
    currency: text("currency"),
    /** Its effect on usage: `amount` when reserved, the negative when released or refunded, otherwise 0. */
    net: amount("net").notNull(),
    /** When the job was reserved, which decides the window it counts in, whenever it is settled. */
    countsAt: moment("counts_at").notNull(),
    at: moment("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.entry] }),
    index("ledger_of_account")
      .on(table.organisationId, table.accountId, table.countsAt, table.unit, table.net)
      .where(sql`net <> 0`),
    index("ledger_of_organisation")
      .on(table.organisationId, table.countsAt, table.unit, table.net)
      .where(sql`net <> 0`),
    index("ledger_assumed")
      .on(table.organisationId, table.batchId)
      .where(sql`entry = 'assumed'`),
  ],
);

/** Every admin action and key change; append-only. */
export const audit = pgTable(
  "audit",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    organisationId: uuid("organisation_id").notNull(),
    at: moment("at").notNull().defaultNow(),
    /** Null for Easel's own actions. */
    accountId: uuid("account_id"),
    actorName: text("actor_name").notNull(),
    workspace: text("workspace").notNull(),
    action: text("action").notNull(),
    scope: text("scope"),
    before: jsonb("before"),
    after: jsonb("after"),
  },
  (table) => [
    index("audit_of_organisation").on(table.organisationId, table.id),
    index("audit_of_time").on(table.organisationId, table.at),
    index("audit_of_name").on(table.organisationId, table.actorName, table.action, table.id),
    index("audit_of_account").on(table.organisationId, table.accountId, table.action, table.id),
    index("audit_by_age").on(table.at),
    // For the names of deleted groups and merged accounts.
    index("audit_of_former_name")
      .on(table.organisationId, table.scope, table.id)
      .where(sql`action in ('group.deleted', 'account.linked')`),
  ],
);

/** Hashes of codes that join two accounts or two organisations; each code works once. */
export const codes = pgTable("codes", {
  hash: text("hash").primaryKey(),
  /** account or organisation */
  purpose: text("purpose").notNull(),
  organisationId: organisationId(),
  accountId: uuid("account_id")
    .notNull()
    .references(() => accounts.id),
  workspace: text("workspace").notNull(),
  expiresAt: moment("expires_at").notNull(),
});

/** How many codes an identity entered recently, to prevent guessing and repeated merges. */
export const codeTries = pgTable("code_tries", {
  /** The encoded workspace, and the user. */
  who: text("who").primaryKey(),
  since: moment("since").notNull().defaultNow(),
  /** Right codes count too. */
  wrong: integer("wrong").notNull(),
});

/** Options saved under a name, for a person (`account:`) or a channel (`channel:`). */
export const presets = pgTable(
  "presets",
  {
    organisationId: organisationId(),
    scope: text("scope").notNull(),
    name: text("name").notNull(),
    command: text("command").notNull(),
    options: jsonb("options").notNull(),
    createdBy: uuid("created_by").notNull(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.scope, table.name] })],
);

/** One-time notes for admins, written in the transaction of the event they report. */
export const adminNotes = pgTable(
  "admin_notes",
  {
    /** Also the key of its post. */
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    organisationId: organisationId(),
    /** The admin channel (`encodeConversation`), and its platform. */
    conversation: text("conversation").notNull(),
    platform: text("platform").notNull(),
    /** Permanent and unique, so that it is posted once. */
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    /** The `Month` that it reports, which is attached; null for other notes. */
    report: jsonb("report"),
    /** due, posted, undeliverable */
    state: text("state").notNull().default("due"),
    failure: text("failure"),
    tries: integer("tries").notNull().default(0),
    notBefore: moment("not_before").notNull().defaultNow(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.organisationId, table.subject, table.conversation),
    index("admin_notes_due")
      .on(table.platform, table.notBefore)
      .where(sql`state = 'due'`),
  ],
);
