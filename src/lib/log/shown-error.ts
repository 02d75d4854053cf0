import { DatabaseUnavailableError } from "../errors.ts";

/** Fields of errors that describe the problem and hold nothing that people wrote. */
const SHOWN_FIELDS = [
  "code",
  "retryable",
  "failure",
  "status",
  "requestId",
  "slackCode",
  "variable",
  "constraint_name",
];
const MOST_CAUSES = 8;

/** An error as the log shows it: its kind, its message and those of its causes, where it was thrown, and a few fields. */
export interface ShownError {
  readonly type: string;
  readonly message: string;
  /** Absent where the reason is outside the program. */
  readonly stack?: string;
  readonly [field: string]: unknown;
}

/**
 * An error for the log. The parameters of a failed query, and PostgreSQL's quotes of them, can be members' words or encrypted
 * secrets, so they are removed from messages, stacks and fields. While the database is unavailable, stack and statement are left
 * out, because neither says why.
 */
export function shownError(error: Error): ShownError {
  const chain = causesOf(error);
  const fields = SHOWN_FIELDS.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return ["string", "number", "boolean"].includes(typeof value) ? [[name, value] as const] : [];
  });
  if (error instanceof DatabaseUnavailableError) {
    const reasons = chain.filter((one) => !isFailedQuery(one));
    return { type: typeOf(error), message: reasons.map(messageOf).join(": "), ...Object.fromEntries(fields) };
  }
  return {
    type: typeOf(error),
    message: chain.map(messageOf).join(": "),
    stack: chain.map((one) => `${typeOf(one)}: ${messageOf(one)}${framesOf(one)}`).join("\ncaused by: "),
    ...Object.fromEntries(fields),
    ...(error instanceof AggregateError
      ? {
          errors: error.errors
            .slice(0, MOST_CAUSES)
            .map((one) => (one instanceof Error ? shownError(one) : typeof one)),
        }
      : {}),
  };
}

function causesOf(error: Error): Error[] {
  const chain: Error[] = [];
  for (let current: unknown = error; current instanceof Error && chain.length < MOST_CAUSES; current = current.cause) {
    chain.push(current);
  }
  return chain;
}

function typeOf(error: Error): string {
  return error.name === "Error" ? error.constructor.name : error.name;
}

function isFailedQuery(error: Error): error is Error & { readonly query: unknown } {
  return "params" in error && "query" in error;
}

function messageOf(error: Error): string {
  // The rest of drizzle's own message lists the parameters.
  if (isFailedQuery(error)) return `Failed query: ${String(error.query)}`;
  // Data exceptions quote the value (PostgreSQL documentation, appendix A, class 22).
  if ("code" in error && typeof error.code === "string" && /^22[0-9A-Z]{3}$/.test(error.code)) {
    return error.message.replace(/: ".*$/s, "");
  }
  return error.message;
}

/** V8 writes the message first, then a line per frame. */
function framesOf({ message, stack = "" }: Error): string {
  const start = message === "" ? -1 : stack.indexOf(message);
  const frames = start === -1 ? stack : stack.slice(start + message.length);
  return frames
    .split("\n")
    .filter((line) => /^ {4}at .*(?::\d+:\d+\)?|<anonymous>\)?|\bnative\)?|\(index \d+\))$/.test(line))
    .map((line) => `\n${line}`)
    .join("");
}
