import type { InferSelectModel } from "drizzle-orm";
import { z } from "zod";
import { decodeConversation } from "../../core/chat/conversation.ts";
import { JobFailure } from "../../core/job/failure.ts";
import { JOB_STATES, SETTLEMENTS, type JobState, type Service, type Settlement } from "../../core/job/job.ts";
import type { DurationGuidance } from "../../core/job/remote.ts";
import type { Batch, Job, ListedJob } from "../../core/job/job-store.ts";
import { MediaRequest } from "../../core/request/request.ts";
import { decodeCurrency } from "../../core/request/prices.ts";
import { nearestLocale } from "../../lib/locale.ts";
import { orUndefined } from "../rows.ts";
import { jobs, type batches } from "../schema/jobs.ts";

/** The columns that the code reads; the others are for the database only. */
type JobRow = Omit<
  InferSelectModel<typeof jobs>,
  | "indexedAs"
  | "failedAt"
  | "slotId"
  | "bodyHash"
  | "handledBy"
  | "usage"
  | "createdAt"
  | "scopes"
  | "atOnce"
  | "ownKeys"
  | "cost"
>;

/** What lists of jobs read. The other columns may be large. */
export const LISTED_COLUMNS = {
  id: jobs.id,
  service: jobs.service,
  ordinal: jobs.ordinal,
  state: jobs.state,
  cancelRequestedAt: jobs.cancelRequestedAt,
  endedAt: jobs.endedAt,
  failure: jobs.failure,
  settlement: jobs.settlement,
};

/** Raw statements return times and JSON as text. */
export const moment = z.coerce.date();
const json = z.preprocess((value) => (typeof value === "string" ? JSON.parse(value) : value), z.unknown());

/** A raw row with the code's names. */
const RawJob = z
  .object({
    id: z.string(),
    batch_id: z.string(),
    organisation_id: z.string(),
    account_id: z.string(),
    service: z.string(),
    model: z.string().nullable(),
    ordinal: z.number(),
    state: z.string(),
    fence: z.number(),
    worker_id: z.string().nullable(),
    not_before: moment,
    waiting_since: moment,
    refusals: z.number(),
    create_tries: z.number(),
    deaths: z.preprocess(
      // An array column arrives as `{one,two}`, but as an array within JSON. Identifiers need no quotes.
      (value) => (typeof value === "string" ? value.slice(1, -1).split(",").filter(Boolean) : value),
      z.array(z.string()),
    ),
    credential_id: z.string().nullable(),
    base_url: z.string().nullable(),
    path: z.string(),
    body: z.string(),
    idempotency_key: z.string(),
    submitted_at: moment.nullable(),
    remote_id: z.string().nullable(),
    request_id: z.string().nullable(),
    guidance: json,
    deadline_at: moment.nullable(),
    overdue: z.boolean(),
    cancel_requested_at: moment.nullable(),
    ended_at: moment.nullable(),
    failure: json,
    settlement: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    batchId: row.batch_id,
    organisationId: row.organisation_id,
    accountId: row.account_id,
    service: row.service,
    model: row.model,
    ordinal: row.ordinal,
    state: row.state,
    fence: row.fence,
    workerId: row.worker_id,
    notBefore: row.not_before,
    waitingSince: row.waiting_since,
    refusals: row.refusals,
    createTries: row.create_tries,
    deaths: row.deaths,
    credentialId: row.credential_id,
    baseUrl: row.base_url,
    path: row.path,
    body: row.body,
    idempotencyKey: row.idempotency_key,
    submittedAt: row.submitted_at,
    remoteId: row.remote_id,
    requestId: row.request_id,
    guidance: row.guidance,
    deadlineAt: row.deadline_at,
    overdue: row.overdue,
    cancelRequestedAt: row.cancel_requested_at,
    endedAt: row.ended_at,
    failure: row.failure,
    settlement: row.settlement,
  }));

/** A job from a raw row with the table's column names. */
export function readJob(row: unknown): Job {
  return jobFrom(RawJob.parse(row));
}

/** A raw batch row with the code's names. */
const RawBatch = z
  .object({
    id: z.string(),
    event_key: z.string(),
    organisation_id: z.string(),
    account_id: z.string(),
    conversation: z.string(),
    requester_id: z.string(),
    requester_name: z.string(),
    locale: z.string(),
    request_message: z.string().nullable(),
    service: z.string(),
    request: z.unknown(),
    count: z.number(),
    sandbox: z.boolean(),
    price: z.coerce.number().nullable(),
    currency: z.string().nullable(),
    parent_id: z.string().nullable(),
    parent_ordinals: z.array(z.number()).nullable(),
    worker_id: z.string().nullable(),
    created_at: moment,
    closed_at: moment.nullable(),
    acknowledged: z.string().nullable(),
    actions_requested: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    eventKey: row.event_key,
    organisationId: row.organisation_id,
    accountId: row.account_id,
    conversation: row.conversation,
    requesterId: row.requester_id,
    requesterName: row.requester_name,
    locale: row.locale,
    requestMessage: row.request_message,
    service: row.service,
    request: row.request,
    count: row.count,
    sandbox: row.sandbox,
    price: row.price,
    currency: row.currency,
    parentId: row.parent_id,
    parentOrdinals: row.parent_ordinals,
    workerId: row.worker_id,
    createdAt: row.created_at,
    closedAt: row.closed_at,
    acknowledged: row.acknowledged,
    actionsRequested: row.actions_requested,
  }));

/** A batch from a raw row with the table's column names. */
export function readBatch(row: unknown): Batch {
  return batchFrom(RawBatch.parse(row));
}

/** A job from a drizzle select. */
export function jobFrom(row: JobRow): Job {
  return {
    ...listedJobFrom(row),
    batchId: row.batchId,
    organisationId: row.organisationId,
    accountId: row.accountId,
    model: orUndefined(row.model),
    fence: row.fence,
    workerId: orUndefined(row.workerId),
    notBefore: row.notBefore,
    waitingSince: row.waitingSince,
    refusals: row.refusals,
    createTries: row.createTries,
    deaths: row.deaths.length,
    credentialId: orUndefined(row.credentialId),
    baseUrl: orUndefined(row.baseUrl),
    path: row.path,
    body: row.body,
    idempotencyKey: row.idempotencyKey,
    submittedAt: orUndefined(row.submittedAt),
    remoteId: orUndefined(row.remoteId),
    requestId: orUndefined(row.requestId),
    guidance: row.guidance === null ? undefined : guidanceFrom(row.guidance),
    deadlineAt: orUndefined(row.deadlineAt),
    overdue: row.overdue,
  };
}

/** A job from a select of `LISTED_COLUMNS`. */
export function listedJobFrom(row: Pick<JobRow, keyof typeof LISTED_COLUMNS>): ListedJob {
  return {
    id: row.id,
    service: serviceFrom(row.service),
    ordinal: row.ordinal,
    state: stateFrom(row.state),
    cancelRequestedAt: orUndefined(row.cancelRequestedAt),
    endedAt: orUndefined(row.endedAt),
    failure: row.failure === null ? undefined : JobFailure.parse(row.failure),
    settlement: settlementFrom(row.settlement),
  };
}

/** A batch from a drizzle select. */
export function batchFrom(row: Omit<InferSelectModel<typeof batches>, "platform" | "intake">): Batch {
  return {
    id: row.id,
    eventKey: row.eventKey,
    organisationId: row.organisationId,
    accountId: row.accountId,
    conversation: decodeConversation(row.conversation),
    requesterId: row.requesterId,
    requesterName: row.requesterName,
    locale: nearestLocale(row.locale),
    requestMessage: orUndefined(row.requestMessage),
    service: serviceFrom(row.service),
    request: MediaRequest.parse(row.request),
    count: row.count,
    sandbox: row.sandbox,
    price: row.currency === null ? undefined : { ...decodeCurrency(row.currency), amount: orUndefined(row.price) },
    parent: row.parentId === null ? undefined : { batchId: row.parentId, ordinals: row.parentOrdinals ?? [] },
    createdAt: row.createdAt,
    closed: row.closedAt !== null,
    acknowledged: row.acknowledged === null ? undefined : Acknowledgement.parse(row.acknowledged),
    actionsRequested: row.actionsRequested,
  };
}

const Acknowledgement = z.enum(["heard", "unheard"]);

const StoredGuidance = z.object({
  tier: z.string().optional(),
  timeoutSeconds: z.number(),
  milestones: z.array(
    z.object({
      percentile: z.number(),
      seconds: z.number(),
      level: z.string(),
      cardMessage: z.string(),
      detailTitle: z.string(),
      detailBody: z.string(),
    }),
  ),
});

function guidanceFrom(stored: unknown): DurationGuidance {
  const { tier, timeoutSeconds, milestones } = StoredGuidance.parse(stored);
  return { tier, timeoutSeconds, milestones };
}

function stateFrom(text: string): JobState {
  const state = JOB_STATES.find((known) => known === text);
  if (!state) throw new RangeError(`not a job state: ${text}`);
  return state;
}

function settlementFrom(text: string): Settlement {
  const settlement = SETTLEMENTS.find((known) => known === text);
  if (!settlement) throw new RangeError(`not a settlement: ${text}`);
  return settlement;
}

function serviceFrom(text: string): Service {
  if (text !== "image" && text !== "video") throw new RangeError(`not a service: ${text}`);
  return text;
}
