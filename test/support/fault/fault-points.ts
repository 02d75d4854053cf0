import { STEPS, type Step } from "../../../src/lib/crash-points.ts";

/**
 * Where a process under test can be killed or frozen: the program's own steps, and the moment after a create was sent, which its
 * HTTP client announces.
 */
export type FaultPoint = Step | "create:sent";

export const FAULT_POINTS: readonly FaultPoint[] = [...STEPS, "create:sent"];

/** What happens to a process the next time it reaches a point. */
export interface Arming {
  readonly point: FaultPoint;
  /** 1: the first time from now on. */
  readonly hit: number;
  readonly signal: "SIGKILL" | "SIGSTOP";
}

/** An order for a process under test. `wrongMs`: the new error of its local clock. */
export type Order = Arming | { readonly wrongMs: number };
