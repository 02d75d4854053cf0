import { describe, expect, it } from "vitest";
import { readKeyOwner, keyOwnerChoices } from "../../../../src/command/keys/key-owner.ts";
import { en } from "../../../../src/text/en/index.ts";
import { GENERAL } from "../../../support/commands.ts";

const OWNERS = {
  groups: [
    { id: "g-1", name: "Makers" },
    { id: "g-2", name: "Max" },
  ],
  accounts: [
    { id: "a-1", name: "Ada", userIds: ["U1", "U2"] },
    { id: "a-2", name: "Max", userIds: ["U3"] },
    { id: "a-3", name: "Eve", userIds: [] },
    { id: "a-4", name: "Eve", userIds: ["U4"] },
  ],
};
const EVERYONE = { kind: "organisation", id: "" };
const WORKSPACE = { kind: "workspace", id: "console:main" };

describe("the owner of a key", () => {
  it.each([
    ["everyone", EVERYONE],
    ["All", EVERYONE],
    ["ＯＲＧＡＮＩＳＡＴＩＯＮ", EVERYONE],
    ["Workspace", WORKSPACE],
    ["workspace:console:main", WORKSPACE],
    ["makers", { kind: "group", id: "g-1" }],
    ["group:Makers", { kind: "group", id: "g-1" }],
    ["group:g-2", { kind: "group", id: "g-2" }],
    ["group:max", { kind: "group", id: "g-2" }],
    ["ada", { kind: "account", id: "a-1" }],
    ["@Max", { kind: "account", id: "a-2" }],
    ["<@U2>", { kind: "account", id: "a-1" }],
    ["<@U4>", { kind: "account", id: "a-4" }],
    ["account:a-3", { kind: "account", id: "a-3" }],
  ])("%j is found", (given, scope) => {
    expect(readKeyOwner(given, OWNERS, GENERAL)).toEqual({ ok: true, scope });
  });

  it.each([
    ["Max", "Max"],
    ["@Eve", "@Eve"],
    ["Makrs", "Makers"],
    ["@Adda", "@Ada"],
    ["workspace:console:other", undefined],
    ["<@U9>", undefined],
    ["", undefined],
  ])("%j is not found, because no owner or more than one has that name", (given, suggestion) => {
    const problem = { rule: "no_such_owner", given, suggestion };
    expect(readKeyOwner(given, OWNERS, GENERAL)).toEqual({ ok: false, problem });
  });

  it("is chosen from everyone, this workspace, the groups, and the members that may be chosen", () => {
    const say = en.keys.whose;
    expect(keyOwnerChoices(OWNERS, GENERAL, en, ["a-1", "a-9"])).toEqual([
      { value: "everyone", label: say.everyone },
      { value: "workspace:console:main", label: say.workspace },
      { value: "group:g-1", label: say.group("Makers") },
      { value: "group:g-2", label: say.group("Max") },
      { value: "account:a-1", label: say.account("Ada") },
      { value: "account:a-9", label: say.gone },
    ]);
    const all = keyOwnerChoices(OWNERS, GENERAL, en).map(({ value }) => value);
    expect(all.slice(4)).toEqual(["account:a-1", "account:a-2", "account:a-3", "account:a-4"]);
    for (const value of all) expect(readKeyOwner(value, OWNERS, GENERAL).ok).toBe(true);
  });
});

it("a key's owner is never found by a name that looks like another person's mention or id", () => {
  const accounts = [
    { id: "a-1", name: "<@123456789012345678>", userIds: ["111111111111111111"] },
    { id: "a-2", name: "123456789012345678", userIds: ["222222222222222222"] },
  ];
  const owners = { groups: [], accounts };
  for (const given of ["<@123456789012345678>", "123456789012345678"]) {
    expect(readKeyOwner(given, owners, GENERAL)).toEqual({
      ok: false,
      problem: { rule: "no_such_owner", given, suggestion: undefined },
    });
  }
  expect(readKeyOwner("<@222222222222222222>", owners, GENERAL)).toEqual({
    ok: true,
    scope: { kind: "account", id: "a-2" },
  });
});
