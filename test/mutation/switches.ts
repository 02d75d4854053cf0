import { INSTRUMENTER_CONSTANTS } from "@stryker-mutator/api/core";
import { z } from "zod";

/** How often a mutant's code ran, by the mutant's id. */
type Hits = Record<string, number>;

/** The global object that instrumented code reads and writes. Its shape is Stryker's. */
export interface Switches {
  /** The id of the active mutant. */
  activeMutant?: string | undefined;
  /** Code that runs without a current test runs while a module loads: its mutants are static. */
  currentTestId?: string | undefined;
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> };
  /** An active mutant whose code runs more often than `hitLimit` throws: it would loop forever. */
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** The switches of this process. Called first by the runner, before any instrumented module loads. */
export function switches(): Switches {
  const shared = globalThis as { [INSTRUMENTER_CONSTANTS.NAMESPACE]?: Switches };
  return (shared[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= { mutantCoverage: { static: {}, perTest: {} } });
}

/** What one test process found, by mutants' ids and tests' names. */
export const Findings = z.object({
  killed: z.array(z.string()),
  /** Run by a test that could be repeated. */
  covered: z.array(z.string()),
  /** Run while a module loads. */
  loaded: z.array(z.string()),
  /** Tests that fail when they run twice, and tests too slow to repeat. */
  notRepeated: z.array(z.string()),
});
export type Findings = z.infer<typeof Findings>;

/** The environment variable with the path of the file that findings are appended to, one JSON line per process and file. */
export const FINDINGS_FILE = "MUTATION_FINDINGS";
/** The environment variable with the folder of the tests that belong to the mutated layer. */
export const OWN_TESTS = "MUTATION_OWN_TESTS";
