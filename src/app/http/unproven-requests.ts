import type { IncomingMessage } from "node:http";
import { breakOff } from "../../lib/http/body-deadline.ts";

/** How many bodies of unknown senders are read at once per network: each may take 4 MiB of memory. */
export const UNPROVEN_AT_ONCE = 32;

/** Requests whose body is being read to find out who sent them. */
export interface UnprovenRequests {
  /** Adds a request. If the network has too many, its oldest is broken off: that one had the most time to send its body. */
  begin(network: string, request: IncomingMessage): void;
  /** The body is there, or the request has ended. */
  end(network: string, request: IncomingMessage): void;
}

/**
 * Bounds them per network. A new one is never refused: all senders may share an untrusted proxy, and strangers whose bodies stall
 * must not keep out a sender with a signature or password, whose body arrives at once.
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
