import type { Reference } from "./reference.ts";

/** Durations are sums of frames, so an excess over a whole second below this is a rounding error. */
const NOISE_SECONDS = 1e-6;

/**
 * A clip's billed seconds: its own length and that of every reference video, each rounded up (`docs/gateway.md#videos-billing`).
 * A video without a known length counts as zero; such a request is refused before this matters.
 */
export function billedSeconds(seconds: number, references: readonly Reference[]): number {
  return references.reduce(
    (sum, one) => (one.kind === "video" ? sum + roundedSeconds(one.seconds ?? 0) : sum),
    seconds,
  );
}

/** A probed length in whole seconds, as it is sent and billed. */
export function roundedSeconds(probed: number): number {
  return Math.ceil(probed - NOISE_SECONDS);
}
