import { describe, expect, it } from "vitest";
import {
  decodeScope,
  encodeScope,
  ORGANISATION_SCOPE,
  placeScope,
  type Scope,
  scopesOf,
  workspaceScope,
} from "../../../../../src/core/account/policy/scope.ts";
import { accountSubject, groupSubject, isRoleOf, roleSubject } from "../../../../../src/core/account/policy/subject.ts";

const THREAD = { platform: "discord", workspace: "1", channel: "2", thread: "3" } as const;

describe("a scope as one line of text", () => {
  it.each<[Scope, string]>([
    [ORGANISATION_SCOPE, "organisation"],
    [{ kind: "workspace", id: "discord:1" }, "workspace:discord:1"],
    [{ kind: "channel", id: "discord:1:2" }, "channel:discord:1:2"],
    [{ kind: "direct", id: "discord:1" }, "direct:discord:1"],
    [{ kind: "group", id: "g" }, "group:g"],
    [{ kind: "account", id: "a" }, "account:a"],
    [{ kind: "key", id: "k" }, "key:k"],
  ])("%j is %s", (scope, text) => {
    expect(encodeScope(scope)).toBe(text);
    expect(decodeScope(text)).toEqual(scope);
  });

  it.each(["", ":", ":a", "group", "group:", "organisation:1", "place:1"])("%j is not a scope", (text) => {
    expect(() => decodeScope(text)).toThrow(new RangeError(`not a scope: ${text}`));
  });
});

describe("the scopes of an action", () => {
  const workspace: Scope = { kind: "workspace", id: "discord:1" };
  const channel: Scope = { kind: "channel", id: "discord:1:2" };
  const direct: Scope = { kind: "direct", id: "discord:1" };

  it("a thread belongs to its channel, and a workspace's direct messages are one scope", () => {
    expect(workspaceScope(THREAD)).toEqual(workspace);
    expect(placeScope(THREAD, false)).toEqual(channel);
    expect(placeScope(THREAD, true)).toEqual(direct);
  });

  it.each([
    [false, channel],
    [true, direct],
  ])("a member has these scopes, widest first (direct: %s)", (isDirect, place) => {
    expect(scopesOf({ conversation: THREAD, isDirect, accountId: "a", groupIds: ["g", "h"] })).toEqual([
      ORGANISATION_SCOPE,
      workspace,
      { kind: "group", id: "g" },
      { kind: "group", id: "h" },
      place,
      { kind: "account", id: "a" },
    ]);
  });
});

describe("a rule's subject", () => {
  it("is an account, a group, or a role of one workspace", () => {
    expect(accountSubject("a")).toBe("account:a");
    expect(groupSubject("g")).toBe("group:g");
    expect(roleSubject(THREAD, "r:1")).toBe("role:discord:1:r%3A1");
  });

  it("a role belongs to its workspace only", () => {
    const role = roleSubject(THREAD, "r");
    expect(isRoleOf({ platform: "discord", workspace: "1" }, role)).toBe(true);
    expect(isRoleOf({ platform: "discord", workspace: "12" }, role)).toBe(false);
    expect(isRoleOf({ platform: "slack", workspace: "1" }, role)).toBe(false);
  });
});
