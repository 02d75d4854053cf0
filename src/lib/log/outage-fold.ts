import type { LoggerOptions } from "pino";
import type { Clock } from "../clock.ts";
import { EaselError } from "../errors.ts";

/** During an outage, each distinct message is logged once per interval. */
const FOLD_MS = 60_000;
/** The most messages to track: more than the code has. */
const MOST_TEXTS = 200;

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

/**
 * A hook for pino. Without it, an outage of the database, the gateway, a platform or the store logs hundreds of identical lines.
 * Writes the first line of each message, and then one a minute, with the number of lines left out in between as `leftOut`. An
 * outage is recognised by a retryable error or by the field `away`.
 */
export function createOutageFold(clock: Pick<Clock, "elapsed">): LogMethod {
  const texts = new Map<string, { readonly writtenAt: number; leftOut: number }>();
  return function fold(args, method) {
    const [fields, text, ...more] = args;
    const away = awayIn(fields);
    if (away === undefined) return method.apply(this, args);
    const key = JSON.stringify([text, ...away]);
    const now = clock.elapsed();
    const known = texts.get(key);
    if (known && now - known.writtenAt < FOLD_MS) {
      known.leftOut += 1;
      return;
    }
    if (!known && texts.size >= MOST_TEXTS) texts.clear();
    texts.set(key, { writtenAt: now, leftOut: 0 });
    const leftOut = known?.leftOut ?? 0;
    method.call(this, leftOut === 0 ? fields : { ...Object(fields), leftOut }, text, ...more);
  };
}

/** What is unavailable, and what was attempted; undefined if the line is not about an outage. */
function awayIn(fields: unknown): readonly unknown[] | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  const { err, away, what } = fields as { readonly err?: unknown; readonly away?: unknown; readonly what?: unknown };
  if (err instanceof EaselError && err.retryable) return [err.code, what];
  return typeof away === "string" ? [away, what] : undefined;
}
