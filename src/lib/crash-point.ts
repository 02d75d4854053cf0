/**
 * The moments in the life of a request after which a process may be gone, each named. The fault tests end or freeze a
 * process at every one of them. In the order in which a request comes by:
 */
export const CRASH_POINTS = [
  "intake:before-commit",
  "intake:after-commit",
  "acknowledge:before",
  "acknowledge:after",
  "claim:before-commit",
  /** Also the intent: a claimed job is `submitting`, and its create may go out from here on. */
  "claim:after-commit",
  "create:before",
  "create:answered",
  "id:before-commit",
  "id:after-commit",
  "end:before-commit",
  "end:after-commit",
  /** At each chunk that goes into the media store. */
  "store:chunk",
  "artifact:before-commit",
  "artifact:after-commit",
  "post:before",
  /** A message's files are with the platform, and the message is not. */
  "post:uploaded",
  "post:after",
  "post-id:after-commit",
  "fold:before",
  "fold:after",
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

let handler: ((point: CrashPoint) => void) | undefined;

/** Says that this process has come to a point. Nothing happens but in a process that tests faults. */
export function reach(point: CrashPoint): void {
  handler?.(point);
}

/** For the process of a fault test: `act` is called at every point, and may well not return. */
export function atCrashPoints(act: (point: CrashPoint) => void): void {
  handler = act;
}
