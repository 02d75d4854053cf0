import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { expect, inject, it } from "vitest";
import { z } from "zod";
import { migrate } from "../../../src/db/migrate.ts";
import { dropDatabase, withDatabase } from "../../support/database/postgres.ts";

const FOLDER = new URL("../../../migrations", import.meta.url).pathname;
const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** The migrations before that one, in a folder of their own. */
async function folderBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "easel-migrations-"));
  await cp(FOLDER, folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = Journal.parse(JSON.parse(await readFile(path, "utf8")));
  const end = journal.entries.findIndex((entry) => entry.tag === tag);
  expect(end).toBeGreaterThan(0);
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}

it("an upgrade leaves every job its slot, and gives each service as many as the key had", async () => {
  const server = inject("databaseServer");
  const name = `easel_upgrade_${randomUUID().slice(0, 8)}`;
  const main = postgres(server, { max: 1, onnotice: () => {} });
  await main.unsafe(`create database ${name}`);
  const url = withDatabase(server, name);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const before = await folderBefore("0035_slots-by-service");
  try {
    await applyMigrations(drizzle(sql), { migrationsFolder: before });
    const [organisation] = await sql`insert into organisations default values returning id`;
    const [account] = await sql`
      insert into accounts (organisation_id, display_name) values (${organisation?.["id"]}, 'Max') returning id`;
    await sql`
      insert into credentials (organisation_id, fingerprint, sealed_secret, services, concurrency)
      values (${organisation?.["id"]}, 'f', 's', '{image,video}', 3)`;
    const batchId = randomUUID();
    await sql`
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name,
        locale, service, request, count, sandbox)
      values (${batchId}, 'console', 'e', ${organisation?.["id"]}, ${account?.["id"]}, 'console:main:general', 'm', 'Max',
        'en', 'image', '{}', 2, true)`;
    const jobs = { image: randomUUID(), video: randomUUID() };
    for (const [ordinal, service] of (["image", "video"] as const).entries()) {
      await sql`
        insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash,
          idempotency_key, settlement)
        values (${jobs[service]}, ${batchId}, ${organisation?.["id"]}, ${account?.["id"]}, ${service}, ${ordinal + 1},
          'running', '/p', '{}', 'h', ${jobs[service]}, 'reserved')`;
    }
    await sql`
      insert into slots (key_fingerprint, n, job_id)
      values ('f', 1, null), ('f', 2, ${jobs.image}), ('f', 3, ${jobs.video})`;
    await sql.end();

    await migrate(url);

    const after = postgres(url, { max: 1, onnotice: () => {} });
    const rows = await after`select service, n, job_id from slots order by service, n`;
    const [key] = await after`select concurrency, clip_concurrency from credentials`;
    await after.end();
    expect(rows.map((row) => [row["service"], row["n"], row["job_id"]])).toEqual([
      ["image", 1, null],
      ["image", 2, jobs.image],
      ["image", 3, null],
      ["video", 1, null],
      ["video", 2, null],
      ["video", 3, jobs.video],
    ]);
    expect(key).toMatchObject({ concurrency: 3, clip_concurrency: 3 });
  } finally {
    await sql.end();
    await main.end();
    await dropDatabase(server, name);
    await rm(before, { recursive: true, force: true });
  }
});
