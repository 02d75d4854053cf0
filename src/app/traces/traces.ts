import type { Clock } from "../../lib/clock.ts";
import { EaselError } from "../../lib/errors.ts";
import type { Attributes, SpanName } from "./span-table.ts";

/** Records spans. A span is recorded only once it has ended, so that none is left open. */
export interface Traces {
  /** Never throws and never waits. */
  record(name: SpanName, span: EndedSpan): void;
}

export interface EndedSpan {
  /** The batch whose trace the span belongs to. Undefined for a trace of its own. */
  readonly batchId: string | undefined;
  /** Milliseconds since the Unix epoch, by the database's time. */
  readonly from: number;
  readonly to: number;
  readonly attributes: Attributes;
}

/** Starts measuring. The returned function gives the start and the current end, unaffected by changes to the clock. */
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
