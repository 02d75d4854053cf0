import type { JobFailure } from "./failure.ts";
import type { JobState, Service, Settlement } from "./job.ts";
import type { DurationGuidance } from "./remote.ts";

/** What the decision needs to know about a job. */
export interface JobFacts {
  readonly state: JobState;
  readonly service: Service;
}

/** What can happen to a job. */
export type JobEvent =
  /** 2xx with an id. Counts whenever it arrives, regardless of the fence. */
  | {
      readonly type: "created";
      readonly remoteId: string;
      readonly requestId: string | undefined;
      readonly guidance: DurationGuidance | undefined;
      readonly deadlineMs: number;
    }
  /** No byte of the create left this process. */
  | { readonly type: "not_sent"; readonly delayMs: number; readonly failure?: JobFailure }
  /** Refused, but a retry may succeed. */
  | { readonly type: "refused_for_now"; readonly delayMs: number; readonly failure: JobFailure }
  | { readonly type: "refused"; readonly failure: JobFailure }
  /** The create was sent with an uncertain outcome, and no tries are left. */
  | { readonly type: "outcome_unknown"; readonly failure?: JobFailure }
  /** Too long in `unknown`. */
  | { readonly type: "unknown_given_up"; readonly failure: JobFailure }
  | { readonly type: "remote_completed"; readonly usage: unknown }
  | { readonly type: "remote_failed"; readonly failure: JobFailure; readonly usage: unknown }
  /** `started`: it had begun, so it is charged. */
  | { readonly type: "remote_cancelled"; readonly started: boolean }
  /** 410, the state `expired`, repeated 404, or no answer for too long. */
  | { readonly type: "remote_gone"; readonly failure: JobFailure }
  /** An admin approved a held job. */
  | { readonly type: "approved" }
  /** An admin declined a held job. */
  | { readonly type: "declined"; readonly failure: JobFailure }
  /** The member cancels. This ends only jobs that no worker has; for others, the gateway is asked. */
  | { readonly type: "cancel_requested" }
  | { readonly type: "waited_too_long"; readonly failure: JobFailure }
  /** The gateway said how long it may take; `deadlineAt` in Unix milliseconds. */
  | { readonly type: "guided"; readonly guidance: DurationGuidance; readonly deadlineAt: number }
  /** Past its deadline. */
  | { readonly type: "overdue" };

/** What to write, all in one transaction. */
export interface Transition {
  readonly from: JobState;
  readonly to: JobState;
  readonly freesSlot?: true;
  readonly settlement?: Exclude<Settlement, "reserved" | "refunded">;
  readonly failure?: JobFailure;
  /** Back to waiting, not before this delay. `refused`: another try failed, so the next wait is longer. */
  readonly delayMs?: number;
  readonly refused?: true;
  /** Restarts the day for which it may wait. */
  readonly beginsWaiting?: true;
  readonly created?: Extract<JobEvent, { type: "created" }>;
  readonly guided?: Extract<JobEvent, { type: "guided" }>;
  readonly usage?: unknown;
  readonly makesArtifact?: true;
  readonly marksOverdue?: true;
  readonly requestsCancel?: true;
  /** Written regardless of who has the job now: an id or a cancellation is valid in any hands. */
  readonly ignoresFence?: true;
}

/**
 * Decides what an event does to a job: the table of the job's life, and nothing else. Undefined if the event has no meaning in
 * that state, e.g. because another one came first.
 */
export function transition(job: JobFacts, event: JobEvent): Transition | undefined {
  const { state } = job;
  switch (event.type) {
    case "created":
      if (state !== "submitting" && state !== "unknown") return undefined;
      return { from: state, to: "running", created: event, ignoresFence: true };
    case "not_sent":
      if (state !== "submitting") return undefined;
      return {
        from: state,
        to: "waiting",
        freesSlot: true,
        delayMs: event.delayMs,
        refused: true,
        ...(event.failure ? { failure: event.failure } : {}),
      };
    case "refused_for_now":
      if (state !== "submitting") return undefined;
      // Only pictures may be created again: for a clip, no refusal proves that nothing was made.
      if (job.service === "video") {
        return { from: state, to: "failed", freesSlot: true, settlement: "released", failure: event.failure };
      }
      return {
        from: state,
        to: "waiting",
        freesSlot: true,
        delayMs: event.delayMs,
        refused: true,
        failure: event.failure,
      };
    case "refused":
      if (state !== "submitting") return undefined;
      return { from: state, to: "failed", freesSlot: true, settlement: "released", failure: event.failure };
    case "outcome_unknown":
      if (state !== "submitting") return undefined;
      return { from: state, to: "unknown", ...(event.failure ? { failure: event.failure } : {}) };
    case "unknown_given_up":
      if (state !== "unknown") return undefined;
      return { from: state, to: "failed", freesSlot: true, settlement: "assumed", failure: event.failure };
    case "remote_completed":
      if (state !== "running") return undefined;
      return {
        from: state,
        to: "succeeded",
        freesSlot: true,
        settlement: "charged",
        usage: event.usage,
        makesArtifact: true,
      };
    case "remote_failed":
      if (state !== "running") return undefined;
      return {
        from: state,
        to: "failed",
        freesSlot: true,
        settlement: "released",
        failure: event.failure,
        usage: event.usage,
      };
    case "remote_cancelled":
      if (state !== "running") return undefined;
      return { from: state, to: "cancelled", freesSlot: true, settlement: event.started ? "charged" : "released" };
    case "remote_gone":
      if (state !== "running") return undefined;
      return { from: state, to: "expired", freesSlot: true, settlement: "charged", failure: event.failure };
    case "cancel_requested":
      if (state === "waiting" || state === "held") {
        return { from: state, to: "cancelled", settlement: "released", requestsCancel: true, ignoresFence: true };
      }
      // The gateway must be asked. An unknown job keeps the cancellation in case its id arrives.
      if (state === "submitting" || state === "running" || state === "unknown") {
        return { from: state, to: state, requestsCancel: true, ignoresFence: true };
      }
      return undefined;
    case "approved":
      return state === "held" ? { from: state, to: "waiting", beginsWaiting: true } : undefined;
    case "declined":
      if (state !== "held") return undefined;
      return { from: state, to: "failed", settlement: "released", failure: event.failure };
    case "waited_too_long":
      if (state !== "waiting" && state !== "held") return undefined;
      return { from: state, to: "failed", settlement: "released", failure: event.failure };
    case "guided":
      return state === "running" ? { from: state, to: "running", guided: event } : undefined;
    case "overdue":
      return state === "running" ? { from: state, to: "running", marksOverdue: true } : undefined;
  }
}
