import type { LoggerOptions } from "pino";
import type { Clock } from "../clock.ts";
import { DatabaseUnavailableError } from "../errors.ts";

/** While the database is away, each text is logged once in this time. */
const FOLD_MS = 60_000;
/** Texts remembered at a time; there are fewer in the code. */
const MOST_TEXTS = 200;

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

/**
 * A hook for pino. Without it, an outage of the database writes hundreds of lines that say the same. The first line of a text is
 * written, and later ones once a minute, with the number of lines left out since the last one as `leftOut`.
 */
export function createOutageFold(clock: Pick<Clock, "elapsed">): LogMethod {
  const texts = new Map<string, { readonly writtenAt: number; leftOut: number }>();
  return function fold(args, method) {
    const [fields, text, ...more] = args;
    if (!isOutage(fields)) return method.apply(this, args);
    const key = JSON.stringify([text, fields.what]);
    const now = clock.elapsed();
    const known = texts.get(key);
    if (known && now - known.writtenAt < FOLD_MS) {
      known.leftOut += 1;
      return;
    }
    if (!known && texts.size >= MOST_TEXTS) texts.clear();
    texts.set(key, { writtenAt: now, leftOut: 0 });
    const leftOut = known?.leftOut ?? 0;
    method.call(this, leftOut === 0 ? fields : { ...fields, leftOut }, text, ...more);
  };
}

function isOutage(fields: unknown): fields is { readonly err: DatabaseUnavailableError; readonly what?: unknown } {
  return (
    typeof fields === "object" && fields !== null && "err" in fields && fields.err instanceof DatabaseUnavailableError
  );
}
