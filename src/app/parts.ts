import type { PlatformName } from "../core/chat/conversation.ts";
import type { PlatformState } from "../core/chat/platform.ts";
import { WORKER_EXPIRED_MS } from "../lib/limits.ts";
import type { PartState } from "./http/watch.ts";

/** A chat platform that is on, and how this process stands with it. */
export interface PlatformStatus {
  readonly platform: PlatformName;
  readonly state: PlatformState;
}

/** One of the parts outside that Easel depends on, as `/readyz` and the metrics show it. */
export interface Part {
  readonly name: string;
  readonly isUp: boolean;
  /** A few words, without anything secret. */
  readonly says: string;
}

export function platformPart({ platform, state }: PlatformStatus): Part {
  const isUp = state.kind === "connected" || state.kind === "standby" || state.kind === "posting";
  return { name: platform, isUp, says: stateText(state) };
}

/** How a platform stands, in a few words for the operator. */
export function stateText(state: PlatformState): string {
  switch (state.kind) {
    case "connected":
      return "connected";
    case "posting":
      return "delivering only";
    case "standby":
      return `standing by: another process holds the connection, and loses it ${WORKER_EXPIRED_MS / 1000} seconds after it died`;
    case "connecting":
      return `not connected (${state.reason}); tried again until it is`;
    case "refused":
      return `refused: ${state.reason}`;
  }
}

/** A part that is reached when it is needed. */
export function partOf(name: string, state: PartState): Part {
  switch (state.kind) {
    case "up":
      return { name, isUp: true, says: "up" };
    case "away":
      return { name, isUp: false, says: `away (${state.reason}); asked again until it is back` };
    case "refused":
      return { name, isUp: false, says: `refused: ${state.reason}` };
  }
}
