import type { Service } from "../../core/job/job.ts";
import type { CreateOutcome, RemoteService } from "../../core/job/remote.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Followed } from "./followed.ts";
import type { Attributes } from "./span-table.ts";
import { stopwatch, type Traces } from "./traces.ts";

/** Wraps a service to record a span for each create. */
export function tracedRemote(
  service: Service,
  remote: RemoteService,
  { traces, clock, followed }: { readonly traces: Traces; readonly clock: Clock; readonly followed: Followed },
): RemoteService {
  return {
    ...remote,
    async create(create, signal) {
      const watch = stopwatch(clock);
      const outcome = await remote.create(create, signal);
      const job = followed.of(create.idempotencyKey);
      if (!job) return outcome;
      const { hostname, port, protocol } = new URL(create.baseUrl);
      const attributes: Attributes = {
        "easel.batch": job.batchId,
        "easel.job": job.jobId,
        "easel.service": service,
        "http.request.method": "POST",
        "server.address": hostname,
        "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
        ...described(outcome),
      };
      traces.record("create at the gateway", { batchId: job.batchId, ...watch(), attributes });
      return outcome;
    },
  };
}

/** A refusal's code could be any text of the gateway, so its status is used as the error type. */
function described(outcome: CreateOutcome): Attributes {
  switch (outcome.kind) {
    case "created":
      return { "easel.outcome": "created", "easel.request_id": outcome.requestId };
    case "refused": {
      const { status, requestId } = outcome.fault;
      return {
        "easel.outcome": outcome.later ? "refused_for_now" : "refused",
        "easel.request_id": requestId,
        "http.response.status_code": status,
        "error.type": String(status ?? "refused"),
      };
    }
    case "not_sent":
    case "unknown":
      return {
        "easel.outcome": outcome.kind,
        "easel.request_id": outcome.kind === "unknown" ? outcome.fault?.requestId : undefined,
        "error.type": outcome.timedOut ? "timeout" : outcome.kind,
      };
  }
}
