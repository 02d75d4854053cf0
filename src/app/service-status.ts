import type { PlatformName } from "../core/chat/conversation.ts";
import type { PlatformState } from "../core/chat/platform.ts";
import { WORKER_EXPIRED_MS } from "../lib/limits.ts";
import type { PartState } from "./http/watch.ts";

/** An enabled chat platform and its connection. */
export interface PlatformStatus {
  readonly platform: PlatformName;
  readonly state: PlatformState;
}

/** An external service that Easel depends on, as `/readyz` and the metrics show it. */
export interface Part {
  readonly name: string;
  readonly isUp: boolean;
  /** A short description without secrets. */
  readonly summary: string;
}

export function platformPart({ platform, state }: PlatformStatus): Part {
  const isUp = state.kind === "connected" || state.kind === "standby" || state.kind === "posting";
  return { name: platform, isUp, summary: stateText(state) };
}

/** A platform's state in a few words, for the operator. */
export function stateText(state: PlatformState): string {
  switch (state.kind) {
    case "connected":
      return "connected";
    case "posting":
      return "delivering only";
    case "standby":
      return `standing by: another process holds the connection until ${WORKER_EXPIRED_MS / 1000} seconds after it dies`;
    case "connecting":
      return `not connected (${state.reason}); Easel keeps trying`;
    case "refused":
      return `refused: ${state.reason}`;
  }
}

/** The part for a service that is called only when needed. */
export function partOf(name: string, state: PartState): Part {
  switch (state.kind) {
    case "up":
      return { name, isUp: true, summary: "up" };
    case "away":
      return { name, isUp: false, summary: `away (${state.reason}); Easel keeps checking` };
    case "refused":
      return { name, isUp: false, summary: `refused: ${state.reason}` };
  }
}

/** More in 15 minutes can't be chance. Same as in the alert EaselLeaseFlapping. */
const LEASES_LOST = 2;

/** Reports a worker that keeps losing its lease. No external service is down, so the metrics don't show this as a part. */
export function leaseParts(lost: number): Part[] {
  if (lost <= LEASES_LOST) return [];
  const summary =
    `lost ${lost} times in the last 15 minutes, so results come late; ` +
    "give the process more processor time, don't suspend its machine, and check its connection to the database";
  return [{ name: "lease", isUp: false, summary }];
}
