import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { OperatorsKeyError } from "../../../src/core/account/keys/key-store.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { credentials } from "../../../src/db/schema/people.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { ADMIN, storedKeys, type StoredKeys } from "../../support/database/stored-keys.ts";

let database: TestDatabase;
let db: Database;
let stored: StoredKeys;
let operators: string;
let neighbours: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, pino({ level: "silent" }));
  stored = storedKeys(db);
  const organisations = createOrganisationStore(db);
  operators = await organisations.consoleOrganisation();
  const { organisationId } = await organisations.allow({ platform: "slack", workspace: "T1", organisation: undefined });
  neighbours = organisationId;
  await enter(operators);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

function enter(organisationId: string): Promise<unknown> {
  const services = ["image", "video"] as const;
  return stored.credentials.enter({
    organisationId,
    name: "configured",
    secret: "sk-of-all",
    services,
    concurrency: 4,
  });
}

async function keyOf(organisationId: string) {
  const [key] = await stored.keyring.list(organisationId);
  if (!key) throw new Error("no key was entered");
  return key;
}

async function assign(organisationId: string, image: number): Promise<unknown> {
  const to = { scope: undefined, concurrency: { image } };
  return stored.keyring.assign(organisationId, (await keyOf(organisationId)).id, to, ADMIN);
}

it("only the operator sets a configured key's concurrency", async () => {
  await enter(neighbours);
  await expect(assign(neighbours, 1_000)).rejects.toThrow(OperatorsKeyError);
  await expect(stored.keyring.free(neighbours, (await keyOf(neighbours)).id, ADMIN)).rejects.toThrow(OperatorsKeyError);
  for (const one of [operators, neighbours]) expect((await keyOf(one)).slots.image.of).toBe(4);
  await assign(operators, 9);
  for (const one of [operators, neighbours]) expect((await keyOf(one)).slots.image.of).toBe(9);
  const late = await createOrganisationStore(db).allow({ platform: "slack", workspace: "T2", organisation: undefined });
  await enter(late.organisationId);
  expect((await keyOf(late.organisationId)).slots).toMatchObject({ image: { of: 9 }, video: { of: 4 } });
  // Each organisation decides who may use it, and whether it is used.
  const { id } = await keyOf(neighbours);
  const scope = { kind: "workspace", id: "slack:T1" } as const;
  // A leftover from when each organisation set its own limit.
  await db.run((queries) => queries.update(credentials).set({ concurrency: 50 }).where(eq(credentials.id, id)));
  expect(await stored.keyring.assign(neighbours, id, { scope, concurrency: {} }, ADMIN)).toBeDefined();
  expect((await keyOf(operators)).slots.image.of).toBe(9);
  expect(await stored.keyring.disable(neighbours, id, ADMIN)).toBeDefined();
  expect((await keyOf(operators)).disabledAt).toBeUndefined();
});
