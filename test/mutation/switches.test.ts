import { expect, it } from "vitest";
import { newSwitches } from "./switches.ts";

it("ends a loop that a mutant before it made endless", () => {
  const state = newSwitches();
  Object.assign(state, { activeMutant: "1", endsAt: performance.now() - 1 });
  expect(() => {
    // As instrumented code asks for a mutant in the loop, which is not the active one.
    while (state.activeMutant !== "2");
  }).toThrow("The mutant took too long");
});

it("tells which mutant is active until the time is over", () => {
  const state = newSwitches();
  expect(state.activeMutant).toBeUndefined();
  Object.assign(state, { activeMutant: "1", endsAt: performance.now() + 60_000 });
  expect(state.activeMutant).toBe("1");
});
