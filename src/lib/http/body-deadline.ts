import type { IncomingMessage } from "node:http";
import type { Clock } from "../clock.ts";
import { EaselError } from "../errors.ts";

/** The body did not arrive in time, or the request was evicted. No response is sent. */
class SlowBodyError extends EaselError {
  readonly statusCode = 408;

  constructor() {
    super("slow_body", "the body arrived too slowly");
  }
}

/**
 * Closes a request's connection if the body has not fully arrived after `ms`, even if the request was answered: the server would
 * still wait for the rest of the body.
 */
export function limitBodyTime(request: IncomingMessage, ms: number, clock: Pick<Clock, "after">): void {
  if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) return;
  const cancel = clock.after(ms, () => breakOff(request));
  request.once("end", cancel).once("close", cancel);
}

/** Closes a request's connection, unless the whole request has arrived. */
export function breakOff(request: IncomingMessage): void {
  if (!request.complete) request.destroy(new SlowBodyError());
}
