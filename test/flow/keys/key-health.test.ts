import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { organisations } from "../../../src/db/schema/people.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { storedKeys, type StoredKeys } from "../../support/database/stored-keys.ts";

let stored: StoredJobs;
let keys: StoredKeys;

beforeAll(async () => {
  stored = await openStoredJobs();
  keys = storedKeys(stored.db);
});

afterAll(() => stored.close());

async function ownOrganisation(): Promise<string> {
  const [row] = await stored.db.run((queries) => queries.insert(organisations).values({}).returning());
  return row?.id ?? "";
}

const Act = z.object({ action: z.string(), scope: z.string(), before: z.unknown(), after: z.unknown() });

/** Easel's own audit entries. */
async function actsOf(organisationId: string): Promise<z.infer<typeof Act>[]> {
  const rows = await stored.db.run((queries) =>
    queries.execute(sql`
      select action, scope, before, after from audit
      where organisation_id = ${organisationId}::uuid and actor_name = 'Easel' and account_id is null order by id`),
  );
  return rows.map((row) => Act.parse(row));
}

describe("a key that is used up", () => {
  const restIsOver = (id: string) =>
    stored.db.run((queries) =>
      queries.execute(sql`update credentials set resting_until = now() where id = ${id}::uuid`),
    );
  it("rests and returns; the audit records each once, as Easel's action", async () => {
    const mine = await ownOrganisation();
    const id = await keys.add(mine, "spent", "sk-to-be-spent-0001");
    await Promise.all([60_000, 60_000, 60_000].map((restMs) => keys.store.spent(id, restMs)));
    const resting = expect.objectContaining({ spentUntil: expect.any(String) });
    const spent = { action: "key.spent", scope: `key:${id}`, after: resting };
    expect(await actsOf(mine)).toEqual([expect.objectContaining(spent)]);
    await keys.store.endRests();
    expect(await actsOf(mine)).toHaveLength(1);
    await restIsOver(id);
    await Promise.all([keys.store.endRests(), keys.store.endRests()]);
    const [, ...others] = await actsOf(mine);
    expect(others).toEqual([expect.objectContaining({ action: "key.rested", scope: `key:${id}`, before: resting })]);
    expect(others[0]?.after).not.toHaveProperty("spentUntil");
    expect((await keys.keyring.list(mine))[0]?.restingUntil).toBeUndefined();
  });

  it("returns when configured again, like a refused key", async () => {
    const mine = await ownOrganisation();
    const enter = () =>
      keys.credentials.enter({
        organisationId: mine,
        name: "configured",
        secret: "sk-configured-anew-0001",
        services: ["image"],
        concurrency: 1,
      });
    await enter();
    const [key] = await keys.keyring.list(mine);
    await keys.store.spent(key?.id ?? "", 60_000);
    await keys.store.refused(key?.id ?? "", randomUUID(), () => "");
    await enter();
    await enter();
    const actions = (await actsOf(mine)).map(({ action }) => action);
    expect(actions).toEqual(["key.spent", "key.refused", "key.restored"]);
  });
});
