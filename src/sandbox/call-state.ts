import type { FastifyRequest } from "fastify";
import type { FaultAction } from "./errors/fault.ts";
import { newRequestId } from "./calls.ts";

/** What the sandbox records about a call while it answers it. */
export interface CallState {
  readonly requestId: string;
  /** Whether it is in the call list already. */
  seen: boolean;
  /** Whether its end is recorded already. */
  ended: boolean;
  fault: FaultAction | undefined;
}

const STATES = new WeakMap<FastifyRequest, CallState>();

/** The state of a call, created on first use. */
export function callState(request: FastifyRequest): CallState {
  const existing = STATES.get(request);
  if (existing) return existing;
  const state: CallState = { requestId: newRequestId(), seen: false, ended: false, fault: undefined };
  STATES.set(request, state);
  return state;
}
