import type { Clock } from "../../lib/clock.ts";
import { EaselError } from "../../lib/errors.ts";
import type { Attributes, SpanName } from "./span-table.ts";

/** Where spans go. They are recorded when they have ended, so that none is left open. */
export interface Traces {
  /** Never throws and never waits. */
  record(name: SpanName, span: EndedSpan): void;
}

export interface EndedSpan {
  /** The batch whose trace it belongs to; undefined: a trace of its own. */
  readonly batchId: string | undefined;
  /** Milliseconds since the Unix epoch, by the database's time. */
  readonly from: number;
  readonly to: number;
  readonly attributes: Attributes;
}

/** Starts to measure. The result returns the beginning and the present end; a clock that is set meanwhile changes neither. */
export function stopwatch(clock: Pick<Clock, "now" | "elapsed">): () => Pick<EndedSpan, "from" | "to"> {
  const from = clock.now();
  const began = clock.elapsed();
  return () => ({ from, to: from + clock.elapsed() - began });
}

/** A thrown value as `error.type`. */
export function errorType(error: unknown): string {
  if (error instanceof EaselError) return error.code;
  return error instanceof Error ? error.name : "error";
}
