import type { JobFailure } from "../failure.ts";
import { meaningOf, type GatewaySentence } from "../gateway-faults.ts";
import type { Service, Settlement } from "../job.ts";

/**
 * A recovery refunds or retries many failed requests at once. `refund` returns charges that were assumed because the outcome is
 * uncertain; jobs that certainly failed were never charged. `retry` repeats the failed jobs.
 */
export const RECOVERY_KINDS = ["refund", "retry"] as const;
export type RecoveryKind = (typeof RECOVERY_KINDS)[number];

/**
 * The most requests of one recovery. A worker goes through a retry for minutes, one request after another, while a refund is one
 * transaction, for which others wait who change quotas.
 */
export const RECOVERY_REQUESTS: Readonly<Record<RecoveryKind, number>> = { retry: 2_000, refund: 200 };

/** A job that failed, but not because an admin declined it. */
export interface FailedJob {
  readonly id: string;
  readonly failure: JobFailure;
  readonly settlement: Settlement;
  /** The key that it was last sent with. */
  readonly credentialId: string | undefined;
}

/** A request with its failed jobs. */
export interface FailedRequest {
  readonly batchId: string;
  readonly accountId: string;
  readonly service: Service;
  /** What each job takes from a quota: one picture, or seconds as billed. */
  readonly cost: number;
  readonly jobs: readonly FailedJob[];
  /** Its member or a recovery has repeated it since. */
  readonly isAskedAgain: boolean;
}

/** Selects some of the failed requests. */
export interface RecoveryChoice {
  /** Only jobs that were last sent with this key. */
  readonly credentialId?: string;
  /** Only jobs that failed for this reason (`failureCode`). */
  readonly code?: string;
  /** A retry includes jobs with an uncertain outcome, which may then be made and charged twice. */
  readonly uncertain?: boolean;
}

/** The size of a recovery. */
export interface RecoverySums {
  readonly requests: number;
  readonly images: number;
  /** As billed. */
  readonly seconds: number;
  readonly members: number;
  /** The requests with an uncertain outcome. */
  readonly uncertain: number;
}

/** How many requests have jobs that are left out, by reason. */
export interface LeftOut {
  /** Retry: already repeated. */
  readonly again: number;
  /** Retry: the gateway would refuse the same request again. */
  readonly hopeless: number;
  /** Retry: the gateway may have made and charged it. */
  readonly uncertain: number;
  /** Refund: refunded before. */
  readonly refunded: number;
  /** Refund: certainly failed, so it was never charged. */
  readonly free: number;
  /** Beyond `RECOVERY_REQUESTS`. */
  readonly more: number;
}

/** One request of a recovery: the jobs that it concerns. */
export interface RecoveryItem {
  readonly batchId: string;
  readonly jobIds: readonly string[];
}

export interface RecoveryPlan {
  readonly items: readonly RecoveryItem[];
  readonly sums: RecoverySums;
  readonly leftOut: LeftOut;
}

/** Why a job failed, as a code: the gateway's code, else its type or HTTP status, else Easel's own reason. */
export function failureCode({ reason, code, type, status }: JobFailure): string {
  const named = [code, type].find((one) => one !== undefined && one.trim() !== "");
  return named ?? (status === undefined ? reason : String(status));
}

/** Whether the outcome of a job is uncertain: its create was sent, and the answer never came. */
export function isUncertain({ failure, settlement }: Pick<FailedJob, "failure" | "settlement">): boolean {
  return failure.reason === "unknown_outcome" || settlement === "assumed" || settlement === "refunded";
}

/** Decides which requests a recovery includes, in the given order, and which it leaves out. */
export function planRecovery(
  kind: RecoveryKind,
  requests: readonly FailedRequest[],
  choice: RecoveryChoice = {},
): RecoveryPlan {
  const judged = requests.map((request) => judge(kind, request, choice));
  const taken = judged.filter(({ jobs }) => jobs.length > 0);
  const most = RECOVERY_REQUESTS[kind];
  const [now, more] = [taken.slice(0, most), taken.length - most];
  const count = (reason: Reason): number => judged.filter(({ reasons }) => reasons.has(reason)).length;
  return {
    items: now.map(({ request, jobs }) => ({ batchId: request.batchId, jobIds: jobs.map(({ id }) => id) })),
    sums: sumsOf(now),
    leftOut: {
      again: count("again"),
      hopeless: count("hopeless"),
      uncertain: count("uncertain"),
      refunded: count("refunded"),
      free: count("free"),
      more: Math.max(0, more),
    },
  };
}

/** The jobs that an admin chose by key and reason. */
function chosenJobs({ jobs }: FailedRequest, { credentialId, code }: RecoveryChoice): readonly FailedJob[] {
  return jobs.filter(
    (job) =>
      (credentialId === undefined || job.credentialId === credentialId) &&
      (code === undefined || failureCode(job.failure) === code),
  );
}

/** The totals of these requests' jobs. */
export function sumsOf(
  some: readonly { readonly request: FailedRequest; readonly jobs: readonly FailedJob[] }[],
): RecoverySums {
  const of = (service: Service): number =>
    some
      .filter(({ request }) => request.service === service)
      .reduce((sum, { request, jobs }) => sum + request.cost * jobs.length, 0);
  return {
    requests: some.length,
    images: of("image"),
    seconds: of("video"),
    members: new Set(some.map(({ request }) => request.accountId)).size,
    uncertain: some.filter(({ jobs }) => jobs.some(isUncertain)).length,
  };
}

/** The gateway's reasons that lie in the request itself, so that a retry would fail again. */
const OF_THE_REQUEST: ReadonlySet<GatewaySentence> = new Set<GatewaySentence>([
  "modelName",
  "requestInvalid",
  "valueInvalid",
  "requestTooLarge",
  "imageRequired",
  "tooManyImages",
  "tooManyMasks",
  "imageType",
  "maskType",
  "imageTooLarge",
  "maskTooLarge",
  "maskDimensions",
  "imageUnreadable",
  "imageAddress",
  "unsuitable",
  "moderation",
  "parameters",
  "promptInvalid",
]);

type Reason = Exclude<keyof LeftOut, "more">;

interface Judged {
  readonly request: FailedRequest;
  readonly jobs: readonly FailedJob[];
  readonly reasons: ReadonlySet<Reason>;
}

function judge(kind: RecoveryKind, request: FailedRequest, choice: RecoveryChoice): Judged {
  const chosen = chosenJobs(request, choice);
  if (kind === "retry" && request.isAskedAgain && chosen.length > 0) {
    return { request, jobs: [], reasons: new Set(["again"]) };
  }
  const why = (job: FailedJob): Reason | undefined => (kind === "refund" ? notRefunded(job) : notRetried(job, choice));
  return {
    request,
    jobs: chosen.filter((job) => why(job) === undefined),
    reasons: new Set(chosen.map(why).filter((reason) => reason !== undefined)),
  };
}

function notRefunded({ settlement }: FailedJob): Reason | undefined {
  if (settlement === "assumed") return undefined;
  return settlement === "refunded" ? "refunded" : "free";
}

function notRetried(job: FailedJob, { uncertain = false }: RecoveryChoice): Reason | undefined {
  if (isUncertain(job)) return uncertain ? undefined : "uncertain";
  return wouldFailAgain(job.failure) ? "hopeless" : undefined;
}

/** Whether the request itself caused the failure, so that a retry would fail again. */
function wouldFailAgain({ reason, ...fault }: JobFailure): boolean {
  return reason === "gateway" && OF_THE_REQUEST.has(meaningOf(fault).sentence);
}
