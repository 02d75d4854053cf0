import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Service } from "../../../src/core/job/job.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { organisations } from "../../../src/db/schema/people.ts";
import { en } from "../../../src/text/en/index.ts";
import { keyRefusedText } from "../../../src/text/render/keys.ts";
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

describe("a key that one service refuses", () => {
  it("is still used for the other service, until that one refuses it too", async () => {
    const mine = await ownOrganisation();
    const id = await keys.add(mine, "shared", "sk-for-both-services-01");
    const accounts = createAccountStore(stored.db);
    const usable = async () => [
      (await accounts.credentialsFor(mine, "image")).length,
      (await accounts.credentialsFor(mine, "video")).length,
    ];
    const claimable = async () =>
      (
        await stored.db.run((queries) =>
          queries.execute(sql`
            select service from unnest(array['image', 'video']) service, usable_keys(${mine}::uuid, service)`),
        )
      ).map(({ service }) => service);
    const key = async () => (await keys.keyring.list(mine))[0];
    const notes: string[] = [];
    const refuse = (service: Service) =>
      keys.store.refused(id, service, randomUUID(), (refused, locale) => {
        notes.push(keyRefusedText(refused, locale));
        return "";
      });
    expect(await usable()).toEqual([1, 1]);
    await Promise.all([refuse("video"), refuse("video")]);
    expect(await usable()).toEqual([1, 0]);
    expect(await claimable()).toEqual(["image"]);
    expect(await key()).toMatchObject({ invalidAt: undefined, refusedBy: ["video"] });
    expect(await keys.keyring.tierFor(mine, "video", [], 0)).toBeUndefined();
    expect(await keys.keyring.tierFor(mine, "image", [], 0)).toMatchObject({ keys: [{ id }] });
    await refuse("image");
    expect(await usable()).toEqual([0, 0]);
    expect(await claimable()).toEqual([]);
    expect(await key()).toMatchObject({ invalidAt: expect.any(Date), refusedBy: ["video", "image"] });
    const masked = (await key())?.masked ?? "";
    expect(notes).toEqual([en.keys.refused("shared", masked, "video"), en.keys.refused("shared", masked, undefined)]);
    expect((await actsOf(mine)).map(({ after }) => after)).toMatchObject([{ refusedBy: ["video"] }, { refused: true }]);
  });
});

describe("a key that is used up", () => {
  const restIsOver = (id: string) =>
    stored.db.run((queries) =>
      queries.execute(sql`update credentials set resting_until = now() where id = ${id}::uuid`),
    );
  it("rests and is used again; the audit records both once, as Easel's actions", async () => {
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

  it("is used again when it is configured again, like a refused key", async () => {
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
    await keys.store.refused(key?.id ?? "", "image", randomUUID(), () => "");
    await enter();
    await enter();
    const actions = (await actsOf(mine)).map(({ action }) => action);
    expect(actions).toEqual(["key.spent", "key.refused", "key.restored"]);
  });
});
