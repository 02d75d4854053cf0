/** How Slack writes people, channels and links in text: https://docs.slack.dev/messaging/formatting-message-text */
const MARK = /<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>/g;

export function mentions(text: string, userId: string): boolean {
  return new RegExp(`<@${userId}(?:\\|[^<>]*)?>`).test(text);
}

/**
 * A member's text as they wrote it: links as their URLs, people and channels by name, without the mention of Easel and
 * without Slack's escapes.
 */
export async function plainText(
  text: string,
  options: {
    readonly botUserId: string;
    readonly nameOf: (userId: string) => Promise<string>;
    /** Keeps mentions of others in Slack's syntax, for looking the people up. */
    readonly keepsMentions?: boolean;
  },
): Promise<string> {
  const { keepsMentions = false } = options;
  const names = new Map<string, string>();
  for (const [, sign, id = "", label] of text.matchAll(MARK)) {
    if (sign === "@" && !label && !keepsMentions && id !== options.botUserId) names.set(id, await options.nameOf(id));
  }
  const shown = text.replaceAll(MARK, (whole, sign: string, id: string, label: string | undefined) => {
    if (keepsMentions && (sign === "@" || sign === "#" || id.startsWith("subteam^")) && id !== options.botUserId) {
      return `<${sign}${id}>`;
    }
    switch (sign) {
      case "@":
        return id === options.botUserId ? "" : `@${label || names.get(id) || id}`;
      case "#":
        return `#${label || id}`;
      case "!":
        return label || `@${id.replace(/\^.*$/, "")}`;
      default:
        // Links that Slack detected, and links with a label, both become the URL.
        if (id.startsWith("mailto:")) return label || id.slice("mailto:".length);
        return /^[a-z][a-z0-9+.-]*:/i.test(id) ? id : whole;
    }
  });
  return unescape(shown)
    .replaceAll(/[ \t]{2,}/g, " ")
    .trim();
}

function unescape(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
