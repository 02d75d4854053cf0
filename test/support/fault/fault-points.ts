import { STEPS, type Step } from "../../../src/lib/crash-points.ts";

/**
 * The points at which a process under test can be killed or frozen: the program's own steps, and the moment after a create was
 * sent, which its HTTP client announces.
 */
export type FaultPoint = Step | "create:sent";

export const FAULT_POINTS: readonly FaultPoint[] = [...STEPS, "create:sent"];

/** The signal that a process sends itself when it reaches a point. */
export interface Arming {
  readonly point: FaultPoint;
  /** 1 means the next time it reaches the point. */
  readonly hit: number;
  readonly signal: "SIGKILL" | "SIGSTOP";
}

/** An order for a process under test. `wrongMs`: how far its local clock is wrong from then on. */
export type Order = Arming | { readonly wrongMs: number };
