import { MENTION } from "../../../src/core/chat/message.ts";
import { toDiscord } from "../../../src/platforms/discord/post/rich-text.ts";
import { richElements } from "../../../src/platforms/slack/post/rich-text.ts";
import { parseRichText, type RichNode } from "../../../src/web/state/rich-text.ts";

/** Texts of a gateway that would become an address if one of their parts were removed. */
export const HIDDEN_ADDRESSES = [
  "https://evil.test/login",
  "HTTPS://evil.test/login",
  "https:/x:///evil.test/login",
  "https:x:////evil.test/login",
  "https:/x:/\u200B//evil.test/login",
  "httx://ps://evil.test/login",
  "https:\u200E//evil.test/login",
  `https:/${MENTION}/evil.test/login`,
  "https:\0//evil.test/login",
  "https:`//evil.test/login",
  "https:\u200B//evil.test/login",
  "<https://evil.test/login|here>",
  "[here](https://evil.test/login)",
] as const;

/**
 * The links that a person could follow in a message of the core, on any platform. Also finds addresses in code, because the code
 * may be cut off.
 */
export function linksIn(text: string): string[] {
  const inSlack = richElements(text, undefined).flatMap((part) => (part.type === "link" ? [part.url] : []));
  const onDiscord = toDiscord(text);
  const marked = onDiscord.replaceAll(/`[^`]*`/g, "").match(/(?<!\\)(?:\]\(|<)\S*/g) ?? [];
  return [...inSlack, ...linksOf(parseRichText(text)), ...marked, ...(onDiscord.match(/\w*:\/\/\S*/g) ?? [])];
}

function linksOf(nodes: readonly RichNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === "bold") return linksOf(node.nodes);
    return node.kind === "link" ? [node.url] : [];
  });
}
