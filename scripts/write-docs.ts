import { writeFile } from "node:fs/promises";
import { pathOf } from "./docs/page.ts";
import { renderPages } from "./docs/pages.ts";

for (const [page, text] of await renderPages()) await writeFile(pathOf(page), text);
