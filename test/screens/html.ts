/** A piece of HTML, and how text becomes one. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "<br>");
}

/** The looks that each view is drawn in. */
export const LOOKS = [
  { name: "dark", dark: true, width: 720 },
  { name: "light", dark: false, width: 720 },
  { name: "phone", dark: true, width: 390 },
] as const;
export type Look = (typeof LOOKS)[number];

/** The address of the font, which `main.ts` serves so that Chinese is drawn on machines without fonts. */
export const FONTS_URL = "http://fonts.test/";

/** A whole page with one message. */
export function pageOf(style: string, body: string, { width }: Look): string {
  return `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${FONTS_URL}index.css"><style>
* { box-sizing: border-box }
body { margin: 0; width: ${width}px; font: 15px/1.375 "Noto Sans SC Variable", sans-serif; overflow-wrap: anywhere }
button, select { font: inherit }
${style}</style>${body}`;
}

/** A placeholder for a result's picture: a gradient that differs by name. */
export function pictureUrl(name: string): string {
  const hue = (Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 9973, 7) * 47) % 360;
  const stop = (at: number, degrees: number): string =>
    `<stop offset="${at}" stop-color="hsl(${(hue + degrees) % 360},60%,${60 - at * 25}%)"/>`;
  const gradient = `<linearGradient id="g" x2="1" y2="1">${stop(0, 0)}${stop(1, 60)}</linearGradient>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">${gradient}<rect width="256" height="256" fill="url(#g)"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The members of an unknown JSON object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
