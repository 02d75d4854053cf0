import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCredentials } from "../../../src/core/account/keys/credentials.ts";
import { createConfiguredKeyring } from "../../../src/core/account/keys/enter-keys.ts";
import type { OrganisationStore } from "../../../src/core/account/organisations.ts";
import { createSeal } from "../../../src/core/account/keys/seal.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { createOrganisationList, openOrganisations } from "../../../src/app/context/organisations.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

const SECRET = "a secret key that is used by tests alone";
let database: TestDatabase;
let db: Database;
let store: OrganisationStore;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, pino({ level: "silent" }));
  store = createOrganisationStore(db);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const gateways = { image: { apiKey: "sk-one" }, video: { apiKey: "sk-two" }, sandbox: false };

function configuredKeys() {
  return createConfiguredKeyring(gateways, createCredentials(createAccountStore(db), createSeal(SECRET)));
}

async function keysOf(organisationId: string): Promise<unknown[]> {
  const rows = await db.run((queries) =>
    queries.execute(sql`
      select name from credentials where organisation_id = ${organisationId}::uuid and removed_at is null order by name`),
  );
  return rows.map(({ name }) => name);
}

describe("configured workspaces", () => {
  it("get their own organisations unless the operator names one", async () => {
    const warnings: unknown[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => warnings.push(JSON.parse(line)) });
    const config = {
      allowedWorkspaces: [
        { platform: "discord", workspace: "1", organisation: "acme" },
        { platform: "slack", workspace: "T1", organisation: "acme" },
        { platform: "discord", workspace: "2", organisation: undefined },
        { platform: "slack", workspace: "T2", organisation: undefined },
        { platform: "slack", workspace: "T3", organisation: "console" },
      ],
    } as const;
    const open = () =>
      openOrganisations({
        config,
        organisations: store,
        configuredKeys: configuredKeys(),
        secretKeys: { current: SECRET },
        log,
      });
    const opened = await open();
    const grouped = opened.map(({ name, workspaces }) => ({ name, workspaces }));
    expect(grouped).toEqual([
      { name: "console", workspaces: ["console:main", "slack:T3"] },
      { name: "acme", workspaces: ["discord:1", "slack:T1"] },
      { name: undefined, workspaces: ["discord:2"] },
      { name: undefined, workspaces: ["slack:T2"] },
    ]);
    expect(await open()).toEqual(opened);
    expect(warnings).toEqual([]);
    // Configured keys serve all of them.
    for (const { id } of await store.all()) {
      expect(await keysOf(id)).toEqual(["configured-clips", "configured-images"]);
    }
  });

  it("are all listed for the operator, but only their own for admins", async () => {
    const list = createOrganisationList(store, SECRET);
    const [, acme] = await store.all();
    const seen = await list(acme?.id ?? "");
    expect(seen).toEqual([{ name: "acme", workspaces: ["discord:1", "slack:T1"], code: undefined }]);
    const all = await list("all");
    expect(all).toHaveLength(4);
    expect(new Set(all.flatMap(({ code }) => code ?? [])).size).toBe(2);
  });

  it("stay in their organisation, with a warning, if another one is configured", async () => {
    expect(await store.allow({ platform: "discord", workspace: "1", organisation: "other" })).toMatchObject({
      isElsewhere: true,
    });
    expect(await store.allow({ platform: "discord", workspace: "1", organisation: "console" })).toMatchObject({
      isElsewhere: true,
    });
    // An organisation without a name takes the configured one.
    const { organisationId } = await store.allow({ platform: "discord", workspace: "2", organisation: "second" });
    expect(await store.allow({ platform: "slack", workspace: "T9", organisation: "SECOND" })).toEqual({
      organisationId,
      isElsewhere: false,
    });
  });
});

describe("configured keys", () => {
  it("are entered for a new organisation without touching the others", async () => {
    const { organisationId } = await store.allow({ platform: "slack", workspace: "T-new", organisation: undefined });
    const [first] = await store.all();
    await db.run((queries) =>
      queries.execute(sql`update credentials set invalid_at = now() where organisation_id = ${first?.id ?? ""}::uuid`),
    );
    await configuredKeys().enterForNew();
    expect(await keysOf(organisationId)).toEqual(["configured-clips", "configured-images"]);
    const refused = sql`select 1 from credentials where invalid_at is not null`;
    expect(await db.run((queries) => queries.execute(refused))).toHaveLength(2);
    // A start retries a refused key.
    await configuredKeys().enterForAll();
    expect(await db.run((queries) => queries.execute(refused))).toHaveLength(0);
  });
});
