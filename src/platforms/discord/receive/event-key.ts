/** The key that an interaction is taken under. */
export function interactionKey(id: string): string {
  return `interaction:${id}`;
}

/** The interaction of a key; undefined for a key of anything else. */
export function interactionIn(eventKey: string): string | undefined {
  return /^interaction:(\d{17,20})$/.exec(eventKey)?.[1];
}
