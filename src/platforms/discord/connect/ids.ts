/** Discord's epoch: the first second of 2015. */
const EPOCH_MS = 1_420_070_400_000;

/** When something with this id came to be, in milliseconds since the Unix epoch. */
export function timeOf(id: string): number {
  return Number(BigInt(id) >> 22n) + EPOCH_MS;
}

/** The id that something which came to be then would have at the least. */
export function idAt(ms: number): string {
  return String(BigInt(Math.max(0, Math.trunc(ms) - EPOCH_MS)) << 22n);
}

/** The key that an interaction is taken under. */
export function interactionKey(id: string): string {
  return `interaction:${id}`;
}

/** The interaction of a key; undefined for a key of anything else. */
export function interactionIn(eventKey: string): string | undefined {
  return /^interaction:(\d{17,20})$/.exec(eventKey)?.[1];
}

/** Is it a snowflake? */
export function isId(text: string): boolean {
  return /^\d{17,20}$/.test(text);
}
