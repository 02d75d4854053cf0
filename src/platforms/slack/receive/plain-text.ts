import { chosenName } from "../../../command/parse/chosen-name.ts";
import type { NamesOf } from "../people/display-names.ts";

/** How Slack writes people, channels and links in text: https://docs.slack.dev/messaging/formatting-message-text */
const MARK = /<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>/g;

const USER_ID = /^[UW][A-Z0-9]{1,30}$/;

export function mentions(text: string, userId: string): boolean {
  return new RegExp(`<@${userId}(?:\\|[^<>]*)?>`).test(text);
}

/**
 * A member's text as they wrote it: links as their URLs, people and channels by name, without the mention of Easel and
 * without Slack's escapes. Others chose the names, so these are never read as options or picture numbers.
 */
export async function plainText(
  text: string,
  options: {
    readonly botUserId: string;
    readonly namesOf: NamesOf;
    /** Keeps mentions of others in Slack's syntax, for looking the people up. */
    readonly keepsMentions?: boolean;
  },
): Promise<string> {
  const { keepsMentions = false } = options;
  const unlabelled = new Set<string>();
  for (const [, sign, id = "", label] of text.matchAll(MARK)) {
    if (sign === "@" && !label && id !== options.botUserId && USER_ID.test(id)) unlabelled.add(id);
  }
  const names = keepsMentions ? undefined : await options.namesOf([...unlabelled]);
  const shown = text.replaceAll(MARK, (whole, sign: string, id: string, label: string | undefined) => {
    if (keepsMentions && (sign === "@" || sign === "#" || id.startsWith("subteam^")) && id !== options.botUserId) {
      return `<${sign}${id}>`;
    }
    switch (sign) {
      case "@":
        return id === options.botUserId ? "" : `@${plainName(label || names?.get(id)) ?? id}`;
      case "#": {
        const name = plainName(label) ?? id;
        // `#2` would be the second picture.
        return /^\d/.test(name) ? name : `#${name}`;
      }
      case "!":
        return plainName(label) ?? `@${id.replace(/\^.*$/, "")}`;
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

function plainName(name: string | undefined): string | undefined {
  return name ? chosenName(name) : undefined;
}

function unescape(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
