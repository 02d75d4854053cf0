import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SecretHereError } from "../../../src/core/account/keys/key-store.ts";
import { ORGANISATION_SCOPE, type Scope } from "../../../src/core/account/policy/scope.ts";
import { groups } from "../../../src/db/schema/policy.ts";
import { MAX_KEYS } from "../../../src/lib/limits.ts";
import { ADMIN, storedKeys, type StoredKeys } from "../../support/database/stored-keys.ts";
import { createTenants, type Tenants } from "../../support/database/tenants.ts";

const never = new AbortController().signal;

async function newGroup({ db }: Tenants, organisationId: string): Promise<Scope> {
  const given = { organisationId, name: `g-${randomUUID()}` };
  const [row] = await db.run((queries) => queries.insert(groups).values(given).returning({ id: groups.id }));
  return { kind: "group", id: row?.id ?? "" };
}

describe("an organisation's keys", () => {
  let tenants: Tenants;
  let keys: StoredKeys;

  beforeAll(async () => {
    tenants = await createTenants();
    keys = storedKeys(tenants.db);
  });
  afterAll(() => tenants.close());

  it("are limited in number, no matter for whom they are", async () => {
    const { organisationId } = await tenants.add("full");
    await tenants.sql`
      insert into credentials (organisation_id, name, origin, scope, fingerprint, sealed_secret, services, concurrency,
        clip_concurrency)
      select ${organisationId}, 'k-' || n, 'people', case when n % 2 = 0 then 'organisation' else 'account:' || uuidv7() end,
        'f-' || n, '', '{image}', 1, 1
      from generate_series(1, ${MAX_KEYS} - 1) n`;
    const add = (name: string, scope: Scope) =>
      keys.keyring.add(
        { organisationId, name, secret: `sk-${name}`, scope, concurrency: 1, services: undefined },
        ADMIN,
        never,
      );
    const workspace: Scope = { kind: "workspace", id: "discord:w-full" };
    const last = await add("last", workspace);
    expect(last).toMatchObject({ ok: true });
    const full = { ok: false, problems: [{ rule: "organisation_full" }] };
    for (const scope of [workspace, ORGANISATION_SCOPE, { kind: "account", id: randomUUID() } as const]) {
      expect(await add("more", scope)).toEqual(full);
    }
    await keys.keyring.remove(organisationId, last.ok ? last.key.id : "", ADMIN);
    expect(await add("more", ORGANISATION_SCOPE)).toMatchObject({ ok: true });
  });

  it("can't be assigned to an owner who has the same secret", async () => {
    const { organisationId } = await tenants.add("twins");
    const [one, other] = [await newGroup(tenants, organisationId), await newGroup(tenants, organisationId)];
    const secret = "sk-for-two-groups-0002";
    const first = await keys.add(organisationId, "first", secret, { scope: one });
    const second = await keys.add(organisationId, "second", secret, { scope: other });
    const assign = (id: string, scope: Scope, image?: number) =>
      keys.keyring.assign(organisationId, id, { scope, concurrency: image === undefined ? {} : { image } }, ADMIN);
    const refused = await assign(second, one).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SecretHereError);
    expect(refused).toMatchObject({ keyName: "first" });
    expect((await keys.keyring.list(organisationId)).map(({ scope }) => scope)).toEqual([one, other]);
    // Its present owner and another one are possible, and this one too once it no longer has the secret.
    expect(await assign(second, other, 7)).toMatchObject({ after: { scope: other, slots: { image: { of: 7 } } } });
    expect(await assign(second, ORGANISATION_SCOPE)).toMatchObject({ after: { scope: ORGANISATION_SCOPE } });
    await keys.keyring.remove(organisationId, first, ADMIN);
    expect(await assign(second, one)).toMatchObject({ after: { scope: one } });
  });

  it("may have a configured key's secret as well", async () => {
    const { organisationId } = await tenants.add("configured");
    const group = await newGroup(tenants, organisationId);
    const secret = "sk-configured-and-entered-0002";
    const services = ["image"] as const;
    await keys.credentials.enter({ organisationId, name: "configured", secret, services, concurrency: 1 });
    const id = await keys.add(organisationId, "entered", secret, { scope: group });
    const to = { scope: ORGANISATION_SCOPE, concurrency: {} };
    expect(await keys.keyring.assign(organisationId, id, to, ADMIN)).toMatchObject({
      after: { scope: ORGANISATION_SCOPE },
    });
  });
});
