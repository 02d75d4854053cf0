import { expect, it } from "vitest";
import { createChildSignals } from "../../../src/lib/child-signals.ts";

it("aborts all children with the signal's own reason, including late ones", () => {
  const parent = new AbortController();
  const childSignal = createChildSignals(parent.signal);
  const childSignals = Array.from({ length: 3 }, () => childSignal());
  expect(childSignals.some(({ signal }) => signal.aborted)).toBe(false);
  const reason = new Error("stopping");
  parent.abort(reason);
  for (const { signal } of [...childSignals, childSignal()]) expect(signal.reason).toBe(reason);
});

it("ignores a child that has ended", () => {
  const parent = new AbortController();
  const { signal, end } = createChildSignals(parent.signal)();
  end();
  parent.abort(new Error("stopping"));
  expect(signal.aborted).toBe(false);
});
