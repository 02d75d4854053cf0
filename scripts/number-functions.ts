import { writeFile } from "node:fs/promises";
import { hashOfAll, readRevision, readSqlFunctions } from "../src/db/sql-functions.ts";

/** Increments the revision if a function in `src/db/functions/` has changed. */
const { revision, functions } = await readSqlFunctions();
const hash = hashOfAll(functions);
if ((await readRevision()).hash !== hash) {
  const next = `${JSON.stringify({ revision: revision + 1, hash }, null, 2)}\n`;
  await writeFile(new URL("../src/db/functions/revision.json", import.meta.url), next);
}
