import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KeyChecks } from "../../../src/core/account/keys/key.ts";
import type { KeyEntry } from "../../../src/core/account/keys/keyring.ts";
import { encodeScope, ORGANISATION_SCOPE, type Scope } from "../../../src/core/account/policy/scope.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { organisations } from "../../../src/db/schema/people.ts";
import { groups } from "../../../src/db/schema/policy.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { ADMIN, storedKeys, type StoredKeys } from "../../support/database/stored-keys.ts";

let stored: StoredJobs;
let keys: StoredKeys;
let organisationId: string;
let says: KeyChecks = { image: { kind: "ok" }, video: { kind: "ok" } };
const signal = new AbortController().signal;

beforeAll(async () => {
  stored = await openStoredJobs();
  organisationId = await createOrganisationStore(stored.db).consoleOrganisation();
  keys = storedKeys(stored.db, { check: async () => says });
});

afterAll(() => stored.close());

async function ownOrganisation(): Promise<string> {
  const [row] = await stored.db.run((queries) => queries.insert(organisations).values({}).returning());
  return row?.id ?? "";
}

async function groupOf(organisation: string, name: string): Promise<Scope> {
  const given = { organisationId: organisation, name };
  const [row] = await stored.db.run((queries) => queries.insert(groups).values(given).returning({ id: groups.id }));
  return { kind: "group", id: row?.id ?? "" };
}

function entry(changes: Partial<KeyEntry>): KeyEntry {
  const secret = `sk-${randomUUID()}`;
  return {
    organisationId,
    name: "team",
    secret,
    services: undefined,
    concurrency: 2,
    scope: ORGANISATION_SCOPE,
    ...changes,
  };
}

const add = (changes: Partial<KeyEntry>) => keys.keyring.add(entry(changes), ADMIN, signal);

async function auditOf(organisation: string): Promise<unknown[]> {
  return stored.db.run((queries) =>
    queries.execute(sql`
      select action, actor_name, scope, before, after from audit where organisation_id = ${organisation}::uuid order by id`),
  );
}

async function sealedSecretOf(id: string): Promise<string | undefined> {
  const [row] = await stored.db.run((queries) =>
    queries.execute<{ sealed_secret: string }>(sql`select sealed_secret from credentials where id = ${id}::uuid`),
  );
  return row?.sealed_secret;
}

describe("an entered key", () => {
  it("is stored sealed and masked, and every action on it is audited", async () => {
    const mine = await ownOrganisation();
    const outcome = await add({ organisationId: mine, secret: "sk-a-very-secret-key-9876" });
    expect(outcome).toMatchObject({
      ok: true,
      key: { name: "team", masked: "sk-…9876", services: ["image", "video"] },
    });
    const id = outcome.ok ? outcome.key.id : "";
    await keys.keyring.disable(mine, id, ADMIN);
    await keys.keyring.enable(mine, id, ADMIN);
    const group = await groupOf(mine, "g-1");
    await keys.keyring.assign(mine, id, { scope: group, concurrency: { image: 5 } }, ADMIN);
    await keys.keyring.remove(mine, id, ADMIN);
    expect(await keys.keyring.list(mine)).toEqual([]);
    const audit = await auditOf(mine);
    expect(audit).toMatchObject([
      { action: "key.added", actor_name: "Ada", scope: `key:${id}`, before: null, after: { masked: "sk-…9876" } },
      { action: "key.disabled", before: { scope: "organisation" }, after: { disabled: true } },
      { action: "key.enabled", before: { disabled: true } },
      {
        action: "key.assigned",
        before: { scope: "organisation" },
        after: { scope: encodeScope(group), concurrency: 5, clipConcurrency: 2 },
      },
      { action: "key.removed", after: null },
    ]);
    expect(JSON.stringify(audit)).not.toContain("very-secret");
    expect(await sealedSecretOf(id)).toBe("");
  });

  it("has a unique name, which does not reveal the secret", async () => {
    const mine = await ownOrganisation();
    await add({ organisationId: mine, name: "Design" });
    expect(await add({ organisationId: mine, name: " design " })).toEqual({
      ok: false,
      problems: [{ rule: "name_taken", name: "design" }],
    });
    const refused = { ok: false, problems: [{ rule: "name_is_secret" }] };
    expect(await add({ organisationId: mine, name: "sk-abcdef" })).toEqual(refused);
    expect(await add({ organisationId: mine, name: "hunter", secret: "hunter" })).toEqual(refused);
    expect(await add({ organisationId: mine, name: "sandbox" })).toMatchObject({ ok: false });
    expect(await add({ organisationId: mine, name: "x".repeat(41), secret: "sk-“curly”", concurrency: 0 })).toEqual({
      ok: false,
      problems: [{ rule: "name_too_long", length: 41 }, { rule: "secret_unsendable" }, { rule: "at_once", given: "0" }],
    });
    // A removed key's name can be reused.
    const [design] = await keys.keyring.list(mine);
    await keys.keyring.remove(mine, design?.id ?? "", ADMIN);
    expect(await add({ organisationId: mine, name: "design" })).toMatchObject({ ok: true });
  });

  it("may be entered again for others, and is shown as the same key", async () => {
    const mine = await ownOrganisation();
    const secret = "sk-for-two-groups-0001";
    const [one, two] = [await groupOf(mine, "g-1"), await groupOf(mine, "g-2")];
    await add({ organisationId: mine, name: "one", secret, scope: one });
    expect(await add({ organisationId: mine, name: "again", secret, scope: one })).toEqual({
      ok: false,
      problems: [{ rule: "secret_here", name: "one" }],
    });
    const second = await add({ organisationId: mine, name: "two", secret, scope: two });
    expect(second).toMatchObject({ ok: true, key: { twins: ["one"] } });
    const slots = await stored.db.run((queries) =>
      queries.execute(sql`select n from slots where key_fingerprint = ${keys.seal.fingerprint(secret)}`),
    );
    // Two per service.
    expect(slots).toHaveLength(4);
  });

  it("is entered once even if the form is resubmitted after a lost answer", async () => {
    const mine = await ownOrganisation();
    const same = entry({ organisationId: mine });
    const [first, second] = [await keys.keyring.add(same, ADMIN, signal), await keys.keyring.add(same, ADMIN, signal)];
    expect(second).toEqual(first);
    expect(await keys.keyring.list(mine)).toHaveLength(1);
    expect(await auditOf(mine)).toHaveLength(1);
    expect(await keys.keyring.add({ ...same, concurrency: 3 }, ADMIN, signal)).toMatchObject({
      problems: [{ rule: "name_taken" }],
    });
  });

  it("serves what the services allow", async () => {
    const mine = await ownOrganisation();
    const tried = async (checks: KeyChecks, services?: KeyEntry["services"]) => {
      says = checks;
      return add({ organisationId: mine, name: randomUUID().slice(0, 8), services });
    };
    const invalid = { kind: "invalid" } as const;
    const away = { kind: "unreachable", reason: "no answer" } as const;
    const closed = { kind: "forbidden", code: "permission_error" } as const;
    const ok = { kind: "ok" } as const;
    expect(await tried({ image: ok, video: invalid })).toMatchObject({ ok: true, key: { services: ["image"] } });
    expect(await tried({ image: closed, video: { kind: "spent" } })).toMatchObject({
      ok: true,
      key: { services: ["video"], restingUntil: expect.any(Date) },
    });
    expect(await tried({ image: ok, video: away })).toMatchObject({ ok: true, key: { services: ["image"] } });
    expect(await tried({ image: invalid, video: invalid })).toEqual({
      ok: false,
      problems: [{ rule: "secret_refused" }],
    });
    expect(await tried({ image: away, video: invalid })).toMatchObject({
      problems: [
        { rule: "unreachable", service: "image" },
        { rule: "service_unknown_key", service: "video" },
      ],
    });
    expect(await tried({ image: ok, video: closed }, ["image", "video"])).toMatchObject({
      problems: [{ rule: "service_forbidden", service: "video", code: "permission_error" }],
    });
    expect(await tried({ image: ok }, ["video"])).toMatchObject({ problems: [{ rule: "service_off" }] });
    says = { image: ok, video: ok };
  });

  it("survives a configuration change even if its secret is a configured one", async () => {
    const mine = await ownOrganisation();
    const secret = "sk-configured-and-entered";
    const configured = { organisationId: mine, name: "configured", services: ["image"], concurrency: 1 } as const;
    await keys.credentials.enter({ ...configured, secret });
    const entered = await add({ organisationId: mine, secret });
    await keys.credentials.enter({ ...configured, secret: "sk-of-now" });
    await keys.credentials.keepOnly(mine, ["sk-of-now"]);
    expect(await keys.keyring.list(mine)).toMatchObject([
      { name: "configured", origin: "configuration", masked: "sk-…ow" },
      { name: "team", origin: "people", id: entered.ok ? entered.key.id : "" },
    ]);
  });
});

describe("a key's health", () => {
  it("reflects checks and admins' decisions", async () => {
    const mine = await ownOrganisation();
    const id = await keys.add(mine, "team", "sk-to-be-checked-0001");
    const check = async (checks: KeyChecks) => {
      says = checks;
      return keys.keyring.check(mine, id, ADMIN, signal);
    };
    expect(await check({ image: { kind: "invalid" }, video: { kind: "invalid" } })).toMatchObject({
      after: { invalidAt: expect.any(Date) },
    });
    // Without an answer, the key keeps its last known state.
    expect(await check({ image: { kind: "unreachable", reason: "away" } })).toMatchObject({
      after: { invalidAt: expect.any(Date) },
    });
    expect(await check({ image: { kind: "ok" }, video: { kind: "invalid" } })).toMatchObject({
      before: { invalidAt: expect.any(Date), refusedBy: ["image", "video"] },
      after: { invalidAt: undefined, refusedBy: ["video"] },
    });
    expect(await keys.keyring.check(await ownOrganisation(), id, ADMIN, signal)).toBeUndefined();
    says = { image: { kind: "ok" }, video: { kind: "ok" } };
  });

  it("notifies admins once that the gateway refuses it, in every admin channel", async () => {
    const admins = "console:main:admins";
    await stored.db.run((queries) =>
      queries.execute(
        sql`update workspaces set admin_channel = ${admins} where organisation_id = ${organisationId}::uuid`,
      ),
    );
    const id = await keys.add(organisationId, "refused", "sk-to-be-refused-0001");
    const batch = await stored.hold(await stored.account("Max"), 1);
    const tell = () => keys.store.refused(id, "image", batch, (key, locale) => `${key.name} ${key.masked} ${locale}`);
    await Promise.all([tell(), tell(), tell()]);
    const notes = await stored.db.run((queries) =>
      queries.execute(sql`select conversation, platform, text, state from admin_notes`),
    );
    expect(notes).toEqual([{ conversation: admins, platform: "console", text: "refused sk-…0001 en", state: "due" }]);
    expect(await auditOf(organisationId)).toContainEqual(
      expect.objectContaining({ action: "key.refused", actor_name: "Easel", scope: `key:${id}` }),
    );
    await keys.keyring.remove(organisationId, id, ADMIN);
  });
});

describe("the keys that serve a member", () => {
  it("are the member's own, else the groups', else the workspace's, else everyone's", async () => {
    const mine = await ownOrganisation();
    const own: Scope = { kind: "account", id: "a-1" };
    const group = await groupOf(mine, "g-1");
    const workspace: Scope = { kind: "workspace", id: "console:main" };
    const scopes = [ORGANISATION_SCOPE, workspace, group, own];
    const now = Date.now();
    const tier = async (of = scopes) => {
      const found = await keys.keyring.tierFor(mine, "image", of, now);
      return found?.keys.map((key) => key.name).join();
    };
    expect(await tier()).toBeUndefined();
    await keys.add(mine, "everyone", "sk-everyone");
    await keys.add(mine, "workspace", "sk-workspace", { scope: workspace });
    await keys.add(mine, "group", "sk-group", { scope: group });
    const id = await keys.add(mine, "own", "sk-own", { scope: own });
    await keys.add(mine, "others", "sk-others", { scope: { kind: "account", id: "a-2" } });
    expect(await tier()).toBe("own");
    expect(await tier(scopes.slice(0, 3))).toBe("group");
    await keys.keyring.disable(mine, id, ADMIN);
    expect(await tier()).toBe("group");
    expect(await tier([ORGANISATION_SCOPE])).toBe("everyone");
  });
});

describe("a key that is removed while a job runs with it", () => {
  it("keeps its secret until the job is settled, then wipes it", async () => {
    const id = await keys.add(organisationId, "short-lived", "sk-short-lived-0001", { services: ["image"] });
    const worker = randomUUID();
    await stored.store.register(worker);
    await stored.accept(await stored.account("Kim"), 1);
    const [claimed] = await stored.store.claim(worker, BASE_URLS);
    if (claimed?.credentialId !== id) throw new Error("not claimed with that key");
    const running = await stored.apply(claimed, CREATED);
    const changed = await keys.keyring.remove(organisationId, id, ADMIN);
    expect(changed).toMatchObject({ before: { slots: { image: { held: 1 } } }, stranded: [] });
    await keys.credentials.wipeRemoved();
    expect(await keys.credentials.secretOf(id)).toBe("sk-short-lived-0001");

    const made = await stored.apply(running, { type: "remote_completed", usage: undefined });
    await keys.credentials.wipeRemoved();
    expect(await sealedSecretOf(id)).not.toBe("");
    await stored.db.run((queries) =>
      queries.execute(sql`update jobs set worker_id = null where id = ${made.id}::uuid`),
    );
    await keys.credentials.wipeRemoved();
    expect(await sealedSecretOf(id)).toBe("");
    expect(await keys.credentials.secretOf(id)).toBeUndefined();
  });

  it("lists the requests that need another key", async () => {
    const id = await keys.add(organisationId, "last", "sk-the-last-one-0001", { services: ["image"], concurrency: 1 });
    await stored.accept(await stored.account("Lee"), 3);
    expect(await keys.keyring.remove(organisationId, id, ADMIN)).toMatchObject({
      stranded: [{ service: "image", waiting: 3 }],
    });
  });
});
