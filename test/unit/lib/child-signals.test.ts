import { expect, it } from "vitest";
import { CHILDREN_OF_A_SIGNAL, createChildSignals } from "../../../src/lib/child-signals.ts";

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

it("shares one signal among a few children, and the next signal among the next ones", () => {
  const childSignal = createChildSignals(new AbortController().signal);
  const childSignals = Array.from({ length: 2 * CHILDREN_OF_A_SIGNAL + 1 }, () => childSignal());
  expect(new Set(childSignals.map(({ signal }) => signal)).size).toBe(3);
});

it("aborts the last child of a signal although all the others have ended, each of them twice", () => {
  const parent = new AbortController();
  const childSignal = createChildSignals(parent.signal);
  const childSignals = Array.from({ length: CHILDREN_OF_A_SIGNAL }, () => childSignal());
  const [last, ...others] = childSignals;
  for (const { end } of [...others, ...others]) end();
  parent.abort(new Error("stopping"));
  expect(last?.signal.aborted).toBe(true);
});

it("never gives new children a signal whose children have all ended", () => {
  const parent = new AbortController();
  const childSignal = createChildSignals(parent.signal);
  childSignal().end();
  const { signal } = childSignal();
  parent.abort(new Error("stopping"));
  expect(signal.aborted).toBe(true);
});
