import { describe, expect, it } from "vitest";
import { DatabaseBusyError, DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { retryWhileBusy } from "../../../src/lib/retry-until-available.ts";
import { createSteppedClock } from "../../support/fault/stepped-clock.ts";

const busy = new DatabaseBusyError("quotas are being changed");

/** The outcome of a call that fails with these errors first, and how often it was made. */
async function outcomeOf(errors: readonly Error[], patienceMs = 1_000): Promise<{ result: unknown; calls: number }> {
  const clock = createSteppedClock();
  const left = [...errors];
  let calls = 0;
  const ask = async (): Promise<string> => {
    calls++;
    const error = left.shift();
    if (error) throw error;
    return "accepted";
  };
  const trying = retryWhileBusy(ask, patienceMs, { clock, random: () => 1 });
  const result = await clock.finish(trying.catch((error: unknown) => error));
  return { result, calls };
}

describe("a call while another process holds what it needs", () => {
  it("is repeated until it succeeds", async () => {
    expect(await outcomeOf([busy, busy])).toEqual({ result: "accepted", calls: 3 });
  });

  it("is given up after the time limit", async () => {
    // After 50, 150, 350 and 750 ms.
    expect(await outcomeOf(Array.from({ length: 100 }, () => busy))).toEqual({ result: busy, calls: 5 });
  });

  it("is not repeated after any other error", async () => {
    const away = new DatabaseUnavailableError("away");
    expect(await outcomeOf([busy, away])).toEqual({ result: away, calls: 2 });
  });
});
