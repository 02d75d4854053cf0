import { pino, stdSerializers, type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/** Fields that may hold a secret wherever they stand; their values never reach a log line. */
const SECRET_FIELDS = ["authorization", "apiKey", "api_key", "secret", "secretKey", "password", "token", "cookie"];

/**
 * An error for the log. A failed query names its parameters in its message, and these are what people wrote: they are left
 * out, wherever the message stands.
 */
function withoutParameters(error: Error): object {
  const {
    query: _query,
    params: _params,
    parameters: _parameters,
    detail: _detail,
    ...shown
  } = stdSerializers.err(error);
  const cut = (text: string): string => text.replaceAll(/\nparams: [^]*?(?=\n {4}at |\ncaused by: |$)/g, "");
  return { ...shown, message: cut(shown.message), stack: cut(shown.stack) };
}

/**
 * The process's logger: JSON lines on standard error, so that standard output holds the ready block alone.
 * Known secret fields are censored at the top level and one and two levels down.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino(
    { level, redact: { paths, censor: "[secret]" }, base: null, serializers: { err: withoutParameters } },
    destination ?? pino.destination(2),
  );
}
