import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GroupStore } from "../../../src/core/account/groups.ts";
import { OwnerGoneError } from "../../../src/core/account/keys/key-store.ts";
import { encodeScope, type Scope } from "../../../src/core/account/policy/scope.ts";
import { createGroupStore } from "../../../src/db/accounts/group-store.ts";
import { ADMIN, storedKeys, type StoredKeys } from "../../support/database/stored-keys.ts";
import { createTenants, type Tenant, type Tenants } from "../../support/database/tenants.ts";

let tenants: Tenants;
let one: Tenant;
let groups: GroupStore;
let keys: StoredKeys;

beforeAll(async () => {
  tenants = await createTenants();
  one = await tenants.add("one");
  groups = createGroupStore(tenants.db);
  keys = storedKeys(tenants.db);
});
afterAll(() => tenants.close());

async function newGroup(): Promise<Scope> {
  const name = `g-${randomUUID()}`;
  await groups.create(one, name);
  const found = (await groups.list(one.organisationId)).find((group) => group.name === name);
  return { kind: "group", id: found?.id ?? "" };
}

const newKey = () => keys.add(one.organisationId, `k-${randomUUID().slice(0, 8)}`, `sk-${randomUUID()}`);
const assign = (id: string, scope: Scope) =>
  keys.keyring.assign(one.organisationId, id, { scope, concurrency: {} }, ADMIN);

/** Keys of a group that doesn't exist. */
const orphans = () => tenants.sql`
  select name from credentials
  where removed_at is null and scope like 'group:%' and not exists (select from groups where 'group:' || id = scope)`;

/** Resolves once this many statements wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const [row] = await tenants.sql<{ waiting: number }[]>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (row?.waiting === count) return;
  }
}

describe("assigning a key to a group during its deletion", () => {
  it("keeps the key's owner if the deletion came first", async () => {
    const group = await newGroup();
    const id = await newKey();
    await tenants.sql`insert into policies (organisation_id, scope, settings)
      values (${one.organisationId}, ${encodeScope(group)}, '{}')`;
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // The deletion stops at the group's rules.
    const holding = tenants.sql.begin(async (sql) => {
      await sql`select from policies where scope = ${encodeScope(group)} for update`;
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const deleted = groups.delete(one, group.id);
    await untilWaiting(1);
    const assigned = assign(id, group).catch((error: unknown) => error);
    await untilWaiting(2);
    release.resolve();
    await holding;
    expect(await deleted).toEqual({ kind: "deleted" });
    expect(await assigned).toBeInstanceOf(OwnerGoneError);
    expect(await orphans()).toEqual([]);
    const after = (await keys.keyring.list(one.organisationId)).find((key) => key.id === id);
    expect(after?.scope).toEqual({ kind: "organisation", id: "" });
  });

  it("keeps the group if the assignment came first", async () => {
    const group = await newGroup();
    const id = await newKey();
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // The assignment stops at the key's row.
    const holding = tenants.sql.begin(async (sql) => {
      await sql`select from credentials where id = ${id} for update`;
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const assigned = assign(id, group);
    await untilWaiting(1);
    const deleted = groups.delete(one, group.id);
    await untilWaiting(2);
    release.resolve();
    await holding;
    expect(await assigned).toMatchObject({ after: { scope: group } });
    expect(await deleted).toMatchObject({ kind: "owns_keys" });
    expect(await orphans()).toEqual([]);
  });

  it("refuses a deleted group and another organisation's group", async () => {
    const group = await newGroup();
    const theirs = await tenants.add("theirs");
    const add = (organisationId: string) =>
      keys.keyring.add(
        {
          organisationId,
          name: `k-${randomUUID().slice(0, 8)}`,
          secret: `sk-${randomUUID()}`,
          scope: group,
          concurrency: 1,
          services: undefined,
        },
        ADMIN,
        new AbortController().signal,
      );
    const gone = { ok: false, problems: [{ rule: "owner_gone" }] };
    expect(await add(theirs.organisationId)).toEqual(gone);
    await groups.delete(one, group.id);
    expect(await add(one.organisationId)).toEqual(gone);
  });
});
