import { appendFileSync } from "node:fs";
import { type RunnerTestCase, TestRunner, type TestTryOptions } from "vitest";
import { FINDINGS_FILE, type Findings, OWN_TESTS, switches } from "./switches.ts";

/** Tests that take longer are not repeated for each mutant. */
const REPEATED_BELOW_MS = 60;
/** At most this many tests of its own layer and of others are run against a mutant. More tests kill almost no others. */
const TRIES = { own: 60, elsewhere: 20 };
/** A mutated test that takes this much longer than the original counts as hanging. */
const HANGS_AFTER_MS = 1000;
const FIRST_TRY: TestTryOptions = { retry: 0, repeats: 0 };

// Tests may replace the globals.
const startTimer = setTimeout;
const stopTimer = clearTimeout;

// Kept per process, not per runner: each test file has its own runner, but modules are loaded once.
const killed = new Set<string>();
const covered = new Set<string>();
const notRepeated = new Set<string>();
const tries = { own: new Map<string, number>(), elsewhere: new Map<string, number>() };

/**
 * Runs each test unchanged, and then once for each mutant in the code it runs that no test has killed yet. Everything happens in
 * one process, so a mutant costs no more than its tests. A mutant is killed when a test fails with it and passes again without
 * it.
 */
export default class MutationRunner extends TestRunner {
  override onCollectStart(file: Parameters<TestRunner["onCollectStart"]>[0]): void {
    switches().currentTestId = undefined;
    super.onCollectStart(file);
  }

  override async onBeforeRunSuite(suite: Parameters<TestRunner["onBeforeRunSuite"]>[0]): Promise<void> {
    switches().currentTestId = "hooks";
    await super.onBeforeRunSuite(suite);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const state = switches();
    const start = performance.now();
    state.currentTestId = test.id;
    try {
      await this.#run(test);
    } finally {
      state.currentTestId = "hooks";
    }
    const took = performance.now() - start;
    const limit = took * 20 + HANGS_AFTER_MS;
    const hits = Object.entries(state.mutantCoverage.perTest[test.id] ?? {});
    delete state.mutantCoverage.perTest[test.id];
    if (took > REPEATED_BELOW_MS || !(await this.#passes(test, limit))) {
      notRepeated.add(`${test.file.name} > ${test.name}`);
      return;
    }
    for (const [id, count] of hits) {
      covered.add(id);
      if (killed.has(id) || !this.#mayTry(test, id)) continue;
      if (await this.#passesWith(test, id, count, limit)) continue;
      // If the test now fails without the mutant too, it has lost some state and says nothing about the mutant.
      if (!(await this.#passes(test, limit))) {
        notRepeated.add(`${test.file.name} > ${test.name}`);
        return;
      }
      killed.add(id);
    }
  }

  override onAfterRunFiles(files: Parameters<TestRunner["onAfterRunFiles"]>[0]): void {
    super.onAfterRunFiles(files);
    const file = process.env[FINDINGS_FILE];
    if (file === undefined) throw new Error(`${FINDINGS_FILE} is not set`);
    const findings: Findings = {
      killed: [...killed],
      covered: [...covered],
      loaded: Object.keys(switches().mutantCoverage.static),
      notRepeated: [...notRepeated],
    };
    appendFileSync(file, `${JSON.stringify(findings)}\n`);
  }

  #mayTry(test: RunnerTestCase, mutant: string): boolean {
    const from = test.file.name.startsWith(process.env[OWN_TESTS] ?? "") ? "own" : "elsewhere";
    const tried = tries[from].get(mutant) ?? 0;
    tries[from].set(mutant, tried + 1);
    return tried < TRIES[from];
  }

  async #passesWith(test: RunnerTestCase, mutant: string, hits: number, limitMs: number): Promise<boolean> {
    const state = switches();
    Object.assign(state, { activeMutant: mutant, hitCount: 0, hitLimit: hits * 100 + 1000 });
    state.endsAt = performance.now() + limitMs;
    try {
      return await this.#passes(test, limitMs);
    } finally {
      Object.assign(state, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
      state.endsAt = undefined;
    }
  }

  async #passes(test: RunnerTestCase, limitMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const hangs = new Promise<boolean>((done) => {
      timer = startTimer(() => done(false), limitMs);
    });
    try {
      const ends = this.#run(test).then(
        () => true,
        () => false,
      );
      return await Promise.race([ends, hangs]);
    } finally {
      stopTimer(timer);
      this.onBeforeTryTask(test, FIRST_TRY);
    }
  }

  /** Runs the test's function with the assertion counts that Vitest keeps around it. */
  async #run(test: RunnerTestCase): Promise<void> {
    this.onBeforeTryTask(test, FIRST_TRY);
    await TestRunner.getTestFn(test)();
    this.onAfterTryTask(test);
  }
}
