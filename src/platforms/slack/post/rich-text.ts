import { channelMention, MENTION, mentionedChannel } from "../../../core/chat/message.ts";

/** A part of a line in Slack's `rich_text` block. Slack shows its text literally, whatever characters it contains. */
export type RichElement =
  | { readonly type: "text"; readonly text: string; readonly style?: { readonly bold?: true; readonly code?: true } }
  | { readonly type: "link"; readonly url: string }
  | { readonly type: "user"; readonly user_id: string }
  | { readonly type: "channel"; readonly channel_id: string };

/**
 * A URL without the punctuation that follows it, in English or Chinese. Slack does not link URLs in rich text by
 * itself.
 */
const ADDRESS = /https?:\/\/[^\s<>"'`*、。，；：！？（）《》]*[^\s<>"'`*、。，；：！？（）《》.,;:!?)\]}]/y;

/**
 * Parses the core's light Markdown: `**bold**`, `` `code` ``, backslash escapes, the mark of the one mention, channels,
 * and URLs. Members' text is never parsed as Slack's own markup.
 */
export function richElements(text: string, mention: string | undefined): RichElement[] {
  const elements: RichElement[] = [];
  let plain = "";
  let bold = false;
  const flush = (): void => {
    if (plain !== "") elements.push({ type: "text", text: plain, ...(bold ? { style: { bold: true } } : {}) });
    plain = "";
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    const next = text[at + 1];
    const url = character === "h" ? addressAt(text, at) : undefined;
    if (url !== undefined) {
      flush();
      elements.push({ type: "link", url });
      at += url.length - 1;
    } else if (character === "\\" && next !== undefined && /[!-/:-@[-`{-~]/.test(next)) {
      plain += next;
      at++;
    } else if (character === "*" && next === "*") {
      flush();
      bold = !bold;
      at++;
    } else if (character === MENTION && mentionedChannel(text.slice(at)) !== undefined) {
      flush();
      const channel = mentionedChannel(text.slice(at)) ?? "";
      elements.push({ type: "channel", channel_id: channel });
      at += channelMention(channel).length - 1;
    } else if (character === MENTION) {
      flush();
      if (mention !== undefined) elements.push({ type: "user", user_id: mention });
    } else if (character === "`" && text.indexOf("`", at + 1) > at + 1) {
      flush();
      const end = text.indexOf("`", at + 1);
      elements.push({ type: "text", text: text.slice(at + 1, end), style: { code: true } });
      at = end;
    } else plain += character;
  }
  flush();
  return elements;
}

/**
 * The URL that begins here, if any. Members' text is escaped, so a URL that the escaping changed stays plain text, as does an invalid
 * one: Slack refuses the whole message for it.
 */
function addressAt(text: string, at: number): string | undefined {
  ADDRESS.lastIndex = at;
  const [url] = ADDRESS.exec(text) ?? [];
  return url === undefined || url.includes("\\") || !URL.canParse(url) ? undefined : url;
}

/** The same text as one plain line, for field errors and small print. Mentions use Slack's syntax. */
export function plainWords(text: string, mention?: string): string {
  return richElements(text, mention).map(plainWord).join("");
}

/** The same text for notifications, where Slack parses its own markup and shows names for mentions. */
export function notificationWords(text: string, mention: string | undefined): string {
  return richElements(text, mention)
    .map((element) => (isMarkup(element) ? plainWord(element) : escapeMrkdwn(plainWord(element))))
    .join("");
}

function isMarkup({ type }: RichElement): boolean {
  return type === "user" || type === "channel";
}

function plainWord(element: RichElement): string {
  if (element.type === "user") return `<@${element.user_id}>`;
  if (element.type === "link") return element.url;
  return element.type === "channel" ? `<#${element.channel_id}>` : element.text;
}

/**
 * Escapes text for the few places where Slack parses its own markup:
 * https://docs.slack.dev/messaging/formatting-message-text
 */
function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
