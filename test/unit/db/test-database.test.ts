import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

let databases: TestDatabase[];

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
});

function tables(client: postgres.Sql): Promise<unknown[]> {
  return client`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`.then((rows) => [
    ...rows,
  ]);
}

test("every test database is separate and has the whole schema", async () => {
  const clients = databases.map(({ url }) => postgres(url, { max: 1, onnotice: () => {} }));
  const [first, second] = clients;
  if (first === undefined || second === undefined) throw new Error("two databases were made");
  const before = await tables(second);
  expect(before).toContainEqual({ tablename: "jobs" });
  await first`CREATE TABLE alone (n int)`;
  expect(await tables(first)).toHaveLength(before.length + 1);
  expect(await tables(second)).toEqual(before);
  await Promise.all(clients.map((client) => client.end()));
});
