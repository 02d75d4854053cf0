import { pino, type DestinationStream, type Logger } from "pino";
import { createLineRedaction } from "./redact.ts";
import { shownError } from "./shown-error.ts";

export type { Logger } from "pino";

/** Fields that may hold a secret; their values never reach a log line. */
const SECRET_FIELDS = ["authorization", "apiKey", "api_key", "secret", "secretKey", "password", "token", "cookie"];

/**
 * The process's logger: JSON lines on standard error, so that standard output holds only the ready block. Known secret fields
 * are censored at the top level and one and two levels down; `secrets`, and values that look like one, are censored everywhere.
 */
export function createLog(level: string, destination?: DestinationStream, secrets: readonly string[] = []): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  const out = destination ?? pino.destination(2);
  const redact = createLineRedaction(secrets);
  return pino(
    {
      level,
      redact: { paths, censor: "[secret]" },
      base: null,
      serializers: { err: (error: unknown) => (error instanceof Error ? shownError(error) : typeof error) },
    },
    { write: (line) => out.write(redact(line)) },
  );
}
