import { channel } from "node:diagnostics_channel";

/**
 * The steps of a request at which a process may die, in order. Each is published on the diagnostics channel `easel:step`; the
 * fault tests subscribe to it, and kill or freeze a process at every step.
 */
export const STEPS = [
  "intake:before-commit",
  "intake:after-commit",
  "acknowledge:before",
  "acknowledge:after",
  "claim:before-commit",
  /** A claimed job is `submitting`. From here on, its create may be sent. */
  "claim:after-commit",
  "create:before",
  "create:answered",
  "id:before-commit",
  "id:after-commit",
  "end:before-commit",
  "end:after-commit",
  /** At each chunk written to the media store. */
  "store:chunk",
  "artifact:before-commit",
  "artifact:after-commit",
  "post:before",
  /** The platform has the message's files, but not yet the message. */
  "post:uploaded",
  "post:after",
  "post-id:after-commit",
  "fold:before",
  "fold:after",
] as const;
export type Step = (typeof STEPS)[number];

/** Its messages are of type `Step`. */
export const STEP_CHANNEL = "easel:step";

const steps = channel(STEP_CHANNEL);

/** Reports a step. Without a subscriber this does nothing. */
export function report(step: Step): void {
  if (steps.hasSubscribers) steps.publish(step);
}
