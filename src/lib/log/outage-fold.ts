import type { LoggerOptions } from "pino";
import type { Clock } from "../clock.ts";
import { EaselError } from "../errors.ts";

/** While something outside is away, each text is logged once in this time. */
const FOLD_MS = 60_000;
/** Texts remembered at a time; there are fewer in the code. */
const MOST_TEXTS = 200;

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

/**
 * A hook for pino. Without it, an outage of the database, the gateway, a platform or the store writes hundreds of lines that say
 * the same. The first line of a text is written, and later ones once a minute, with the number of lines left out since the last
 * one as `leftOut`. What is away is told by an error that a retry can fix, or by the field `away`.
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

/** What is away, and what was to be done; undefined for lines about anything else. */
function awayIn(fields: unknown): readonly unknown[] | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  const { err, away, what } = fields as { readonly err?: unknown; readonly away?: unknown; readonly what?: unknown };
  if (err instanceof EaselError && err.retryable) return [err.code, what];
  return typeof away === "string" ? [away, what] : undefined;
}
