/** The quantile of a sample by nearest rank. `share` is from 0 to 1. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

export function median(sample: readonly number[]): number {
  return quantile(sample, 0.5);
}
