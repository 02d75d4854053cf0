import { INSTRUMENTER_CONSTANTS } from "@stryker-mutator/api/core";
import { z } from "zod";

/** How often a mutant's code ran, by the mutant's id. */
type Hits = Record<string, number>;

/** The global object that instrumented code reads and writes. Its shape is Stryker's. */
export interface Switches {
  /** The id of the active mutant. */
  activeMutant?: string | undefined;
  /** Undefined while a module loads: mutants in the code that runs then are static. */
  currentTestId?: string | undefined;
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> };
  /** An active mutant throws when its code runs more often than `hitLimit`, because it would loop forever. */
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  /** From then on, as `performance.now()` counts, instrumented code throws: a mutant may have made other code loop forever. */
  endsAt?: number | undefined;
}

// Tests may replace the globals.
const now = performance.now.bind(performance);

/** All switches off. Every mutant's code asks for the active mutant, so a loop with a mutant in it can't outlast `endsAt`. */
export function newSwitches(): Switches {
  let active: string | undefined;
  return {
    mutantCoverage: { static: {}, perTest: {} },
    get activeMutant(): string | undefined {
      if (this.endsAt !== undefined && now() > this.endsAt) throw new Error("The mutant took too long");
      return active;
    },
    set activeMutant(mutant) {
      active = mutant;
    },
  };
}

/** The switches of this process. Called first by the runner, before any instrumented module loads. */
export function switches(): Switches {
  const shared = globalThis as { [INSTRUMENTER_CONSTANTS.NAMESPACE]?: Switches };
  return (shared[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= newSwitches());
}

/** The findings of one test process, by the mutants' ids and the tests' names. */
export const Findings = z.object({
  killed: z.array(z.string()),
  /** Mutants in code that a repeatable test runs. */
  covered: z.array(z.string()),
  /** Mutants in code that runs while a module loads. */
  loaded: z.array(z.string()),
  /** Tests that fail when repeated, and tests that are too slow to repeat. */
  notRepeated: z.array(z.string()),
});
export type Findings = z.infer<typeof Findings>;

/** The environment variable with the path of the file that findings are appended to, one JSON line per process and file. */
export const FINDINGS_FILE = "MUTATION_FINDINGS";
/** The environment variable with the folder of the tests that belong to the mutated layer. */
export const OWN_TESTS = "MUTATION_OWN_TESTS";
