/** Exponential backoff with jitter: a random delay between half and all of `first * 2 ** tries`, capped. Milliseconds. */
export function backoff(tries: number, firstMs: number, capMs: number, random: () => number): number {
  const whole = Math.min(capMs, firstMs * 2 ** Math.min(tries, 30));
  return Math.round(whole / 2 + (whole / 2) * random());
}
