import { format } from "oxfmt";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

/** The generated parts of one page: the Markdown between each pair of markers, by the markers' name. */
export type Parts = Readonly<Record<string, string>>;

/** The path of a file in the project. */
export function pathOf(page: string): string {
  return fileURLToPath(new URL(page, ROOT));
}

/**
 * The page with its parts regenerated and formatted as by `npm run format`. Each part is between `<!-- generated: name -->` and
 * `<!-- end: name -->`. Throws if a marker is missing, or if a part of the page has no generator.
 */
export async function renderPage(page: string, parts: Parts): Promise<string> {
  let text = await readFile(pathOf(page), "utf8");
  for (const [name, content] of Object.entries(parts)) {
    const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`${page} lacks the markers of “${name}”: ${start} and ${end}`);
    text = `${text.slice(0, from + start.length)}\n\n${content.trim()}\n\n${text.slice(to)}`;
  }
  const unknown = [...text.matchAll(/<!-- generated: (.+) -->/g)].find(([, name]) => !Object.hasOwn(parts, name ?? ""));
  if (unknown) throw new Error(`${page} has markers for “${unknown[1]}”, which nothing generates`);
  const { code } = await format(page, text, { printWidth: 120 });
  return code;
}

/** A Markdown table. Pipes in cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A diagram that GitHub draws. */
export function mermaid(...lines: readonly string[]): string {
  return ["```mermaid", ...lines, "```"].join("\n");
}
