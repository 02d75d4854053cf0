import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { accounts, credentials } from "./people.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Processes that work, by the database's clock. */
export const workers = pgTable("workers", {
  id: uuid("id").primaryKey(),
  beat: moment("beat").notNull().defaultNow(),
});

/**
 * What only one worker does at a time, such as posting for a workspace. A lease ends with its worker's row, so that it is
 * never free while its holder may still be at it.
 */
export const leases = pgTable("leases", {
  name: text("name").primaryKey(),
  workerId: uuid("worker_id")
    .notNull()
    .references(() => workers.id, { onDelete: "cascade" }),
});

/** What one member asked for at once. */
export const batches = pgTable(
  "batches",
  {
    id: uuid("id").primaryKey(),
    platform: text("platform").notNull(),
    /** The platform's own key of the event that asked: it tells a second delivery. */
    eventKey: text("event_key").notNull(),
    organisationId: uuid("organisation_id").notNull(),
    accountId: uuid("account_id").notNull(),
    conversation: text("conversation").notNull(),
    requesterId: text("requester_id").notNull(),
    requesterName: text("requester_name").notNull(),
    locale: text("locale").notNull(),
    /** The message that asked, to reply to; null where the platform has none. */
    requestMessage: text("request_message"),
    service: text("service").notNull(),
    request: jsonb("request").notNull(),
    count: integer("count").notNull(),
    /** Sandbox results say so. */
    sandbox: boolean("sandbox").notNull(),
    /** What its jobs are written from; null once they are. */
    intake: jsonb("intake"),
    /** The batch whose results were edited or animated, and which of them, in order; null where it began with something else. */
    parentId: uuid("parent_id"),
    parentOrdinals: integer("parent_ordinals").array(),
    /** heard or unheard, where the platform shows no message of its own for it; null while that is not known */
    acknowledged: text("acknowledged"),
    /** Grows with each request to delete, undo or fetch again, so that a worker that is about to close the batch notices. */
    actionsRequested: integer("actions_requested").notNull().default(0),
    /** The process that looks after notice and delivery; it changes hands when that process dies. */
    workerId: uuid("worker_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** Set when notice, result and every artifact are settled: nothing is left to do. */
    closedAt: moment("closed_at"),
  },
  (table) => [
    unique().on(table.platform, table.eventKey),
    // Nobody asks with an account of another organisation. Where an organisation becomes part of another one, so do these.
    foreignKey({
      name: "batches_account_fk",
      columns: [table.accountId, table.organisationId],
      foreignColumns: [accounts.id, accounts.organisationId],
    }).onUpdate("cascade"),
    // A reader that sees no jobs might think that all of them are done.
    check("batches_written", sql`intake is null or closed_at is null`),
    index("batches_open")
      .on(table.workerId)
      .where(sql`closed_at is null`),
    index("batches_of_conversation").on(table.conversation, table.createdAt),
    index("batches_of_account").on(table.accountId, table.createdAt.desc().nullsFirst()),
  ],
);

/** One picture or one clip. */
export const jobs = pgTable(
  "jobs",
  {
    id: uuid("id").primaryKey(),
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id),
    organisationId: uuid("organisation_id").notNull(),
    accountId: uuid("account_id").notNull(),
    service: text("service").notNull(),
    /** 1 for the first of its batch. */
    ordinal: integer("ordinal").notNull(),
    state: text("state").notNull(),
    /** Grows each time the job changes hands; a writer with an older one has lost it. */
    fence: integer("fence").notNull().default(0),
    workerId: uuid("worker_id"),
    notBefore: moment("not_before").notNull().defaultNow(),
    /** When the day began that it may wait: its acceptance, or its approval. */
    waitingSince: moment("waiting_since").notNull().defaultNow(),
    /** Refusals so far that a later try can change. */
    refusals: integer("refusals").notNull().default(0),
    /** Sends of the current create so far. */
    createTries: integer("create_tries").notNull().default(0),
    /** The worker that handles its own bytes at the moment: its create is under way, or what it made is coming in. */
    handledBy: uuid("handled_by"),
    /** The workers that died while they handled its own bytes, since it last got any further. */
    deaths: uuid("deaths")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /**
     * Every scope that it lies in (`encodeScope`): a pause of one of them keeps it waiting, and keys of a narrower one come
     * first.
     */
    scopes: text("scopes")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** How many jobs of this service its member may have at the gateway at once; null: no limit. */
    atOnce: integer("at_once"),
    /** May it be made with a key of its member's own? */
    ownKeys: boolean("own_keys").notNull().default(false),
    /** What it takes of a quota: images, or seconds as they are billed. */
    cost: integer("cost").notNull().default(0),
    credentialId: uuid("credential_id").references(() => credentials.id),
    baseUrl: text("base_url"),
    path: text("path").notNull(),
    body: text("body").notNull(),
    bodyHash: text("body_hash").notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    submittedAt: moment("submitted_at"),
    remoteId: text("remote_id"),
    requestId: text("request_id"),
    guidance: jsonb("guidance"),
    deadlineAt: moment("deadline_at"),
    overdue: boolean("overdue").notNull().default(false),
    cancelRequestedAt: moment("cancel_requested_at"),
    endedAt: moment("ended_at"),
    failure: jsonb("failure"),
    usage: jsonb("usage"),
    /** What became of what the batch reserved for it: reserved, charged, released, assumed or refunded. */
    settlement: text("settlement").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.batchId, table.ordinal),
    // The bound last: a claim passes over the jobs of a member who has as many at the gateway as allowed without reading them.
    index("jobs_waiting")
      .on(
        table.organisationId,
        table.service,
        table.accountId,
        table.createdAt,
        table.ordinal,
        sql`coalesce(at_once, 2147483647)`,
      )
      .where(sql`state = 'waiting'`),
    index("jobs_under_way")
      .on(table.organisationId, table.accountId, table.service)
      .where(sql`state in ('submitting', 'running', 'unknown')`),
    index("jobs_held")
      .on(table.organisationId, table.accountId, table.waitingSince)
      .where(sql`state = 'held'`),
    index("jobs_owned")
      .on(table.workerId)
      .where(sql`worker_id is not null`),
    index("jobs_unknown")
      .on(table.submittedAt)
      .where(sql`state = 'unknown'`),
    index("jobs_deadly")
      .on(table.id)
      .where(sql`deaths <> '{}'`),
    index("jobs_to_cancel")
      .on(table.workerId)
      .where(sql`cancel_requested_at is not null and ended_at is null`),
  ],
);

/**
 * Places at the gateway: one row for each job of a service that a key may have at once. A slot belongs to the remote job, but a
 * job in `unknown` holds one only for a while (`free_unknown_slots`).
 */
export const slots = pgTable(
  "slots",
  {
    keyFingerprint: text("key_fingerprint").notNull(),
    service: text("service").notNull(),
    n: integer("n").notNull(),
    jobId: uuid("job_id").unique(),
  },
  (table) => [primaryKey({ columns: [table.keyFingerprint, table.service, table.n] })],
);

/**
 * Whose turn it is: the organisation that was served least recently, and of it the member who was. An organisation was served
 * when one of its members was.
 */
export const lanes = pgTable(
  "lanes",
  {
    organisationId: uuid("organisation_id").notNull(),
    service: text("service").notNull(),
    accountId: uuid("account_id").notNull(),
    lastServed: moment("last_served")
      .notNull()
      .default(sql`'-infinity'`),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.service, table.accountId] }),
    index("lanes_served").on(table.organisationId, table.service, table.lastServed),
  ],
);

/** What a job made: due until its bytes are in the media store. */
export const artifacts = pgTable("artifacts", {
  jobId: uuid("job_id")
    .primaryKey()
    .references(() => jobs.id),
  batchId: uuid("batch_id").notNull(),
  /** due, fetched or unretrievable */
  state: text("state").notNull(),
  hash: text("hash"),
  bytes: bigint("bytes", { mode: "number" }),
  mimeType: text("mime_type"),
  width: integer("width"),
  height: integer("height"),
  failure: jsonb("failure"),
  /** The post that carries it, once one is intended. */
  post: text("post"),
  succeededAt: moment("succeeded_at").notNull().defaultNow(),
});

/** Messages of a batch: intended before they are sent, so that after a crash it is known what to look for. */
export const posts = pgTable(
  "posts",
  {
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id),
    /**
     * notice, result, late-<ordinal> for an artifact that came after the result (late-<ordinal>.2 where that was said once before
     * and it was fetched again), undo for what was edited, posted again,
     * direct for a result that could not stand where it was asked for, or approval for the question to admins (approval-here
     * where it could not stand in their channel)
     */
    kind: text("kind").notNull(),
    /** intended, posted, undeliverable; a notice ends as folded; a result that someone deletes is removing, then removed */
    state: text("state").notNull(),
    messageId: text("message_id"),
    failure: text("failure"),
    /** The jobs that had not ended when the result was intended: it says nothing of their end, whenever that comes. */
    awaited: uuid("awaited")
      .array()
      .notNull()
      .default(sql`'{}'`),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.kind] }),
    index("posts_of_message")
      .on(table.messageId)
      .where(sql`message_id is not null`),
  ],
);

/** Messages of others that someone wants edited or animated, while they fill in the form for it: files have no room in its id. */
export const targets = pgTable("targets", {
  id: uuid("id").primaryKey(),
  conversation: text("conversation").notNull(),
  messageId: text("message_id").notNull(),
  attachments: jsonb("attachments").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
});
