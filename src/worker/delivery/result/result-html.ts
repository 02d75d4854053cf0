import { createHash } from "node:crypto";
import type { Locale } from "../../../lib/locale.ts";
import { shownMoment } from "../../../text/render/measures.ts";
import { shownBytes } from "../../../text/shown-bytes.ts";
import { resultPageTexts } from "../../../text/render/result-page.ts";
import type { Thing } from "../../../text/render/sentence-parts.ts";

/** The content of a result's page. */
export interface ShownResult {
  readonly thing: Thing;
  readonly prompt: string;
  readonly model: string;
  readonly sandbox: boolean;
  readonly mimeType: string;
  readonly bytes: number;
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** The file's address, relative to the page. */
  readonly fileUrl: string;
  /** The file's address for saving. */
  readonly downloadUrl: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** Why there is nothing to show. */
export type NothingShown = "expired" | "gone" | "unknown";

/** One file without scripts: nothing else has to load first, and the policy can be strict. */
const STYLE = `
:root { color-scheme: light dark; --page: light-dark(#fbfaf8, #191817); --card: light-dark(#fff, #242220);
  --line: light-dark(#ddd7cd, #45423e); --text: light-dark(#26231f, #eceae6); --quiet: light-dark(#6b645c, #a39d93);
  --accent: light-dark(#ac411b, #e77e57); --on-accent: light-dark(#fff, #1f0e07) }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, -apple-system, "Segoe UI",
  Roboto, "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif }
main { display: grid; gap: 1.25rem; max-width: 72rem; margin: 0 auto; padding: clamp(1rem, 3vw, 2.5rem) }
figure { margin: 0; display: grid; place-items: center; border-radius: .75rem; overflow: hidden; background: var(--card);
  border: 1px solid var(--line) }
img, video { display: block; max-width: 100%; max-height: 72vh; height: auto; width: auto }
video { width: 100%; background: #000 }
.below { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr) }
h1 { margin: 0; font-size: 1.05rem; font-weight: 500; overflow-wrap: anywhere; white-space: pre-wrap }
h2 { margin: 0 0 .25rem; font-size: .8rem; font-weight: 600; color: var(--quiet) }
dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: .3rem 1rem; font-size: .9rem }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
a.save { justify-self: start; display: inline-block; margin-top: 1rem; padding: .65rem 1.4rem; border-radius: .6rem;
  background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none }
a.save:hover { filter: brightness(1.08) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
.nothing { min-height: 100vh; align-content: center; max-width: 34rem }
.nothing h1 { font-size: 1.5rem; font-weight: 650 }
.nothing p { margin: 0; color: var(--quiet) }
@media (min-width: 48rem) { .below { grid-template-columns: minmax(0, 3fr) minmax(15rem, 2fr) } }
`;

/** The content security policy of both pages: the style above, and the result from the same origin. */
export const RESULT_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page about one result. */
export function resultPage(result: ShownResult, locale: Locale): string {
  const texts = resultPageTexts(locale);
  const { width, height, prompt } = result;
  const size = width !== undefined && height !== undefined ? `${width} × ${height}` : undefined;
  const details = [
    [texts.model, result.model],
    [texts.size, size],
    [texts.file, `${result.mimeType.split("/")[1]?.toUpperCase() ?? ""} · ${shownBytes(result.bytes)}`],
    [texts.expires, shownMoment(result.expiresAt, locale)],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`<dt>${name}</dt><dd>${escaped(value)}</dd>`]));
  return page(
    `${texts.title(result.thing)} · Easel`,
    locale,
    `<main>
<figure>${shownMedia(result)}</figure>
<div class="below">
<section><h2>${texts.prompt}</h2><h1 dir="auto">${escaped(prompt)}</h1>
<a class="save" href="${escaped(result.downloadUrl)}" download>${texts.download}</a></section>
<section aria-label="${texts.details}"><dl>${details.join("")}</dl>${result.sandbox ? `<p>${texts.sandbox}</p>` : ""}</section>
</div>
</main>`,
  );
}

/** The page when there is nothing to show, with the reason. */
export function nothingPage(why: NothingShown, locale: Locale): string {
  const texts = resultPageTexts(locale);
  const [title, text] = {
    expired: [texts.expiredTitle, texts.expired],
    gone: [texts.goneTitle, texts.gone],
    unknown: [texts.unknownTitle, texts.unknown],
  }[why];
  return page(`${title} · Easel`, locale, `<main class="nothing">\n<h1>${title}</h1>\n<p>${text}</p>\n</main>`);
}

function shownMedia({ thing, fileUrl, mimeType, prompt, width, height }: ShownResult): string {
  const size = width !== undefined && height !== undefined ? ` width="${width}" height="${height}"` : "";
  if (thing === "video") {
    return `<video controls playsinline preload="metadata" aria-label="${escaped(prompt)}"${size}><source src="${escaped(fileUrl)}" type="${escaped(mimeType)}"></video>`;
  }
  return `<img src="${escaped(fileUrl)}" alt="${escaped(prompt)}"${size}>`;
}

function page(title: string, locale: Locale, body: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** Escapes text that people or the gateway wrote, so that it stays plain text in the page. */
function escaped(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? "");
}
