import type { Reference } from "./reference.ts";

/** Durations are sums of frames; what is over a whole second by less than this is rounding, not time. */
const NOISE_SECONDS = 1e-6;

/**
 * What a clip is billed as, in seconds: its own length and that of every reference video, each rounded up
 * (`docs/gateway.md#videos-billing`). A video without a length counts nothing:
 * such a request is refused before it comes to this.
 */
export function billedSeconds(seconds: number, references: readonly Reference[]): number {
  return references.reduce(
    (sum, one) => (one.kind === "video" ? sum + roundedSeconds(one.seconds ?? 0) : sum),
    seconds,
  );
}

/** A probed length as the whole seconds that are sent and billed. */
export function roundedSeconds(probed: number): number {
  return Math.ceil(probed - NOISE_SECONDS);
}
