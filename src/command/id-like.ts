/** A mention or a bare id, as Discord and Slack write them. */
const ID = /^(?:<[^<>]*>|\d{15,22}|[UWSCG][A-Z0-9]{6,})$/;

/**
 * Whether a text is a mention or an id. People choose their own names, so such a text must never be compared with names: a person
 * could take another person's mention as a name.
 */
export function isIdLike(text: string): boolean {
  return ID.test(text.trim());
}
