import type { Service } from "../../core/job/job.ts";
import type { CreateOutcome, RemoteService } from "../../core/job/remote.ts";
import type { Meters } from "./meters.ts";

/** Statuses that operators want to tell apart. */
const NAMED_STATUSES: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 502, 503]);

/** Wraps a service to measure its creates. */
export function measuredRemote(service: Service, remote: RemoteService, meters: Meters): RemoteService {
  return {
    ...remote,
    async create(create, signal) {
      const began = performance.now();
      const outcome = await remote.create(create, signal);
      const seconds = (performance.now() - began) / 1_000;
      meters.observe("easel_create_seconds", { service, outcome: outcomeLabel(outcome) }, seconds);
      if (outcome.kind === "refused") {
        meters.count("easel_create_refusals_total", { service, status: statusLabel(outcome.fault.status) });
      }
      return outcome;
    },
  };
}

function outcomeLabel(outcome: CreateOutcome): string {
  return outcome.kind === "refused" && outcome.later ? "refused_for_now" : outcome.kind;
}

/** Other statuses are grouped by their hundreds, so that the label has a bounded set of values. */
function statusLabel(status: number | undefined): string {
  if (status === undefined) return "none";
  return NAMED_STATUSES.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}
