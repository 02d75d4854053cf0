/**
 * Whether a member asked to cancel a job. Has one listener. Thousands of jobs each have one for hours, and an AbortController with
 * its signal and listener would take half a kilobyte.
 */
export class Cancellation {
  isAsked = false;
  /** Called once, when the member asks. */
  onAsked: (() => void) | undefined;

  /** Asking twice is harmless. */
  ask(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    this.onAsked?.();
  }
}
