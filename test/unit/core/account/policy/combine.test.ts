import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { combine, narrowness } from "../../../../../src/core/account/policy/combine.ts";
import type { PolicySettings, ScopedSettings } from "../../../../../src/core/account/policy/policy.ts";
import type { Scope } from "../../../../../src/core/account/policy/scope.ts";
import { strictest } from "../../../../../src/core/account/policy/strictest.ts";

const organisation: Scope = { kind: "organisation", id: "" };
const workspace: Scope = { kind: "workspace", id: "console:main" };
const designers: Scope = { kind: "group", id: "1" };
const writers: Scope = { kind: "group", id: "2" };
const channel: Scope = { kind: "channel", id: "console:main:general" };
const account: Scope = { kind: "account", id: "3" };
const says = (scope: Scope, settings: PolicySettings): ScopedSettings => ({ scope, settings });

describe("the effective policy", () => {
  it("is silent where nobody says anything", () => {
    const policy = combine([says(channel, {})]);
    expect(Object.values(policy).every((value) => value === undefined || value.length === 0)).toBe(true);
  });

  it("takes a default from the narrowest scope that says one, and from the first of several groups", () => {
    const policy = combine([
      says(channel, { imageModel: "c" }),
      says(organisation, { imageModel: "o", videoModel: "o" }),
      says(designers, { videoModel: "d" }),
      says(writers, { videoModel: "w" }),
    ]);
    expect(policy.imageModel).toEqual({ value: "c", scope: channel });
    expect(policy.videoModel).toEqual({ value: "d", scope: designers });
  });

  it("takes the strictest of limits, whichever scope says it, and the widest of equals", () => {
    const policy = combine([
      says(account, { maxSeconds: 20, maxCount: 2 }),
      says(workspace, { maxSeconds: 10, maxCount: 4 }),
      says(organisation, { maxSeconds: 10 }),
    ]);
    expect(policy.maxSeconds).toEqual({ value: 10, scope: organisation });
    expect(policy.maxCount).toEqual({ value: 2, scope: account });
  });

  it.each([
    "maxSeconds",
    "maxCount",
    "jobsAtOnce",
    "jobsWaiting",
    "uploadMib",
    "consoleChannels",
    "confirmSeconds",
    "approveSeconds",
    "approveCount",
  ] as const)("takes the lowest %s", (limit) => {
    const policy = combine([says(channel, { [limit]: 3 }), says(workspace, { [limit]: 2 })]);
    expect(policy[limit]).toEqual({ value: 2, scope: workspace });
  });

  it("takes the narrowest word on talk", () => {
    const policy = combine([says(channel, { talk: "make" }), says(workspace, { talk: "ask" })]);
    expect(policy.talk).toEqual({ value: "make", scope: channel });
  });

  it("knows zero from nothing", () => {
    expect(combine([says(channel, { confirmSeconds: 0 }), says(organisation, {})]).confirmSeconds?.value).toBe(0);
  });

  it("keeps every list apart, since all of them must be kept", () => {
    const policy = combine([says(channel, { models: ["b*"] }), says(organisation, { models: ["a*", "b*"] })]);
    expect(policy.models).toEqual([
      { value: ["a*", "b*"], scope: organisation },
      { value: ["b*"], scope: channel },
    ]);
  });

  it("takes a permission away wherever anyone says no", () => {
    const policy = combine([says(channel, { guests: true, ownKeys: true }), says(organisation, { guests: false })]);
    expect(policy.guests).toEqual({ value: false, scope: organisation });
    expect(policy.ownKeys).toEqual({ value: true, scope: channel });
    const narrower = combine([says(channel, { guests: false }), says(organisation, { guests: true })]);
    expect(narrower.guests).toEqual({ value: false, scope: channel });
  });
});

const SCOPES = [organisation, workspace, designers, writers, channel, account];
const settings = fc.record(
  {
    models: fc.array(fc.constantFrom("a*", "b?", "c"), { maxLength: 3 }),
    imageModel: fc.constantFrom("a", "b"),
    maxSeconds: fc.nat(100),
    approveCount: fc.nat(10),
    guests: fc.boolean(),
  },
  { requiredKeys: [] },
);
const scoped = fc
  .subarray(SCOPES)
  .chain((scopes) => fc.tuple(...scopes.map((scope) => settings.map((one) => says(scope, one)))));

describe("whatever the scopes say", () => {
  it("another scope never loosens a limit nor shortens a list", () => {
    fc.assert(
      fc.property(scoped, settings, (given, more) => {
        const extra: Scope = { kind: "key", id: "x" };
        const [before, after] = [combine(given), combine([...given, says(extra, more)])];
        for (const limit of ["maxSeconds", "approveCount"] as const) {
          expect(after[limit]?.value ?? Infinity).toBeLessThanOrEqual(before[limit]?.value ?? Infinity);
        }
        expect(after.models.length).toBeGreaterThanOrEqual(before.models.length);
        if (before.guests?.value === false) expect(after.guests?.value).toBe(false);
      }),
    );
  });

  it("every value is one that its scope says, and a default's scope is the narrowest that says one", () => {
    fc.assert(
      fc.property(scoped, (given) => {
        const policy = combine(given);
        for (const key of ["imageModel", "maxSeconds", "approveCount", "guests"] as const) {
          const sayers = given.filter((one) => one.settings[key] !== undefined);
          const ruled = policy[key];
          expect(ruled === undefined).toBe(sayers.length === 0);
          if (ruled) expect(sayers.find(({ scope }) => scope === ruled.scope)?.settings[key]).toBe(ruled.value);
        }
        const narrowest = Math.max(
          ...given.filter((one) => one.settings.imageModel !== undefined).map(({ scope }) => narrowness(scope)),
        );
        if (policy.imageModel) expect(narrowness(policy.imageModel.scope)).toBe(narrowest);
      }),
    );
  });

  it("the order in which scopes of different width are given changes nothing", () => {
    fc.assert(
      fc.property(scoped, (given) => {
        const one = given.filter(({ scope }) => scope !== writers);
        expect(combine(one.toReversed())).toEqual(combine(one));
      }),
    );
  });
});

it("of two scopes that become one, the one wins that asks before it makes anything of mere words", () => {
  expect(strictest({ talk: "make" }, { talk: "ask" }).talk).toBe("ask");
  expect(strictest({ talk: "make" }, {}).talk).toBe("make");
  expect(strictest({ talk: "make" }, { talk: "make" }).talk).toBe("make");
});
