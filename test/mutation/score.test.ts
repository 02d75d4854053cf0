import type { Mutant } from "@stryker-mutator/api/core";
import { describe, expect, it } from "vitest";
import { scoreOf, tableOf } from "./score.ts";

function mutant(id: string): Mutant {
  const location = { start: { line: 0, column: 0 }, end: { line: 0, column: 1 } };
  return { id, fileName: "src/core/request/image/image.ts", mutatorName: "Any", replacement: "false", location };
}

const nothing = { killed: [], covered: [], loaded: [], notRepeated: [] };

describe("the mutation score", () => {
  it("counts a mutant as killed when a test of any process notices it", () => {
    const findings = [
      { ...nothing, covered: ["1", "2"] },
      { ...nothing, covered: ["1"], killed: ["1"] },
    ];
    const { outcomes, percent } = scoreOf([mutant("1"), mutant("2")], findings);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["killed", "survived"]);
    expect(percent).toBe(50);
  });

  it("counts code that no test runs as not killed, and ignores code that runs only while a module loads", () => {
    const scored = scoreOf(
      [mutant("1"), mutant("2"), mutant("3")],
      [{ ...nothing, covered: ["1"], killed: ["1"], loaded: ["1", "3"], notRepeated: ["slow"] }],
    );
    expect(scored.outcomes.map(({ outcome }) => outcome)).toEqual(["killed", "uncovered", "static"]);
    expect(scored.percent).toBe(50);
    expect(tableOf(scored, (path) => path)).toContain(
      "mutation score 50 %: 1 of 2 mutants killed; 1 more change only what a module computes when it loads, " +
        "and were not tried; 1 tests were not repeated",
    );
  });

  it("rounds down, so that a score just below the floor does not reach it", () => {
    const mutants = Array.from({ length: 3 }, (_, at) => mutant(String(at)));
    expect(scoreOf(mutants, [{ ...nothing, killed: ["0", "1"], covered: ["0", "1", "2"] }]).percent).toBe(66.6);
  });
});
