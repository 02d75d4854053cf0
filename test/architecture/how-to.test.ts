import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), "utf8");

/** A piece of a file, as a how-to shows it. */
interface Quoted {
  readonly page: string;
  readonly file: string;
  readonly code: string;
}

const pages = (await readdir(new URL("docs/how-to/", ROOT))).filter((name) => name.endsWith(".md"));
const quoted = (
  await Promise.all(
    pages.map(async (page) => {
      const text = await read(`docs/how-to/${page}`);
      const blocks = [...text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)];
      return blocks.map(([, file = "", code = ""]): Quoted => ({ page, file, code }));
    }),
  )
).flat();

/** Code without white space: a page may indent it differently. */
function bare(code: string): string {
  return code.replaceAll(/\s+/g, "");
}

describe("the code in the how-tos", () => {
  it("is found", () => {
    expect(quoted.length).toBeGreaterThan(0);
  });

  it.each(quoted.map((one) => [one.page, one.file, one] as const))("%s: is in %s", async (_page, file, { code }) => {
    expect(bare(await read(file))).toContain(bare(code));
  });

  it.each(pages)("%s names only files that exist", async (page) => {
    const text = await read(`docs/how-to/${page}`);
    const files = [...text.matchAll(/`((?:src|test|commands)\/[\w./-]+)`/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const found = file.endsWith(".ts") ? read(file) : readdir(new URL(file, ROOT));
      await expect(found, file).resolves.toBeDefined();
    }
  });
});
