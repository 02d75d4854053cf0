import type { MessageView } from "../../platforms/console/api/api.ts";
import { MENTION_MARK } from "../../platforms/console/api/written-names.ts";

/** Easel's light Markdown as a tree. It is shown as React nodes and never as HTML. */
export type RichNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "mention" }
  /** A bar of ten cells, `full` of them filled. The text next to it says the same. */
  | { readonly kind: "bar"; readonly full: number }
  | { readonly kind: "link"; readonly text: string; readonly url: string }
  | { readonly kind: "bold"; readonly nodes: readonly RichNode[] };

/** Matches what `progressBar` in `measures.ts` writes, and at most one cell more, so that a long run is not rescanned. */
const BAR = /(▰{0,11})▱{0,11}/y;
export const BAR_CELLS = 10;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
/** A link ends before its sentence's punctuation, Latin or Chinese, and before a closing quotation mark. */
const LINK =
  /https?:\/\/[^\s<>"'`、。，；：！？（）《》“”‘’「」『』«»‹›]*[^\s<>"'`、。，；：！？（）《》“”‘’「」『』«»‹›.,;:!?)\]}]/g;

/** Parses `**bold**`, `` `code` ``, bars, backslash escapes of punctuation, and links. A marker without its end is text. */
export function parseRichText(text: string): RichNode[] {
  const nodes: RichNode[] = [];
  let plain = "";
  const flush = (): void => {
    if (plain !== "") nodes.push(...parsePlainText(plain));
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === "\\" && PUNCTUATION.test(text[at + 1] ?? "")) {
      plain += text[at + 1];
      at += 2;
      continue;
    }
    if (character === MENTION_MARK) {
      flush();
      nodes.push({ kind: "mention" });
      at += 1;
      continue;
    }
    BAR.lastIndex = at;
    const bar = character === "▰" || character === "▱" ? BAR.exec(text) : null;
    if (bar?.[0].length === BAR_CELLS) {
      flush();
      nodes.push({ kind: "bar", full: bar[1]?.length ?? 0 });
      at += BAR_CELLS;
      continue;
    }
    const marker = text.startsWith("**", at) ? "**" : character === "`" ? "`" : undefined;
    const end = marker === undefined ? -1 : closing(text, marker, at + marker.length);
    if (marker === undefined || end <= at + marker.length) {
      plain += character;
      at += 1;
      continue;
    }
    flush();
    const inner = text.slice(at + marker.length, end);
    nodes.push(marker === "`" ? { kind: "code", text: inner } : { kind: "bold", nodes: parseRichText(inner) });
    at = end + marker.length;
  }
  flush();
  return nodes;
}

/** Text as a person typed it, with only links parsed. */
export function parsePlainText(text: string): RichNode[] {
  const nodes: RichNode[] = [];
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    if (match.index > at) nodes.push({ kind: "text", text: text.slice(at, match.index) });
    nodes.push({ kind: "link", text: match[0], url: match[0] });
    at = match.index + match[0].length;
  }
  if (at < text.length) nodes.push({ kind: "text", text: text.slice(at) });
  return nodes;
}

/** A message's text without markup, for quotes of one line and screen readers. */
export function plainWords({ author, text, mention }: Pick<MessageView, "author" | "text" | "mention">): string {
  return wordsOf(author.isEasel ? parseRichText(text) : parsePlainText(text), mention?.name ?? "");
}

/** Only the words. */
export function wordsOf(nodes: readonly RichNode[], mention: string): string {
  return nodes
    .map((node) => {
      if (node.kind === "bold") return wordsOf(node.nodes, mention);
      if (node.kind === "bar") return "";
      return node.kind === "mention" ? mention : node.text;
    })
    .join("");
}

/** Where the marker closes; -1 if it doesn't. Code keeps everything unchanged, including escapes. */
function closing(text: string, marker: "**" | "`", from: number): number {
  if (marker === "`") return text.indexOf("`", from);
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith("**", at)) return at;
  }
  return -1;
}
