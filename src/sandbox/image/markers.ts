/** The longest `[slow:...]` and `[queue:...]`: a week outlives every wait of a client. */
const SANDBOX_SLOW_SECONDS = 7 * 24 * 3_600;

/** What a prompt may ask of the sandbox itself (design, "The sandbox gateway"). */
export interface Markers {
  /** `[fail:CODE]` */
  readonly failCode: string | undefined;
  /** `[slow:30]`: seconds from submission to the end, of the sandbox's clock, at any speed. */
  readonly slowSeconds: number | undefined;
  /** `[queue:5]`: seconds in the queue, likewise. */
  readonly queueSeconds: number | undefined;
  /** `[link:60]`: seconds that a signed link to a clip is good for, so that one can be seen to go stale. */
  readonly linkSeconds?: number | undefined;
}

/** The markers of a prompt; the first one of each kind counts. */
export function readMarkers(prompt: string): Markers {
  return {
    failCode: /\[fail:([\w-]{1,80})\]/.exec(prompt)?.[1],
    slowSeconds: secondsOf(/\[slow:(\d{1,9}(?:\.\d{1,3})?)\]/.exec(prompt)?.[1]),
    queueSeconds: secondsOf(/\[queue:(\d{1,9}(?:\.\d{1,3})?)\]/.exec(prompt)?.[1]),
    linkSeconds: secondsOf(/\[link:(\d{1,9})\]/.exec(prompt)?.[1]),
  };
}

/** The prompt as people meant it: what is painted does not show the markers. */
export function withoutMarkers(prompt: string): string {
  return prompt
    .replaceAll(/\[(?:fail|slow|queue|link):[^\]]{0,80}\]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function secondsOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.min(Number(text), SANDBOX_SLOW_SECONDS);
}
