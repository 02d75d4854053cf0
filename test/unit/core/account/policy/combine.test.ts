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
  it("is empty without settings", () => {
    const policy = combine([says(channel, {})]);
    expect(Object.values(policy).every((value) => value === undefined || value.length === 0)).toBe(true);
  });

  it("takes a default from the narrowest scope, and from the first of several groups", () => {
    const policy = combine([
      says(channel, { imageModel: "c" }),
      says(organisation, { imageModel: "o", videoModel: "o" }),
      says(designers, { videoModel: "d" }),
      says(writers, { videoModel: "w" }),
    ]);
    expect(policy.imageModel).toEqual({ value: "c", scope: channel });
    expect(policy.videoModel).toEqual({ value: "d", scope: designers });
  });

  it("takes the strictest limit, and the widest scope of equals", () => {
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

  it("takes the narrowest setting for talk", () => {
    const policy = combine([says(channel, { talk: "make" }), says(workspace, { talk: "ask" })]);
    expect(policy.talk).toEqual({ value: "make", scope: channel });
  });

  it("takes the narrowest setting for previews, whatever it says", () => {
    expect(combine([says(channel, { previews: false }), says(workspace, { previews: true })]).previews).toEqual({
      value: false,
      scope: channel,
    });
    expect(combine([says(channel, {}), says(workspace, {})]).previews).toBeUndefined();
  });

  it("distinguishes zero from no setting", () => {
    expect(combine([says(channel, { confirmSeconds: 0 }), says(organisation, {})]).confirmSeconds?.value).toBe(0);
  });

  it("keeps all lists separate, because all must be respected", () => {
    const policy = combine([says(channel, { models: ["b*"] }), says(organisation, { models: ["a*", "b*"] })]);
    expect(policy.models).toEqual([
      { value: ["a*", "b*"], scope: organisation },
      { value: ["b*"], scope: channel },
    ]);
  });

  it("withdraws a permission if any scope says no", () => {
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

describe("for any settings", () => {
  it("another scope never loosens a limit or drops a list", () => {
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

  it("every value comes from its scope, and a default from the narrowest one", () => {
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

  it("the order of scopes of different width changes nothing", () => {
    fc.assert(
      fc.property(scoped, (given) => {
        const one = given.filter(({ scope }) => scope !== writers);
        expect(combine(one.toReversed())).toEqual(combine(one));
      }),
    );
  });
});

it("when two scopes merge, asking first wins", () => {
  expect(strictest({ talk: "make" }, { talk: "ask" }).talk).toBe("ask");
  expect(strictest({ talk: "make" }, {}).talk).toBe("make");
  expect(strictest({ talk: "make" }, { talk: "make" }).talk).toBe("make");
});
