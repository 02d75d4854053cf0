import { afterAll, beforeAll, expect, it } from "vitest";
import type { GroupStore } from "../../../src/core/account/groups.ts";
import { accountSubject } from "../../../src/core/account/policy/subject.ts";
import { createGroupStore } from "../../../src/db/accounts/group-store.ts";
import { MAX_GROUP_MEMBERS, MAX_GROUPS } from "../../../src/lib/limits.ts";
import { createTenants, type Tenants } from "../../support/database/tenants.ts";

let tenants: Tenants;
let groups: GroupStore;

beforeAll(async () => {
  tenants = await createTenants();
  groups = createGroupStore(tenants.db);
});
afterAll(() => tenants.close());

const acts = async (organisationId: string): Promise<unknown[]> => [
  ...(await tenants.sql`select action, before, after from audit where organisation_id = ${organisationId} order by id`),
];

it("stores groups with their members, and audits every change", async () => {
  const one = await tenants.add("makers");
  const { organisationId } = one;
  expect(await groups.create(one, "Makers")).toBe("created");
  expect(await groups.create(one, "mAKERS")).toBe("taken");
  const [group] = await groups.list(organisationId);
  expect(group).toMatchObject({ name: "Makers", members: [] });
  const id = group?.id ?? "";
  const subject = accountSubject(one.accountId);
  const member = { subject, name: "Max" };
  expect(await groups.add(one, id, member)).toBe("added");
  expect(await groups.add(one, id, member)).toBe("already");
  expect(await groups.list(organisationId)).toEqual([{ id, name: "Makers", members: [subject] }]);
  expect(await groups.remove(one, id, member)).toBe("removed");
  expect(await groups.remove(one, id, member)).toBe("absent");
  expect(await groups.delete(one, id)).toEqual({ kind: "deleted" });
  expect(await groups.delete(one, id)).toEqual({ kind: "gone" });
  expect(await groups.add(one, id, member)).toBe("gone");
  const kept = { group: "Makers", member: subject, name: "Max" };
  expect(await acts(organisationId)).toEqual([
    { action: "group.created", before: null, after: { name: "Makers" } },
    { action: "group.member_added", before: null, after: kept },
    { action: "group.member_removed", before: kept, after: null },
    { action: "group.deleted", before: { name: "Makers", members: [] }, after: null },
  ]);
});

it("creates one group per name, even with concurrent calls", async () => {
  const one = await tenants.add("at-once");
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => groups.create(one, "same")));
  expect(outcomes.toSorted()).toEqual(["created", ...Array.from({ length: 7 }, () => "taken")]);
});

it("refuses to delete a group that owns keys, and names them", async () => {
  const one = await tenants.add("keys");
  await groups.create(one, "owners");
  const [group] = await groups.list(one.organisationId);
  const id = group?.id ?? "";
  const key = async (name: string, masked: string, removed: boolean) =>
    tenants.sql`insert into credentials
      (organisation_id, name, masked, scope, fingerprint, sealed_secret, services, concurrency, clip_concurrency, removed_at)
      values (${one.organisationId}, ${name}, ${masked}, ${`group:${id}`}, ${`f-${name}${masked}`}, 's', '{image}', 1, 1,
        ${removed ? new Date() : null})`;
  await key("studio", "sk-…1", false);
  await key("", "sk-…2", false);
  await key("gone", "sk-…3", true);
  const deleted = await groups.delete(one, id);
  expect(deleted).toMatchObject({ kind: "owns_keys" });
  expect(deleted.kind === "owns_keys" && deleted.keys.toSorted()).toEqual(["sk-…2", "studio"]);
  await tenants.sql`update credentials set removed_at = now() where organisation_id = ${one.organisationId}`;
  expect(await groups.delete(one, id)).toEqual({ kind: "deleted" });
});

it("deletes a group's rules, pauses and quotas with it", async () => {
  const one = await tenants.add("rules");
  const { organisationId } = one;
  await groups.create(one, "ruled");
  const [group] = await groups.list(organisationId);
  const scope = `group:${group?.id}`;
  await tenants.sql`insert into policies (organisation_id, scope, settings) values (${organisationId}, ${scope}, '{}')`;
  await tenants.sql`insert into pauses (organisation_id, scope, paused_by) values (${organisationId}, ${scope}, 'Ada')`;
  await tenants.sql`insert into policies (organisation_id, scope, settings) values (${organisationId}, 'organisation', '{}')`;
  await groups.delete(one, group?.id ?? "");
  expect(await tenants.sql`select scope from policies where organisation_id = ${organisationId}`).toMatchObject([
    { scope: "organisation" },
  ]);
  expect(await tenants.sql`select scope from pauses where organisation_id = ${organisationId}`).toHaveLength(0);
});

it("limits the number of groups and members", async () => {
  const one = await tenants.add("bounds");
  const { organisationId } = one;
  await tenants.sql`insert into groups (organisation_id, name)
    select ${organisationId}, 'g' || n from generate_series(1, ${MAX_GROUPS}::integer) n`;
  expect(await groups.create(one, "one more")).toBe("full");
  const [group] = await groups.list(organisationId);
  await tenants.sql`insert into group_members (group_id, organisation_id, subject)
    select ${group?.id ?? ""}, ${organisationId}, 'account:' || n from generate_series(1, ${MAX_GROUP_MEMBERS}::integer) n`;
  expect(await groups.add(one, group?.id ?? "", { subject: accountSubject(one.accountId), name: "Max" })).toBe("full");
});
