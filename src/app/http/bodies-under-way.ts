import type { IncomingMessage } from "node:http";
import { breakOff } from "../../lib/http/body-deadline.ts";

/** How many bodies of one sender are read into memory at once: each may take 4 MiB. */
export const BODIES_AT_ONCE = 32;
/** How many bodies of all the Console's sessions together: a member may open any number of sessions. Each may take 1 MiB. */
export const MEMBERS_BODIES_AT_ONCE = 256;

/** Requests whose body is being read into memory, by sender: a network, a secret used in a network, or all members. */
export interface BodiesUnderWay {
  /**
   * Adds a request. If the sender has more than `most`, the oldest is broken off: that one had the most time to send its
   * body.
   */
  begin(sender: string, request: IncomingMessage, most: number): void;
  /** The body is there, or the request has ended. */
  end(sender: string, request: IncomingMessage): void;
}

/**
 * Bounds them per sender. A new one is never refused: all senders may share an untrusted proxy, and strangers whose bodies stall
 * must not keep out a sender with a signature or password, whose body arrives at once.
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
