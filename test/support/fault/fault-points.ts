import { STEPS, type Step } from "../../../src/lib/steps.ts";

/**
 * Where a process under test may be ended or frozen: the program's own points, and the moment when a create has just gone
 * out, which its HTTP client announces.
 */
export type FaultPoint = Step | "create:sent";

export const FAULT_POINTS: readonly FaultPoint[] = [...STEPS, "create:sent"];

/** What is to happen to a process the next time it comes to a point. */
export interface Arming {
  readonly point: FaultPoint;
  /** 1: the first time from now. */
  readonly hit: number;
  readonly signal: "SIGKILL" | "SIGSTOP";
}

/** What a process under test can be told. `wrongMs`: how far its clock on the wall is off from now on. */
export type Order = Arming | { readonly wrongMs: number };
