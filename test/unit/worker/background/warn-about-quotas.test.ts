import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { Excess, leftOf, OverQuotaError } from "../../../../src/core/account/quota/quota.ts";
import { createQuotaWarnings } from "../../../../src/worker/background/warn-about-quotas.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

describe("a quota", () => {
  it.each([
    [{ amount: 10, granted: 0, used: 4 }, 6],
    [{ amount: 10, granted: 5, used: 10 }, 5],
    [{ amount: 3, granted: 0, used: 10 }, 0],
  ])("%o leaves %d", (state, left) => {
    expect(leftOf(state)).toBe(left);
  });

  it("is parsed from the database's error if it is exceeded, and named in Easel's error", () => {
    const excess = Excess.parse({
      scope: "group:g",
      unit: "images",
      span: "week",
      amount: 10,
      granted: 0,
      used: 9,
      asked: 4,
      endsAt: "2026-01-05T00:00:00Z",
      timeZone: "Europe/Berlin",
    });
    expect(excess).toMatchObject({ scope: { kind: "group", id: "g" }, endsAt: new Date("2026-01-05T00:00:00Z") });
    expect(new OverQuotaError([excess, { ...excess, unit: "seconds", span: "day" }])).toMatchObject({
      code: "over_quota",
      excess: [{ unit: "images" }, { unit: "seconds" }],
      message: "the request needs more than is left of group:g images week (4),group:g seconds day (4)",
    });
  });
});

describe("quota warnings", () => {
  it("are sent immediately and every five seconds until stopped, even after a database outage", async () => {
    const clock = createManualClock();
    const stopping = new AbortController();
    const told: unknown[] = [];
    const logged: string[] = [];
    const textOf = (): string => "nearly used up";
    const warnings = createQuotaWarnings({
      store: {
        async warnAdmins(how) {
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

  it("are not sent after a stop, and a failure caused by it is not logged", async () => {
    const logged: string[] = [];
    const stopping = new AbortController();
    let asked = 0;
    const warnings = createQuotaWarnings({
      store: {
        async warnAdmins() {
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
