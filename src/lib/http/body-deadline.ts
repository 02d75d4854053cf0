import type { IncomingMessage } from "node:http";
import type { Clock } from "../clock.ts";
import { EaselError } from "../errors.ts";

/** The body of a request did not come in the time that it had, or others needed its place. Nothing of it is answered. */
class SlowBodyError extends EaselError {
  readonly statusCode = 408;

  constructor() {
    super("slow_body", "the body came too slowly");
  }
}

/**
 * Breaks the connection of a request whose body is not there after `ms`, whether or not the request was answered meanwhile: the
 * rest of a body is awaited even then.
 */
export function limitBodyTime(request: IncomingMessage, ms: number, clock: Pick<Clock, "after">): void {
  if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) return;
  const cancel = clock.after(ms, () => breakOff(request));
  request.once("end", cancel).once("close", cancel);
}

/** Breaks the connection of a request, unless all of it is there. */
export function breakOff(request: IncomingMessage): void {
  if (!request.complete) request.destroy(new SlowBodyError());
}
