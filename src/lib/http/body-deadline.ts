import type { IncomingMessage } from "node:http";
import type { Clock } from "../clock.ts";
import { EaselError } from "../errors.ts";

/** A request's body did not arrive in time, or other requests needed its place. It gets no answer. */
class SlowBodyError extends EaselError {
  readonly statusCode = 408;

  constructor() {
    super("slow_body", "the body came too slowly");
  }
}

/**
 * Breaks the connection of a request whose body has not arrived after `ms`, even if the request was answered meanwhile,
 * because the server still waits for the rest of the body then.
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
