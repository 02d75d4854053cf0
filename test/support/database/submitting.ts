import { openStoredBody } from "../../../src/gateway/http/stored-body.ts";
import { pino } from "pino";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import type { CreateOutcome } from "../../../src/core/job/remote.ts";
import type { Job } from "../../../src/core/job/job-store.ts";
import { submit, type SubmitContext } from "../../../src/worker/submit-job.ts";
import { aFault, aJob, EPOCH } from "./jobs.ts";
import { tenBytes } from "./memory-delivery.ts";
import { createMemoryJobStore } from "./memory-job-store.ts";
import { createScriptedRemote, type RemoteScript } from "../gateway/scripted-remote.ts";
import { createSteppedClock } from "../fault/stepped-clock.ts";

export const away = new DatabaseUnavailableError("away");
export const created: CreateOutcome = { kind: "created", remoteId: "r-1", requestId: "q-1", guidance: undefined };
export const unknown: CreateOutcome = { kind: "unknown", reason: "reset" };
export const notSent: CreateOutcome = { kind: "not_sent", reason: "connection refused" };
export const busy: CreateOutcome = {
  kind: "refused",
  fault: aFault({ status: 429, code: "rate_limit_error" }),
  later: true,
  retryAfterMs: undefined,
};
export const refused: CreateOutcome = {
  kind: "refused",
  fault: aFault({ status: 400, code: "invalid_value", param: "size", requestId: "q-9" }),
  later: false,
  retryAfterMs: undefined,
};

export interface Setting {
  readonly job?: Partial<Job>;
  readonly create: RemoteScript["create"];
  readonly context?: Partial<SubmitContext>;
}

/** A job in `submitting`, and a gateway with scripted answers to its creates. */
export function setUpSubmitting(setting: Setting) {
  const clock = createSteppedClock(EPOCH.getTime());
  const job = aJob(setting.job);
  const store = createMemoryJobStore(job, clock.now);
  const remote = createScriptedRemote(setting.create ? { create: setting.create } : {});
  const stop = new AbortController();
  const context: SubmitContext = {
    store,
    clock,
    random: () => 0,
    log: pino({ level: "silent" }),
    service: remote,
    keys: { secretOf: async () => "sk-secret" },
    openBody: (body) => openStoredBody(body, tenBytes),
    onRefusal: async () => ({ retry: false }),
    ...setting.context,
  };
  const run = (): Promise<Job | undefined> => clock.finish(submit(job, context, stop.signal));
  return { clock, job, store, remote, stop, context, run };
}
