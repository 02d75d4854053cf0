import type { IncomingMessage } from "node:http";
import { breakOff } from "../../lib/http/body-deadline.ts";

/** Bodies of one network that are read at once before it is known who sent them: each may take 4 MiB of memory. */
export const UNPROVEN_AT_ONCE = 32;

/** Requests whose body is being read to find out who sent them. */
export interface UnprovenRequests {
  /** Adds one. Where the network has too many, its oldest is broken off: that one had the most time to send its body. */
  begin(network: string, request: IncomingMessage): void;
  /** The body is there, or the request has ended. */
  end(network: string, request: IncomingMessage): void;
}

/**
 * Bounds them by network. The next one is never refused: behind a proxy that is not trusted, strangers whose bodies stall must not
 * keep out a sender who proves who they are, whose body comes at once.
 */
export function createUnprovenRequests(): UnprovenRequests {
  const byNetwork = new Map<string, Set<IncomingMessage>>();
  return {
    begin(network, request) {
      const requests = byNetwork.get(network) ?? new Set();
      byNetwork.set(network, requests.add(request));
      const [oldest] = requests;
      if (requests.size <= UNPROVEN_AT_ONCE || !oldest) return;
      requests.delete(oldest);
      breakOff(oldest);
    },
    end(network, request) {
      const requests = byNetwork.get(network);
      requests?.delete(request);
      if (requests?.size === 0) byNetwork.delete(network);
    },
  };
}
