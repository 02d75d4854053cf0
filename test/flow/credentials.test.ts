import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCredentials } from "../../src/account/credentials.ts";
import { createSeal } from "../../src/account/seal.ts";
import { createAccountStore } from "../../src/db/account-store.ts";
import { connectDatabase, type Database } from "../../src/db/connection.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

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

it("uses no key that is configured no longer for anything new, and still reads with it what it made", async () => {
  const store = createAccountStore(db);
  const organisationId = await store.claimForFirst("console", "main");
  const keys = createCredentials(store, createSeal("a secret key that is used by tests alone"));
  const enter = (secret: string, services: readonly ("image" | "video")[]) =>
    keys.enter({ organisationId, secret, services, concurrency: 2 });
  await enter("sk-of-then", ["image", "video"]);
  const [then] = await store.credentialsFor(organisationId, "image");
  await enter("sk-of-now", ["image"]);
  await keys.keepOnly(organisationId, ["sk-of-now"]);

  const usable = await store.credentialsFor(organisationId, "image");
  expect(await Promise.all(usable.map((id) => keys.secretOf(id)))).toEqual(["sk-of-now"]);
  expect(await store.hasCredential(organisationId, "video")).toBe(false);
  expect(await keys.secretOf(then ?? "")).toBe("sk-of-then");

  await enter("sk-of-then", ["video"]);
  expect(await store.hasCredential(organisationId, "video")).toBe(true);
});
