import { expect, it } from "vitest";
import { repeat } from "../../../src/lib/repeat.ts";
import { createManualClock } from "../../support/manual-clock.ts";

/** A repeated task with its rounds and the reported errors. */
function start(work: (round: number) => void, stopping = new AbortController()) {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const state = { rounds: 0 };
  const running = repeat(
    async () => work(++state.rounds),
    { pauseMs: 1_000, clock, onError: (error) => void errors.push(error) },
    stopping.signal,
  );
  return { clock, errors, state, stopping, running };
}

it("runs immediately and after each pause, until it is stopped", async () => {
  const { clock, state, stopping, running, errors } = start(() => {});
  expect(state.rounds).toBe(1);
  await expect.poll(() => clock.sleepers()).toBe(1);
  clock.advance(999);
  expect(clock.sleepers()).toBe(1);
  clock.advance(1);
  await expect.poll(() => state.rounds).toBe(2);
  stopping.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
  expect([state.rounds, clock.sleepers(), errors]).toEqual([2, 0, []]);
});

it("reports a round that failed, and goes on", async () => {
  const { clock, state, stopping, running, errors } = start((round) => {
    if (round === 1) throw new Error("the database is away");
  });
  await expect.poll(() => clock.sleepers()).toBe(1);
  expect(errors).toEqual([new Error("the database is away")]);
  clock.advance(1_000);
  await expect.poll(() => state.rounds).toBe(2);
  stopping.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
  expect(errors).toHaveLength(1);
});

it("reports no failure that the stop caused", async () => {
  const stopping = new AbortController();
  const { running, errors } = start(() => {
    stopping.abort(new Error("stopped"));
    throw new Error("connection closed");
  }, stopping);
  await expect(running).rejects.toThrow("stopped");
  expect(errors).toEqual([]);
});

it("does nothing once it is stopped", async () => {
  const stopping = new AbortController();
  stopping.abort(new Error("stopped"));
  const { running, state } = start(() => {}, stopping);
  await running;
  expect(state.rounds).toBe(0);
});
