import { hostname } from "node:os";
import { pino, type DestinationStream, type Logger } from "pino";
import { systemClock, type Clock } from "../clock.ts";
import { traceIdOf } from "./trace-id.ts";
import { createOutageFold } from "./outage-fold.ts";
import { createLineRedaction } from "./redact.ts";
import { shownError } from "./shown-error.ts";

export type { Logger } from "pino";

/** Fields that may hold a secret; their values never reach a log line. */
const SECRET_FIELDS = ["authorization", "apiKey", "api_key", "secret", "secretKey", "password", "token", "cookie"];

export interface LogOptions {
  /** Values that are censored wherever they appear. */
  readonly secrets?: readonly string[];
  /** The process's role, on every line. */
  readonly role?: string;
  /** Whether traces are exported: lines about a batch then name its trace. */
  readonly isTraced?: boolean;
  readonly clock?: Pick<Clock, "elapsed">;
}

/**
 * The process's logger: JSON lines on standard error, so that standard output holds only the ready block. Every line names its
 * level, machine, process and role, so that the lines of several processes can be merged. Known secret fields are censored at
 * the top level and one and two levels down; `secrets`, and values that look like one, are censored everywhere. Repeated lines
 * about an unavailable database are folded.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  { secrets = [], role, isTraced = false, clock = systemClock }: LogOptions = {},
): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  const out = destination ?? pino.destination(2);
  const redact = createLineRedaction(secrets);
  return pino(
    {
      level,
      redact: { paths, censor: "[secret]" },
      base: { host: hostname(), pid: process.pid, ...(role === undefined ? {} : { role }) },
      formatters: { level: (name) => ({ level: name }), ...(isTraced ? { log: withTrace } : {}) },
      hooks: { logMethod: createOutageFold(clock) },
      serializers: { err: (error: unknown) => (error instanceof Error ? shownError(error) : typeof error) },
    },
    { write: (line) => out.write(redact(line)) },
  );
}

/** `trace_id` is the name that OpenTelemetry gives the field in logs that are not its own. */
function withTrace(fields: Record<string, unknown>): Record<string, unknown> {
  const { batch } = fields;
  return typeof batch === "string" ? { ...fields, trace_id: traceIdOf(batch) } : fields;
}
