import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { resealAll } from "../../../src/db/keys/reseal.ts";
import { organisations } from "../../../src/db/schema/people.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { SECRET_KEY, storedKeys } from "../../support/database/stored-keys.ts";

const NEW_KEY = "another secret key that is used by tests alone";

let stored: StoredJobs;
let organisationId: string;

beforeAll(async () => {
  stored = await openStoredJobs();
  organisationId = await createOrganisationStore(stored.db).consoleOrganisation();
});

afterAll(() => stored.close());

async function slotsOf(fingerprint: string): Promise<(string | null)[]> {
  const rows = await stored.db.run((queries) =>
    queries.execute<{ job_id: string | null }>(
      sql`select job_id from slots where key_fingerprint = ${fingerprint} order by service, n`,
    ),
  );
  return rows.map((row) => row.job_id);
}

async function otherOrganisation(): Promise<string> {
  const [row] = await stored.db.run((queries) => queries.insert(organisations).values({}).returning());
  return row?.id ?? "";
}

describe("changing SECRET_KEY", () => {
  it("keeps every key, its slots and their jobs, in all organisations", async () => {
    const before = storedKeys(stored.db);
    const other = await otherOrganisation();
    const id = await before.add(organisationId, "team", "sk-of-the-team-0001", { concurrency: 3 });
    const same = await before.add(other, "theirs", "sk-of-the-team-0001", { concurrency: 3 });
    const worker = randomUUID();
    await stored.store.register(worker);
    await stored.accept(await stored.account("Max"), 1);
    const [job] = await stored.store.claim(worker, BASE_URLS);
    if (!job) throw new Error("nothing claimed");

    const after = storedKeys(stored.db, { secretKey: NEW_KEY, previous: [SECRET_KEY] });
    expect(await resealAll(stored.db, after.seal)).toEqual({ done: 2, unreadable: [] });

    expect(await after.credentials.secretOf(id)).toBe("sk-of-the-team-0001");
    expect(await after.credentials.secretOf(same)).toBe("sk-of-the-team-0001");
    const old = before.seal.fingerprint("sk-of-the-team-0001");
    const now = after.seal.fingerprint("sk-of-the-team-0001");
    expect(await slotsOf(old)).toEqual([]);
    expect(await slotsOf(now)).toHaveLength(6);
    expect(await slotsOf(now)).toContain(job.id);
    const [key] = await after.keyring.list(organisationId);
    expect(key).toMatchObject({ isReadable: true, slots: { image: { held: 1 } }, masked: "sk-…0001" });
    // Now it opens without the old one.
    expect(await storedKeys(stored.db, { secretKey: NEW_KEY }).credentials.secretOf(id)).toBe("sk-of-the-team-0001");
    expect(await resealAll(stored.db, after.seal)).toEqual({ done: 0, unreadable: [] });

    await stored.apply(job, { type: "refused", failure: { reason: "gateway" } });
    expect(await slotsOf(now)).toEqual([null, null, null, null, null, null]);
  });

  it("combines the slots of a key that was entered under both", async () => {
    const before = storedKeys(stored.db);
    const after = storedKeys(stored.db, { secretKey: NEW_KEY, previous: [SECRET_KEY] });
    const enter = (keys: typeof before) =>
      keys.credentials.enter({
        organisationId,
        name: "configured",
        secret: "sk-entered-twice",
        services: ["video"],
        concurrency: 2,
      });
    await enter(before);
    await enter(after);
    await resealAll(stored.db, after.seal);
    expect(await slotsOf(before.seal.fingerprint("sk-entered-twice"))).toEqual([]);
    expect(await slotsOf(after.seal.fingerprint("sk-entered-twice"))).toHaveLength(4);
    const listed = await after.keyring.list(organisationId);
    expect(listed.filter((key) => key.origin === "configuration")).toHaveLength(1);
  });

  it("reports a key that can't be opened, doesn't use it, and opens it once the old SECRET_KEY is configured", async () => {
    const other = await otherOrganisation();
    const lost = storedKeys(stored.db, { secretKey: "a secret key that somebody has mislaid" });
    const id = await lost.add(other, "lost", "sk-sealed-with-a-lost-key");
    const now = storedKeys(stored.db, { secretKey: NEW_KEY });
    expect(await resealAll(stored.db, now.seal)).toEqual({ done: 0, unreadable: [id] });
    expect(await now.keyring.list(other)).toMatchObject([{ id, isReadable: false, restingUntil: undefined }]);
    expect(await now.keyring.tierFor(other, "image", [], Date.now())).toBeUndefined();
    const resting = await stored.db.run((queries) =>
      queries.execute(sql`select id from credentials where id = ${id}::uuid and resting_until > now()`),
    );
    expect(resting).toHaveLength(1);

    const found = storedKeys(stored.db, { secretKey: NEW_KEY, previous: ["a secret key that somebody has mislaid"] });
    expect(await resealAll(stored.db, found.seal)).toEqual({ done: 1, unreadable: [] });
    expect(await found.keyring.tierFor(other, "image", [], Date.now())).toMatchObject({ keys: [{ id }] });
  });
});
