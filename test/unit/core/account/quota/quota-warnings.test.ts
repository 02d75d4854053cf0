import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { Excess, leftOf, OverQuotaError } from "../../../../../src/core/account/quota/quota.ts";
import { createQuotaWarnings } from "../../../../../src/core/account/quota/quota-warnings.ts";
import { createManualClock } from "../../../../support/manual-clock.ts";

describe("a quota", () => {
  it.each([
    [{ amount: 10, granted: 0, used: 4 }, 6],
    [{ amount: 10, granted: 5, used: 10 }, 5],
    [{ amount: 3, granted: 0, used: 10 }, 0],
  ])("%o leaves %d", (state, left) => {
    expect(leftOf(state)).toBe(left);
  });

  it("that is exceeded is read as the database tells it, and named in the error", () => {
    const excess = Excess.parse({
      scope: "group:g",
      unit: "images",
      span: "week",
      amount: 10,
      granted: 0,
      used: 9,
      endsAt: "2026-01-05T00:00:00Z",
      timeZone: "Europe/Berlin",
    });
    expect(excess).toMatchObject({ scope: { kind: "group", id: "g" }, endsAt: new Date("2026-01-05T00:00:00Z") });
    expect(new OverQuotaError(4, [excess, { ...excess, unit: "seconds", span: "day" }])).toMatchObject({
      code: "over_quota",
      asked: 4,
      excess: [{ unit: "images" }, { unit: "seconds" }],
      message: "the request needs 4, but less is left of group:g images week,group:g seconds day",
    });
  });
});

describe("warnings of quotas", () => {
  it("are told at once and every five seconds, also after the database was away, until it is told to stop", async () => {
    const clock = createManualClock();
    const stopping = new AbortController();
    const told: unknown[] = [];
    const logged: string[] = [];
    const textOf = (): string => "nearly used up";
    const warnings = createQuotaWarnings({
      store: {
        async tellAdmins(how) {
          told.push(how);
          if (told.length === 1) throw new Error("database away");
        },
      },
      textOf,
      clock,
      log: pino({ level: "warn" }, { write: (line: string) => void logged.push(line) }),
    });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const running = warnings.run(stopping.signal);
    await settled();
    expect(told).toEqual([textOf]);
    expect(JSON.parse(logged.join())).toMatchObject({
      msg: "quota warnings could not be sent; trying again",
      err: { message: "database away" },
    });
    clock.advance(4_999);
    await settled();
    expect(told).toHaveLength(1);
    clock.advance(1);
    await settled();
    expect(told).toHaveLength(2);
    stopping.abort();
    await expect(running).rejects.toThrow("abort");
    expect(logged).toHaveLength(1);
  });

  it("are not told once it was told to stop, and a failure by that is no warning", async () => {
    const logged: string[] = [];
    const stopping = new AbortController();
    let asked = 0;
    const warnings = createQuotaWarnings({
      store: {
        async tellAdmins() {
          asked++;
          stopping.abort(new Error("stopped"));
          throw new Error("connection closed");
        },
      },
      textOf: () => "",
      clock: createManualClock(),
      log: pino({ level: "warn" }, { write: (line: string) => void logged.push(line) }),
    });
    await expect(warnings.run(stopping.signal)).rejects.toThrow("stopped");
    await warnings.run(stopping.signal);
    expect(asked).toBe(1);
    expect(logged).toEqual([]);
  });
});
