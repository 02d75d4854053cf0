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

/** Worker processes and their heartbeats, by the database's clock. */
export const workers = pgTable("workers", {
  id: uuid("id").primaryKey(),
  beat: moment("beat").notNull().defaultNow(),
  /** The process's Easel version and schema; null for versions that did not record them. */
  version: text("version"),
  migrations: integer("migrations"),
  functions: integer("functions"),
});

/** Processes that take requests, and their heartbeats. One that works too has the same id as its row among the workers. */
export const chatProcesses = pgTable("chat_processes", {
  id: uuid("id").primaryKey(),
  beat: moment("beat").notNull().defaultNow(),
  version: text("version").notNull(),
  migrations: integer("migrations").notNull(),
  functions: integer("functions").notNull(),
});

/**
 * Tasks that only one worker does at a time, such as posting for a workspace. A lease ends with its worker's row, so that it is
 * never free while its holder may still be active.
 */
export const leases = pgTable("leases", {
  name: text("name").primaryKey(),
  workerId: uuid("worker_id")
    .notNull()
    .references(() => workers.id, { onDelete: "cascade" }),
});

const workspacePart = "split_part(conversation, ':', 1) || ':' || split_part(conversation, ':', 2)";
/** The workspace at the start of a row's encoded conversation, in the form that the indexes use. */
export const batchWorkspace = sql.raw(`(${workspacePart})`);
/** The channel of a row's encoded conversation, without its thread, in the form that the indexes use. */
export const batchChannel = sql.raw(`(${workspacePart} || ':' || split_part(conversation, ':', 3))`);

/** One member's request, for one or more jobs. */
export const batches = pgTable(
  "batches",
  {
    id: uuid("id").primaryKey(),
    platform: text("platform").notNull(),
    /** The platform's key of the requesting event, to recognise a second delivery. */
    eventKey: text("event_key").notNull(),
    organisationId: uuid("organisation_id").notNull(),
    accountId: uuid("account_id").notNull(),
    conversation: text("conversation").notNull(),
    requesterId: text("requester_id").notNull(),
    requesterName: text("requester_name").notNull(),
    locale: text("locale").notNull(),
    /** The requesting message, to reply to; null if the platform has none. */
    requestMessage: text("request_message"),
    service: text("service").notNull(),
    request: jsonb("request").notNull(),
    count: integer("count").notNull(),
    /** Whether the sandbox made it; its results say so. */
    sandbox: boolean("sandbox").notNull(),
    /** What each job costs by the operator's prices then, in the smallest unit; null if that is not known. */
    price: bigint("price", { mode: "number" }),
    /** `encodeCurrency`; null if there were no prices. */
    currency: text("currency"),
    /** The data to write its jobs from; null once they exist. */
    intake: jsonb("intake"),
    /** The batch whose results were edited or animated, and which results, in order; null if there is none. */
    parentId: uuid("parent_id"),
    parentOrdinals: integer("parent_ordinals").array(),
    /** heard or unheard if the platform itself shows no message; null while that is unknown */
    acknowledged: text("acknowledged"),
    /** Incremented by each request to delete, undo or fetch again, so that a worker about to close the batch notices. */
    actionsRequested: integer("actions_requested").notNull().default(0),
    /** The worker that maintains the notice and delivers. Another one takes over when it dies. */
    workerId: uuid("worker_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** Set when notice, result and every artifact are settled: nothing is left to do. */
    closedAt: moment("closed_at"),
  },
  (table) => [
    unique().on(table.platform, table.eventKey),
    // Keeps a batch's account in its organisation, also when organisations merge.
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
    index("batches_open_of_account")
      .on(table.accountId, table.createdAt)
      .where(sql`closed_at is null`),
    // For deleting old ones.
    index("batches_by_age")
      .on(table.closedAt)
      .where(sql`closed_at is not null`),
    // Open ones first, then those that were closed last.
    index("batches_of_conversation").on(table.conversation, table.closedAt),
    index("batches_of_request").on(table.conversation, table.requestMessage),
    index("batches_of_workspace").on(batchWorkspace, table.createdAt),
    index("batches_of_channel").on(batchChannel, table.createdAt),
    index("batches_of_parent")
      .on(table.parentId, table.createdAt)
      .where(sql`parent_id is not null`),
    index("batches_of_account").on(table.accountId, table.createdAt.desc().nullsFirst()),
  ],
);

/** A picture or a clip. */
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
    /**
     * The value that the partial indexes use: waiting, held or unknown while that is the state, assumed once it is settled that
     * way, otherwise null. A trigger maintains it (`index_jobs`). No index uses the state or the settlement itself, because every
     * change of an indexed column writes to all of the table's indexes.
     */
    indexedAs: text("indexed_as"),
    /** When it failed, for the index of failed jobs; maintained by the same trigger. */
    failedAt: moment("failed_at"),
    /** Incremented each time the job changes hands; a writer with an older fence has lost the job. */
    fence: integer("fence").notNull().default(0),
    workerId: uuid("worker_id"),
    notBefore: moment("not_before").notNull().defaultNow(),
    /** When its waiting time began: its acceptance or its approval. */
    waitingSince: moment("waiting_since").notNull().defaultNow(),
    /** Temporary refusals so far. */
    refusals: integer("refusals").notNull().default(0),
    /** How often the current create has been sent. */
    createTries: integer("create_tries").notNull().default(0),
    /** The worker that currently handles the job's bytes: sending its create, or fetching its artifact. */
    handledBy: uuid("handled_by"),
    /** Workers that died while they handled the job's bytes, since its last progress. */
    deaths: uuid("deaths")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /**
     * Every scope that contains the job (`encodeScope`). A pause of any of them keeps it waiting. Keys of narrower scopes come
     * first.
     */
    scopes: text("scopes")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** How many jobs of this service its member may have at the gateway concurrently; null: no limit. */
    atOnce: integer("at_once"),
    /** Whether it may use its member's own key. */
    ownKeys: boolean("own_keys").notNull().default(false),
    /** What it takes from a quota: images, or seconds as billed. */
    cost: integer("cost").notNull().default(0),
    /** The requested model, because a key can list the models that it serves; null in jobs from before this column. */
    model: text("model"),
    credentialId: uuid("credential_id").references(() => credentials.id),
    /** The slot that the job took last. It holds the slot while `slots.job_id` is the job. */
    slotId: bigint("slot_id", { mode: "number" }),
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
    /** How its reservation was settled: reserved, charged, released, assumed or refunded. */
    settlement: text("settlement").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.batchId, table.ordinal),
    // A member's jobs with equal requirements are adjacent, so that a claim reads only the first. `claim_jobs` has the same
    // expression.
    index("jobs_waiting")
      .on(
        table.organisationId,
        table.service,
        table.accountId,
        sql`hash_array_extended(scopes || array[at_once::text, own_keys::text, cost::text, model], 0)`,
        table.createdAt,
        table.ordinal,
      )
      .where(sql`indexed_as = 'waiting'`),
    // Includes jobs whose artifact is being fetched.
    index("jobs_under_way")
      .on(table.organisationId, table.accountId, table.service)
      .where(sql`worker_id is not null or indexed_as = 'unknown'`),
    index("jobs_held")
      .on(table.organisationId, table.accountId, table.waitingSince)
      .where(sql`indexed_as = 'held'`),
    index("jobs_owned")
      .on(table.workerId)
      .where(sql`worker_id is not null`),
    index("jobs_unknown")
      .on(table.submittedAt)
      .where(sql`indexed_as = 'unknown'`),
    index("jobs_deadly")
      .on(table.id)
      .where(sql`deaths <> '{}'`),
    index("jobs_assumed")
      .on(table.organisationId, table.createdAt, table.batchId)
      .where(sql`indexed_as = 'assumed'`),
    // For a recovery.
    index("jobs_failed")
      .on(table.organisationId, table.failedAt)
      .where(sql`failed_at is not null`),
    index("jobs_to_cancel")
      .on(table.workerId)
      .where(sql`cancel_requested_at is not null and (worker_id is not null or indexed_as = 'waiting')`),
  ],
);

/** A job's output: due until its bytes are in the media store. */
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
  /** The post that carries it, once intended. */
  post: text("post"),
  succeededAt: moment("succeeded_at").notNull().defaultNow(),
});

/** A batch's messages, stored as intended before they are sent, so that a crash leaves a trace of what to look for. */
export const posts = pgTable(
  "posts",
  {
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id),
    /**
     * notice; result; late-<ordinal> for an artifact that arrived after the result (late-<ordinal>.2 if it was fetched again
     * after an earlier late post); undo for a reposted original; direct for a result that could not be posted where it was
     * requested; approval for the question to admins (approval-here if it could not be posted in their channel)
     */
    kind: text("kind").notNull(),
    /** intended, posted, undeliverable; a notice ends as folded; a result that someone deletes is removing, then removed */
    state: text("state").notNull(),
    messageId: text("message_id"),
    /** Where the message is, if not where its batch was requested. */
    conversation: text("conversation"),
    failure: text("failure"),
    /** The jobs still unfinished when the result was intended: it doesn't report their outcome. */
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
