import { globSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";
import { instrument } from "./instrument.ts";
import { nearestFirst } from "./nearest-first.ts";
import { scoreOf, survivorsOf, tableOf } from "./score.ts";
import { Findings, FINDINGS_FILE, OWN_TESTS } from "./switches.ts";

/**
 * `npm run mutants [-- FOLDER ...] [--tests GLOB] [--floor 90] [--survivors]`: changes the code of the folders (`src/core`) in
 * every small way that Stryker knows, one change at a time, and counts how many changes a unit test notices. `--survivors` lists
 * the others. Exits with 1 if the score, in percent, is below the floor.
 */
const { values, positionals } = parseArgs({
  options: {
    floor: { type: "string", default: "0" },
    survivors: { type: "boolean", default: false },
    tests: { type: "string", default: "test/unit/{app/context,core,command,worker,gateway}/**/*.test.ts" },
  },
  allowPositionals: true,
});
const folders = positionals.length > 0 ? positionals : ["src/core"];
const paths = folders.flatMap((folder) => (folder.endsWith(".ts") ? [folder] : globSync(`${folder}/**/*.ts`)));
const { sources, mutants } = await instrument(paths);

const folder = await mkdtemp(join(tmpdir(), "easel-mutation-"));
const findingsFile = join(folder, "findings");
process.env[FINDINGS_FILE] = findingsFile;
process.env[OWN_TESTS] = `test/unit/${folders[0]?.split("/")[1]}/`;
const vitest = await startVitest(
  [],
  {
    config: false,
    watch: false,
    include: [values.tests],
    runner: join(import.meta.dirname, "mutation-runner.ts"),
    pool: "forks",
    isolate: false,
    sequence: { sequencer: nearestFirst(folders) },
    maxWorkers: 2,
    maxConcurrency: 1,
    testTimeout: 30_000,
    reporters: [{}],
    silent: true,
    // The cache does not know which mutants a module contains.
    fsModuleCache: false,
    // A mutated program may reject promises that nobody awaits.
    dangerouslyIgnoreUnhandledErrors: true,
  },
  {
    plugins: [
      {
        name: "mutants",
        enforce: "pre",
        load: (id) => sources.get(id.split("?")[0] ?? id) ?? null,
      },
    ],
  },
);
await vitest.close();

const lines = (await readFile(findingsFile, "utf8")).split("\n").filter((line) => line !== "");
const findings = lines.map((line) => Findings.parse(JSON.parse(line)));
await rm(folder, { recursive: true });

const scored = scoreOf(mutants, findings);
const shown = (path: string): string => relative(process.cwd(), path);
if (values.survivors) {
  for (const survivor of survivorsOf(scored)) process.stdout.write(`${survivor}\n`);
}
process.stdout.write(tableOf(scored, shown));
const failed = vitest.state.getCountOfFailedTests();
// A mutant that hangs may keep running during later tests. Only `npm test` decides whether a test passes.
if (failed > 0) process.stdout.write(`${failed} tests failed because of an earlier mutant, and were ignored\n`);
process.exitCode = scored.percent < Number(values.floor) ? 1 : 0;
