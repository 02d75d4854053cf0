import { beforeEach, describe, expect, it } from "vitest";
import {
  type AddressBreaker,
  createAddressBreaker,
  type Verdict,
  BREAKER_ALTERNATE_MS,
  BREAKER_MEMORY_MS,
} from "../../../src/gateway/http/breaker.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";

const MAIN = "https://gateway.test";
const ALTERNATE = "https://alternate.test";
let clock: ManualClock;
let breaker: AddressBreaker;

beforeEach(() => {
  clock = createManualClock();
  breaker = createAddressBreaker({ main: MAIN, alternate: ALTERNATE, clock, log: createLog("silent") });
});

/** Performs reads in order that end like this. Returns the addresses that they had to use. */
function reads(...verdicts: Verdict[]): string[] {
  return verdicts.map((verdict) => {
    const call = breaker.read(MAIN);
    call.ended(verdict);
    return call.address;
  });
}

function moveToAlternate(): void {
  reads("timed_out", "timed_out", "timed_out");
  expect(breaker.current()).toBe(ALTERNATE);
}

describe("the main address", () => {
  it.each([
    ["three time-outs in a row", ["timed_out", "timed_out", "timed_out"]],
    ["three of five", ["timed_out", "answered", "timed_out", "failed", "timed_out"]],
    ["three, with stopped calls in between", ["timed_out", "stopped", "stopped", "timed_out", "stopped", "timed_out"]],
  ] as const)("is left after %s", (_what, verdicts) => {
    const addresses = reads(...verdicts);
    expect(new Set(addresses)).toEqual(new Set([MAIN]));
    expect(breaker.current()).toBe(ALTERNATE);
    expect(breaker.read(MAIN).address).toBe(ALTERNATE);
    expect(breaker.read(ALTERNATE).address).toBe(ALTERNATE);
  });

  it.each([
    ["two time-outs", ["timed_out", "timed_out"]],
    ["three of six", ["timed_out", "answered", "answered", "timed_out", "answered", "timed_out"]],
    ["failures of any other kind", ["failed", "failed", "failed", "failed", "failed", "failed"]],
    ["calls that were stopped", ["stopped", "stopped", "stopped", "stopped"]],
  ] as const)("is kept after %s", (_what, verdicts) => {
    reads(...verdicts);
    expect(breaker.current()).toBe(MAIN);
  });

  it("is kept if the time-outs are far apart", () => {
    reads("timed_out", "timed_out");
    clock.advance(BREAKER_MEMORY_MS + 1);
    reads("timed_out");
    expect(breaker.current()).toBe(MAIN);
    reads("timed_out", "timed_out");
    expect(breaker.current()).toBe(ALTERNATE);
  });

  it("is left after creates' time-outs too", () => {
    for (let count = 0; count < 3; count++) breaker.create(MAIN).ended("timed_out");
    expect(breaker.current()).toBe(ALTERNATE);
  });

  it("counts one call once", () => {
    const call = breaker.read(MAIN);
    for (let count = 0; count < 5; count++) call.ended("timed_out");
    expect(breaker.current()).toBe(MAIN);
  });

  it("is also used to read jobs that were created at the alternate one", () => {
    expect(breaker.read(ALTERNATE).address).toBe(MAIN);
  });
});

describe("the alternate address", () => {
  it("gets no create that belongs to the main one; the outcome of that create changes nothing", () => {
    moveToAlternate();
    const create = breaker.create(MAIN);
    expect(create.address).toBe(MAIN);
    create.ended("answered");
    expect(breaker.current()).toBe(ALTERNATE);
  });

  it("is used for two minutes, whatever happens there", () => {
    moveToAlternate();
    expect(reads("answered", "timed_out", "timed_out", "timed_out")).toEqual(Array(4).fill(ALTERNATE));
    clock.advance(BREAKER_ALTERNATE_MS - 1);
    expect(reads("answered")).toEqual([ALTERNATE]);
    expect(breaker.current()).toBe(ALTERNATE);
  });

  it("is left if, after that time, the main address answers one read", () => {
    moveToAlternate();
    clock.advance(BREAKER_ALTERNATE_MS);
    const tried = breaker.read(MAIN);
    expect(tried.address).toBe(MAIN);
    // Only one read tries the main address. Everything else, including creates, stays with the alternate one.
    expect([breaker.read(MAIN).address, breaker.read(ALTERNATE).address]).toEqual([ALTERNATE, ALTERNATE]);
    expect(breaker.current()).toBe(ALTERNATE);
    tried.ended("answered");
    expect(breaker.current()).toBe(MAIN);
    // Earlier time-outs are forgotten.
    reads("timed_out", "timed_out");
    expect(breaker.current()).toBe(MAIN);
  });

  it.each(["timed_out", "failed"] as const)("is used for two more minutes when that read %s", (verdict) => {
    moveToAlternate();
    clock.advance(BREAKER_ALTERNATE_MS);
    expect(reads(verdict)).toEqual([MAIN]);
    clock.advance(BREAKER_ALTERNATE_MS - 1);
    expect(reads("answered")).toEqual([ALTERNATE]);
    clock.advance(1);
    expect(reads("answered")).toEqual([MAIN]);
    expect(breaker.current()).toBe(MAIN);
  });

  it("is left after the next read of the main one if the first was stopped", () => {
    moveToAlternate();
    clock.advance(BREAKER_ALTERNATE_MS);
    expect(reads("stopped", "answered")).toEqual([MAIN, MAIN]);
    expect(breaker.current()).toBe(MAIN);
  });

  it("is left for new creates if no read has tested the main one for too long", () => {
    moveToAlternate();
    clock.advance(2 * BREAKER_ALTERNATE_MS - 1);
    expect(breaker.current()).toBe(ALTERNATE);
    clock.advance(1);
    expect(breaker.current()).toBe(MAIN);
  });

  it("is kept for new creates while a read is still testing the main one", () => {
    moveToAlternate();
    clock.advance(BREAKER_ALTERNATE_MS);
    breaker.read(MAIN);
    clock.advance(10 * BREAKER_ALTERNATE_MS);
    expect(breaker.current()).toBe(ALTERNATE);
  });
});

it("ignores every other address", () => {
  const other = "https://before.test";
  for (let count = 0; count < 5; count++) breaker.read(other).ended("timed_out");
  expect(breaker.current()).toBe(MAIN);
  moveToAlternate();
  expect(breaker.read(other).address).toBe(other);
  expect(breaker.create(other).address).toBe(other);
});
