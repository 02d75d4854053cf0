import {
  CallStoppedError,
  ConnectionBrokenError,
  GatewayError,
  GatewayTimeoutError,
  NotSentError,
  UnexpectedAnswerError,
} from "../gateway-error.ts";

const TIMEOUT_CODES: ReadonlySet<string> = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

/** Answers that are not HTTP (undici sets a name, but not always a code), or whose length differs from the declared one. */
const MALFORMED = /^(?:HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;

/**
 * Converts an error from undici to one of ours.
 * @param started whether sending had begun; if not, the error says that nothing was sent
 */
export function transportError(error: unknown, started: boolean, signal: AbortSignal): GatewayError {
  if (signal.aborted) {
    if (signal.reason instanceof GatewayTimeoutError) return signal.reason;
    return error instanceof CallStoppedError ? error : new CallStoppedError(started, signal.reason);
  }
  if (error instanceof GatewayError) return error;
  const code = codeOf(error);
  if (!started) return new NotSentError(`no connection: ${describe(error, code)}`, error);
  if (code !== undefined && TIMEOUT_CODES.has(code)) {
    return new GatewayTimeoutError("no answer in time", { sent: true, cause: error });
  }
  const malformed = [error instanceof Error ? error.name : "", code ?? ""].find((name) => MALFORMED.test(name));
  if (malformed !== undefined) {
    return new UnexpectedAnswerError(`the answer is not valid HTTP: ${malformed}`, { cause: error });
  }
  return new ConnectionBrokenError(`the connection broke: ${describe(error, code)}`, error);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Codes need no message; undici's and Node's messages name an address or a header at most, never a header's value. */
function describe(error: unknown, code: string | undefined): string {
  const message = error instanceof Error ? error.message : "";
  if (code === undefined) return message || "an unknown failure";
  return message === "" || message.includes(code) ? message || code : `${code} ${message}`;
}
