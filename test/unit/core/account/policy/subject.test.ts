import { expect, it } from "vitest";
import {
  accountIdOf,
  accountSubject,
  groupSubject,
  roleIdIn,
  roleSubject,
} from "../../../../../src/core/account/policy/subject.ts";

const here = { platform: "slack", workspace: "T1", channel: "C1" } as const;
const elsewhere = { ...here, workspace: "T2" };

it("an account's subject leads back to the account, and no other subject does", () => {
  expect(accountIdOf(accountSubject("a-1"))).toBe("a-1");
  expect(accountIdOf(groupSubject("account:a-1"))).toBeUndefined();
  expect(accountIdOf("a-1 account:")).toBeUndefined();
});

it("a role's subject leads back to the role in its workspace only", () => {
  const subject = roleSubject(here, "S:1/2");
  expect(roleIdIn(here, subject)).toBe("S:1/2");
  expect(roleIdIn(elsewhere, subject)).toBeUndefined();
  expect(roleIdIn(here, accountSubject("a-1"))).toBeUndefined();
});
