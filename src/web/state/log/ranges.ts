/** Positions of a channel, both ends included. Every message in between has been loaded. */
export interface Range {
  /** 0: from the beginning of the channel. */
  readonly from: number;
  /** Infinity: up to the newest message, and what arrives follows. */
  readonly to: number;
}

/** Adds a range to separate, sorted ranges, and merges it with those that it touches. */
export function addRange(ranges: readonly Range[], added: Range): readonly Range[] {
  // Positions are whole numbers, so 5 and 6 are adjacent.
  const isApart = ({ from, to }: Range): boolean => to + 1 < added.from || added.to + 1 < from;
  const met = [added, ...ranges.filter((range) => !isApart(range))];
  const whole = { from: Math.min(...met.map(({ from }) => from)), to: Math.max(...met.map(({ to }) => to)) };
  return [...ranges.filter(isApart), whole].toSorted((one, other) => one.from - other.from);
}

/** The range with a position. Undefined if that has not been loaded. */
export function rangeAt(ranges: readonly Range[], position: number): Range | undefined {
  return ranges.find(({ from, to }) => from <= position && position <= to);
}

/** The range that ends with the newest message. Undefined if that has not been loaded. */
export function newestRange(ranges: readonly Range[]): Range | undefined {
  return ranges.find(isNewest);
}

/** Whether the range includes the newest message, so that new messages extend it. */
export function isNewest({ to }: Range): boolean {
  return to === Infinity;
}
