import { expect, it } from "vitest";
import { createChildSignals } from "../../../src/lib/child-signals.ts";

it("ends all who follow with the signal's own reason, and those who come too late as well", () => {
  const parent = new AbortController();
  const childSignal = createChildSignals(parent.signal);
  const childSignals = Array.from({ length: 3 }, () => childSignal());
  expect(childSignals.some(({ signal }) => signal.aborted)).toBe(false);
  const reason = new Error("stopping");
  parent.abort(reason);
  for (const { signal } of [...childSignals, childSignal()]) expect(signal.reason).toBe(reason);
});

it("leaves alone who has ended", () => {
  const parent = new AbortController();
  const { signal, end } = createChildSignals(parent.signal)();
  end();
  parent.abort(new Error("stopping"));
  expect(signal.aborted).toBe(false);
});
