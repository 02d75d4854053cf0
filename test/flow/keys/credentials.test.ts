import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCredentials } from "../../../src/core/account/keys/credentials.ts";
import type { AccountStore } from "../../../src/core/account/account-store.ts";
import { createSeal } from "../../../src/core/account/keys/seal.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { ADMIN, storedKeys } from "../../support/database/stored-keys.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, pino({ level: "silent" }));
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

it("uses a key that is no longer configured only to read existing jobs", async () => {
  const store = createAccountStore(db);
  const organisationId = await createOrganisationStore(db).consoleOrganisation();
  const keys = createCredentials(store, createSeal("a secret key that is used by tests alone"));
  const enter = (secret: string, services: readonly ("image" | "video")[]) =>
    keys.enter({ organisationId, name: "configured", secret, services, concurrency: 2 });
  await enter("sk-of-then", ["image", "video"]);
  const [then] = await store.credentialsFor(organisationId, "image");
  await enter("sk-of-now", ["image"]);
  await keys.keepOnly(organisationId, ["sk-of-now"]);

  const usable = await store.credentialsFor(organisationId, "image");
  expect(await Promise.all(usable.map((id) => keys.secretOf(id)))).toEqual(["sk-of-now"]);
  expect(await store.credentialsFor(organisationId, "video")).toHaveLength(0);
  expect(await keys.secretOf(then ?? "")).toBe("sk-of-then");

  await enter("sk-of-then", ["video"]);
  expect(await store.credentialsFor(organisationId, "video")).toHaveLength(1);
});

it("keeps an admin's limit for a configured key when it is configured again", async () => {
  const { credentials: keys, keyring } = storedKeys(db);
  const organisationId = await createOrganisationStore(db).consoleOrganisation();
  const enter = () =>
    keys.enter({ organisationId, name: "configured", secret: "sk-of-ten", services: ["image"], concurrency: 4 });
  await enter();
  const find = async () => (await keyring.list(organisationId)).find(({ masked }) => masked === "sk-…en");
  const key = await find();
  await keyring.assign(
    organisationId,
    key?.id ?? "",
    { scope: undefined, concurrency: { image: 10, video: 7 } },
    ADMIN,
  );
  await enter();
  expect(await find()).toMatchObject({ id: key?.id, slots: { image: { of: 10 }, video: { of: 7 } } });
});

it("reads a key once for concurrent callers, and again after a failure", async () => {
  const store = createAccountStore(db);
  const organisationId = await createOrganisationStore(db).consoleOrganisation();
  const seal = createSeal("a secret key that is used by tests alone");
  let asked = 0;
  const watched: AccountStore = {
    ...store,
    sealedSecret: async (credentialId) => {
      asked++;
      if (asked === 1) throw new DatabaseUnavailableError("away");
      return store.sealedSecret(credentialId);
    },
  };
  const keys = createCredentials(watched, seal);
  await keys.enter({ organisationId, name: "configured", secret: "sk-of-many", services: ["image"], concurrency: 1 });
  await keys.keepOnly(organisationId, ["sk-of-many"]);
  const [id = ""] = await store.credentialsFor(organisationId, "image");
  await expect(keys.secretOf(id)).rejects.toThrow("away");
  const secrets = await Promise.all(Array.from({ length: 100 }, () => keys.secretOf(id)));
  expect(new Set(secrets)).toEqual(new Set(["sk-of-many"]));
  expect(asked).toBe(2);
});
