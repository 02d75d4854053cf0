/** Discord's epoch: the start of 2015. */
const EPOCH_MS = 1_420_070_400_000;

/** When the object with this id was created, in milliseconds since the Unix epoch. */
export function timeOf(id: string): number {
  return Number(BigInt(id) >> 22n) + EPOCH_MS;
}

/** The lowest id that an object created at this time can have. */
export function idAt(ms: number): string {
  return String(BigInt(Math.max(0, Math.trunc(ms) - EPOCH_MS)) << 22n);
}

/** The event key of an interaction. */
export function interactionKey(id: string): string {
  return `interaction:${id}`;
}

/** The interaction id in an event key. Undefined for keys of other events. */
export function interactionIn(eventKey: string): string | undefined {
  return /^interaction:(\d{17,20})$/.exec(eventKey)?.[1];
}

/** Whether a text is a snowflake id. */
export function isId(text: string): boolean {
  return /^\d{17,20}$/.test(text);
}
