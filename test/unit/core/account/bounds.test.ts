import { describe, expect, it } from "vitest";
import {
  boundOf,
  defaultOf,
  DEFAULT_JOBS_AT_ONCE,
  DEFAULT_JOBS_WAITING,
  isBound,
  TooManyWaitingError,
} from "../../../../src/core/account/bounds.ts";
import { allowWorkspaces } from "../../../../src/core/account/claims.ts";
import { combine } from "../../../../src/core/account/policy/combine.ts";
import { DEFAULT_CONSOLE_CHANNELS, DEFAULT_UPLOAD_MIB } from "../../../../src/lib/limits.ts";

const scope = { kind: "group", id: "g" } as const;

describe("a bound of each member", () => {
  it.each([
    ["jobsAtOnce", DEFAULT_JOBS_AT_ONCE],
    ["jobsWaiting", DEFAULT_JOBS_WAITING],
    ["uploadMib", DEFAULT_UPLOAD_MIB],
    ["consoleChannels", DEFAULT_CONSOLE_CHANNELS],
  ] as const)("%s has a default, and what a scope sets counts instead", (key, value) => {
    expect(isBound(key)).toBe(true);
    expect(defaultOf(key)).toBe(value);
    expect(boundOf(undefined, key)).toEqual({ value, scope: undefined });
    expect(boundOf(combine([]), key)).toEqual({ value, scope: undefined });
    expect(boundOf(combine([{ scope, settings: { [key]: 0 } }]), key)).toEqual({ value: 0, scope });
  });

  it.each(["maxSeconds", "toString", ""])("%j is none", (key) => {
    expect(isBound(key)).toBe(false);
  });

  it("says how many jobs wait where no more may", () => {
    expect(new TooManyWaitingError(7)).toMatchObject({
      code: "too_many_waiting",
      waiting: 7,
      message: "7 of the member's jobs are already waiting",
    });
  });
});

it("workspaces that the operator names are let in, and those told that stay in another organisation", async () => {
  const owner = (workspace: string) => ({ platform: "discord", workspace, organisation: "studio" });
  const allowed: unknown[] = [];
  const organisations = {
    async allow(one: unknown) {
      allowed.push(one);
      return { organisationId: "o-1", isElsewhere: JSON.stringify(one).includes('"2"') };
    },
  };
  const owners = [owner("1"), owner("2"), owner("3")];
  expect(await allowWorkspaces(organisations, owners)).toEqual([owner("2")]);
  expect(allowed).toEqual(owners);
});
