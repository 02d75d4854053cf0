import { describe, expect, it } from "vitest";
import { healthOf, unknownSlots, type Key, type KeyHealth } from "../../../../../src/core/account/keys/key.ts";
import {
  OperatorsKeyError,
  OwnerGoneError,
  SecretHereError,
  TooManySlotsError,
} from "../../../../../src/core/account/keys/key-store.ts";
import { aKey } from "../../../../support/a-key.ts";

const NOW = Date.UTC(2026, 0, 1);
const before = new Date(NOW - 1);
const after = new Date(NOW + 1);
const everything: Partial<Key> = {
  disabledAt: before,
  isReadable: false,
  invalidAt: before,
  isPaused: true,
  restingUntil: after,
};

describe("the health of a key", () => {
  it.each<[string, Partial<Key>, KeyHealth]>([
    ["nothing is wrong with it", {}, "ok"],
    ["an admin turned it off", { disabledAt: before }, "disabled"],
    ["its secret can't be opened", { isReadable: false }, "unreadable"],
    ["the gateway refused it", { invalidAt: before }, "invalid"],
    ["an admin paused it", { isPaused: true }, "paused"],
    ["its balance is used up", { restingUntil: after }, "spent"],
    ["its rest ends now", { restingUntil: new Date(NOW) }, "ok"],
    ["it has rested", { restingUntil: before }, "ok"],
  ])("if %s", (_what, more, health) => {
    expect(healthOf(aKey(more), NOW)).toBe(health);
  });

  it.each<[Partial<Key>, KeyHealth]>([
    [everything, "disabled"],
    [{ ...everything, disabledAt: undefined }, "unreadable"],
    [{ ...everything, disabledAt: undefined, isReadable: true }, "invalid"],
    [{ isPaused: true, restingUntil: after }, "paused"],
  ])("is its worst problem: %o", (more, health) => {
    expect(healthOf(aKey(more), NOW)).toBe(health);
  });
});

it("a key's unknown slots are those of both services", () => {
  const slots = { image: { of: 4, held: 3, unknown: 2 }, video: { of: 4, held: 1, unknown: 1 } };
  expect(unknownSlots({ slots })).toBe(3);
});

it("errors about keys have stable codes and specific messages", () => {
  expect(new OwnerGoneError({ kind: "group", id: "g-1" })).toMatchObject({
    code: "owner_gone",
    message: "group:g-1 no longer exists",
  });
  expect(new SecretHereError("studio")).toMatchObject({
    code: "secret_here",
    keyName: "studio",
    message: expect.stringContaining("the same secret") as string,
  });
  expect(new TooManySlotsError("video")).toMatchObject({
    code: "too_many_slots",
    service: "video",
    message: "the organisation's keys would have more than 2000 slots for the video service",
  });
  expect(new OperatorsKeyError()).toMatchObject({
    code: "operators_key",
    message: expect.stringContaining("the operator's") as string,
  });
});
