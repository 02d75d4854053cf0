/** The longest `[slow:...]` and `[queue:...]`: a week outlives every wait of a client. */
const SANDBOX_SLOW_SECONDS = 7 * 24 * 3_600;

/** Instructions to the sandbox in a prompt (`docs/sandbox.md`, "Make something go wrong"). */
export interface Markers {
  /** `[fail:CODE]` */
  readonly failCode: string | undefined;
  /** `[slow:30]`: seconds from submission to the end, by the sandbox's clock, at any speed. */
  readonly slowSeconds: number | undefined;
  /** `[queue:5]`: seconds in the queue, likewise. */
  readonly queueSeconds: number | undefined;
  /** `[link:60]`: seconds for which a signed link to a clip is valid, to show a stale one. */
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

/** The prompt without its markers, which are not drawn. */
export function withoutMarkers(prompt: string): string {
  return prompt
    .replaceAll(/\[(?:fail|slow|queue|link):[^\]]{0,80}\]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function secondsOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.min(Number(text), SANDBOX_SLOW_SECONDS);
}
