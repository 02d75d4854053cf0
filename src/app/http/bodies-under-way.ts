import type { IncomingMessage } from "node:http";
import { breakOff } from "../../lib/http/body-deadline.ts";

/** How many bodies per sender may be read into memory concurrently. Each may take 4 MiB. */
export const BODIES_AT_ONCE = 32;
/** How many for all Console sessions together, because a member may open any number of sessions. Each body may take 1 MiB. */
export const MEMBERS_BODIES_AT_ONCE = 256;

/** Requests whose body is being read into memory, by sender: a network, a secret used in a network, or all members. */
export interface BodiesUnderWay {
  /**
   * Adds a request. If the sender then has more than `most`, the oldest is broken off, because it had the most time to send its
   * body.
   */
  begin(sender: string, request: IncomingMessage, most: number): void;
  /** Call when the body has arrived or the request has ended. */
  end(sender: string, request: IncomingMessage): void;
}

/**
 * Bounds the bodies per sender. A new request is never refused: all senders may share an untrusted proxy, and strangers who stall
 * must not keep out a sender with a signature or password, whose body arrives immediately.
 */
export function createBodiesUnderWay(): BodiesUnderWay {
  const bySender = new Map<string, Set<IncomingMessage>>();
  return {
    begin(sender, request, most) {
      const requests = bySender.get(sender) ?? new Set();
      bySender.set(sender, requests.add(request));
      const [oldest] = requests;
      if (requests.size <= most || !oldest) return;
      requests.delete(oldest);
      breakOff(oldest);
    },
    end(sender, request) {
      const requests = bySender.get(sender);
      requests?.delete(request);
      if (requests?.size === 0) bySender.delete(sender);
    },
  };
}
