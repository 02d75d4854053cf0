import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/** Fields that may hold a secret wherever they stand; their values never reach a log line. */
const SECRET_FIELDS = ["authorization", "apiKey", "api_key", "secret", "secretKey", "password", "token", "cookie"];

/**
 * The process's logger: JSON lines on standard error, so that standard output holds the ready block alone.
 * Known secret fields are censored at the top level and one and two levels down.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino({ level, redact: { paths, censor: "[secret]" }, base: null }, destination ?? pino.destination(2));
}
