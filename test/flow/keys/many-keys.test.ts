import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SecretHereError, TooManySlotsError } from "../../../src/core/account/keys/key-store.ts";
import { ORGANISATION_SCOPE, type Scope } from "../../../src/core/account/policy/scope.ts";
import { groups } from "../../../src/db/schema/policy.ts";
import { MAX_KEY_CONCURRENCY, MAX_KEYS, MAX_SLOTS } from "../../../src/lib/limits.ts";
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

  it("are limited in number, regardless of their owners", async () => {
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

  it("share a limit of slots for each service", async () => {
    const { organisationId } = await tenants.add("slots");
    const add = (name: string, concurrency: number, secret = `sk-slots-of-${name}`, scope = ORGANISATION_SCOPE) =>
      keys.keyring.add({ organisationId, name, secret, scope, concurrency, services: undefined }, ADMIN, never);
    const assign = (id: string, concurrency: Partial<Record<"image" | "video", number>>) =>
      keys.keyring.assign(organisationId, id, { scope: undefined, concurrency }, ADMIN);
    const ids: string[] = [];
    for (let left = MAX_SLOTS - 1; left > 0; left -= MAX_KEY_CONCURRENCY) {
      const added = await add(`k${ids.length}`, Math.min(left, MAX_KEY_CONCURRENCY));
      if (!added.ok) throw new Error("a key was refused");
      ids.push(added.key.id);
    }
    const last = ids.at(-1) ?? "";
    const [first = "", second = ""] = ids;
    const full = { ok: false, problems: [{ rule: "too_many_slots", service: "image" }] };
    expect(await add("more", 2)).toEqual(full);
    expect(await keys.keyring.list(organisationId)).toHaveLength(ids.length);
    // A key with the same secret already has these slots.
    const twin = await add("twin", MAX_KEY_CONCURRENCY, "sk-slots-of-k0", await newGroup(tenants, organisationId));
    expect(twin).toMatchObject({ ok: true });
    expect(await add("one", 1)).toMatchObject({ ok: true });

    const refused = await assign(last, { video: MAX_KEY_CONCURRENCY }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TooManySlotsError);
    expect(refused).toMatchObject({ service: "video" });
    const listed = await keys.keyring.list(organisationId);
    expect(listed.find(({ id }) => id === last)?.slots.video.of).toBe(MAX_KEY_CONCURRENCY - 1);
    // The other key with this secret may still use all slots.
    await assign(first, { video: 1 });
    await expect(assign(last, { video: MAX_KEY_CONCURRENCY })).rejects.toThrow(TooManySlotsError);
    await assign(second, { video: 1 });
    await assign(last, { video: MAX_KEY_CONCURRENCY });
    expect(await add("more", 2)).toEqual(full);
    await keys.keyring.remove(organisationId, second, ADMIN);
    expect(await add("more", 2)).toMatchObject({ ok: true });
  });

  it("keep and count the slots that jobs hold after an admin has lowered the number", async () => {
    const { organisationId } = await tenants.add("lowered");
    const secret = "sk-with-held-slots-0001";
    const id = await keys.add(organisationId, "lowered", secret, { concurrency: 4 });
    const fingerprint = keys.seal.fingerprint(secret);
    await tenants.sql`
      update slots set job_id = gen_random_uuid() where key_fingerprint = ${fingerprint} and service = 'image' and n = 3`;
    const lower = { scope: undefined, concurrency: { image: 1, video: 2 } };
    await keys.keyring.assign(organisationId, id, lower, ADMIN);
    expect(
      await tenants.sql`select service, n from slots where key_fingerprint = ${fingerprint} order by service, n`,
    ).toEqual([
      { service: "image", n: 1 },
      { service: "image", n: 3 },
      { service: "video", n: 1 },
      { service: "video", n: 2 },
    ]);
    await keys.keyring.assign(organisationId, id, { scope: undefined, concurrency: { image: 4 } }, ADMIN);
    const [row] = await tenants.sql`
      select count(*)::integer as slots from slots where key_fingerprint = ${fingerprint} and service = 'image'`;
    expect(row).toEqual({ slots: 4 });
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
    // Its current owner and a third one are possible, and so is this one once it no longer has the secret.
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
