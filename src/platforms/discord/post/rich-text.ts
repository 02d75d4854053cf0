import { channelMention, MENTION, mentionedChannel } from "../../../core/chat/message.ts";

/** A link that Easel wrote. In members' text, an escaping backslash ends the match. */
const ADDRESS = /^https?:\/\/[\w\-.~:/?#@!$&'()+,;=%]+/;

/**
 * The beginning of an invitation or a gift, which Discord shows as a card. discord.js finds them even without a scheme
 * (`Invite.InvitesPattern`), so Discord may, too. With the dot escaped, they are plain words.
 */
const CARD = /^discord(?:app)?\.(?=(?:gg|gift|new|com\/(?:invite|gifts|template))\/)/i;

/** Characters that Discord treats as markup anywhere, and sequences that it treats as markup at the start of a line. */
const MARKUP = /[\\*_~`|<>[\]]/;
const AT_LINE_START = /^(?:#{1,3}|-#?|\+|\d+[.)])(?=\s)/;

/**
 * Converts the core's light Markdown to Discord's. Bold, code, links and mentions keep their formatting; everything
 * else is escaped. `mention` is the id of the user whom the message's mark names.
 */
export function toDiscord(text: string, mention?: string): string {
  return text
    .split("\n")
    .map((line) => lineOf(line, mention))
    .join("\n");
}

function lineOf(line: string, mention: string | undefined): string {
  let out = "";
  let rest = line;
  const start = AT_LINE_START.exec(rest.trimStart())?.[0];
  if (start !== undefined) {
    const indent = rest.length - rest.trimStart().length;
    // In a numbered list, the character to escape is the one after the number.
    out = `${rest.slice(0, indent)}${/^\d/.test(start) ? `${start.slice(0, -1)}\\${start.slice(-1)}` : `\\${start}`}`;
    rest = rest.slice(indent + start.length);
  }
  while (rest !== "") {
    const code = /^`([^`]+)`/.exec(rest)?.[0];
    const address = ADDRESS.exec(rest)?.[0];
    const escaped = /^\\[\p{P}\p{S}]/u.exec(rest)?.[0];
    const card = CARD.exec(rest)?.[0];
    const channel = mentionedChannel(rest);
    const named = channel === undefined ? undefined : channelMention(channel);
    const kept = code ?? address ?? (rest.startsWith("**") ? "**" : undefined);
    if (kept !== undefined) out += kept;
    else if (card !== undefined) out += `${card.slice(0, -1)}\\.`;
    else if (channel !== undefined) out += `<#${channel}>`;
    else if (escaped !== undefined) out += literal(escaped.slice(1));
    else if (rest.startsWith(MENTION)) out += mention === undefined ? "" : `<@${mention}>`;
    else out += literal(firstOf(rest));
    rest = rest.slice((kept ?? card ?? named ?? escaped ?? firstOf(rest)).length);
  }
  return out;
}

/** The first character, which may be two UTF-16 units long. */
function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function literal(character: string): string {
  return MARKUP.test(character) ? `\\${character}` : character;
}
