import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { pathOf } from "../../scripts/docs/page.ts";
import { renderPages } from "../../scripts/docs/pages.ts";

const pages = await renderPages();

describe("the generated parts of the documents", () => {
  it("exist", () => {
    expect([...pages.keys()]).toContain("docs/architecture.md");
  });

  it.each([...pages])("are up to date in %s; `npm run docs` writes them", async (page, text) => {
    expect(await readFile(pathOf(page), "utf8")).toBe(text);
  });
});
