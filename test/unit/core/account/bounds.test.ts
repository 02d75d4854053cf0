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
import { DEFAULT_CONSOLE_CHANNELS } from "../../../../src/core/account/bounds.ts";
import { DEFAULT_UPLOAD_MIB } from "../../../../src/core/account/bounds.ts";

const scope = { kind: "group", id: "g" } as const;

describe("a per-member bound", () => {
  it.each([
    ["jobsAtOnce", DEFAULT_JOBS_AT_ONCE],
    ["jobsWaiting", DEFAULT_JOBS_WAITING],
    ["uploadMib", DEFAULT_UPLOAD_MIB],
    ["consoleChannels", DEFAULT_CONSOLE_CHANNELS],
  ] as const)("%s has a default, which a scope can override", (key, value) => {
    expect(isBound(key)).toBe(true);
    expect(defaultOf(key)).toBe(value);
    expect(boundOf(undefined, key)).toEqual({ value, scope: undefined });
    expect(boundOf(combine([]), key)).toEqual({ value, scope: undefined });
    expect(boundOf(combine([{ scope, settings: { [key]: 0 } }]), key)).toEqual({ value: 0, scope });
  });

  it.each(["maxSeconds", "toString", ""])("%j is not a bound", (key) => {
    expect(isBound(key)).toBe(false);
  });

  it("names the number of waiting jobs in its error", () => {
    expect(new TooManyWaitingError(7)).toMatchObject({
      code: "too_many_waiting",
      waiting: 7,
      message: "7 of the member's jobs are already waiting",
    });
  });
});

it("allows the operator's workspaces, and returns those that stay in another organisation", async () => {
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
