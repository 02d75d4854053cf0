import type { Fault } from "../../../src/core/job/failure.ts";
import { randomUUID } from "node:crypto";
import type { Milestone, RemoteSnapshot } from "../../../src/core/job/remote.ts";
import type { Settlement } from "../../../src/core/job/job.ts";
import type { Batch, Job, NewBatch } from "../../../src/core/job/job-store.ts";
import type { ImageRequest } from "../../../src/core/request/image/image.ts";

/** The time of the made-up jobs and batches. */
export const EPOCH = new Date("2026-01-01T00:00:00.000Z");

/** A one-picture job in `submitting`, as a worker holds it right after the claim. */
export function aJob(changes: Partial<Job> = {}): Job {
  return {
    id: randomUUID(),
    batchId: randomUUID(),
    organisationId: randomUUID(),
    accountId: randomUUID(),
    service: "image",
    model: "provider-a/image-2",
    ordinal: 1,
    state: "submitting",
    fence: 1,
    workerId: randomUUID(),
    notBefore: EPOCH,
    waitingSince: EPOCH,
    refusals: 0,
    createTries: 1,
    deaths: 0,
    credentialId: "credential-1",
    baseUrl: "http://gateway.test",
    path: "/api/v1/images/generations/jobs",
    body: '{"model":"provider-a/image-2","prompt":"a fox"}',
    idempotencyKey: "easel-key-1",
    submittedAt: EPOCH,
    remoteId: undefined,
    requestId: undefined,
    guidance: undefined,
    deadlineAt: undefined,
    overdue: false,
    cancelRequestedAt: undefined,
    endedAt: undefined,
    failure: undefined,
    settlement: settledBy(changes),
    ...changes,
  };
}

/** The settlement that `transition.ts` gives a job with this end. */
function settledBy({ state, failure }: Partial<Job>): Settlement {
  if (state === "succeeded" || state === "expired") return "charged";
  if (state === "failed") {
    return failure?.reason === "unknown_outcome" ? "assumed" : "released";
  }
  return state === "cancelled" ? "released" : "reserved";
}

export function aRequest(changes: Partial<ImageRequest> = {}): ImageRequest {
  return { kind: "image", model: "provider-a/image-2", prompt: "a fox", count: 1, references: [], ...changes };
}

/** A batch of one picture, requested by Max in the Console's general channel. */
export function aBatch(changes: Partial<Batch> = {}): Batch {
  return {
    id: randomUUID(),
    eventKey: "message:m-1",
    organisationId: randomUUID(),
    accountId: randomUUID(),
    conversation: { platform: "console", workspace: "main", channel: "general" },
    requesterId: "member",
    requesterName: "Max",
    locale: "en",
    requestMessage: "m-1",
    service: "image",
    request: aRequest(),
    count: 1,
    sandbox: false,
    price: undefined,
    parent: undefined,
    createdAt: EPOCH,
    closed: false,
    acknowledged: undefined,
    actionsRequested: 0,
    ...changes,
  };
}

/** A request for two pictures, as it is accepted. */
export function aNewBatch(changes: Partial<NewBatch> = {}): NewBatch {
  return {
    id: "b",
    eventKey: "e",
    organisationId: "o",
    accountId: "a",
    conversation: { platform: "slack", workspace: "T1", channel: "C1" },
    requesterId: "U1",
    requesterName: "Max",
    locale: "en",
    requestMessage: undefined,
    request: aRequest({ count: 2 }),
    scopes: [],
    atOnce: undefined,
    mostWaiting: undefined,
    ownKeys: false,
    cost: 1,
    unit: "images",
    parent: undefined,
    service: "image",
    sandbox: false,
    price: undefined,
    workerId: undefined,
    jobs: [1, 2].map((ordinal) => ({
      id: `j-${ordinal}`,
      ordinal,
      path: "/",
      body: "{}",
      idempotencyKey: `k-${ordinal}`,
    })),
    ...changes,
  };
}

export function aSnapshot(changes: Partial<RemoteSnapshot> = {}): RemoteSnapshot {
  return {
    phase: "running",
    queuePosition: undefined,
    percent: undefined,
    message: undefined,
    startedAt: undefined,
    finishedAt: undefined,
    fault: undefined,
    usage: undefined,
    ...changes,
  };
}

export function aFault(changes: Partial<Fault> = {}): Fault {
  return {
    status: undefined,
    code: undefined,
    type: undefined,
    message: undefined,
    param: undefined,
    requestId: undefined,
    ...changes,
  };
}

export function aMilestone(seconds: number, cardMessage: string): Milestone {
  return { percentile: 50, seconds, level: "info", cardMessage, detailTitle: "", detailBody: "" };
}
