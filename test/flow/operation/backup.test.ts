import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { placesIn, readManifest, writeManifest } from "../../../src/app/backup/backup-manifest.ts";
import { verifiedReport } from "../../../src/app/backup/report.ts";
import { verify } from "../../../src/app/backup/verify.ts";
import { dumpDatabase, tableFile, type DatabaseCopy } from "../../../src/db/backup/dump-database.ts";
import { loadDatabase, requireEmptyDatabase } from "../../../src/db/backup/load-database.ts";
import { BACKUP_AGE_MS, recordBackup } from "../../../src/db/backup/last-backup.ts";
import { copiedTables, LEFT_OUT } from "../../../src/db/backup/tables.ts";
import { runningServerUrl } from "../../../src/db/embedded/running.ts";
import { copyContents } from "../../../src/media/store/copy-contents.ts";
import { createFolderStore, openFolder } from "../../../src/media/store/folder-store.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { portOf } from "../../support/process/port.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const { signal } = new AbortController();

let source: StoredJobs;
let before: postgres.Sql;
let folder: string;

const clientFor = (url: string): postgres.Sql => postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });

beforeAll(async () => {
  source = await openStoredJobs();
  before = clientFor(source.url);
});

afterAll(async () => {
  await before.end();
  await source.close();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-copy-"));
});

afterEach(() => rm(folder, { recursive: true }));

async function rowsIn(sql: postgres.Sql): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const rows = new Map<string, readonly unknown[]>();
  for (const { name } of await copiedTables(sql)) {
    rows.set(name, await sql.unsafe(`select row_to_json(t)::text as line from "${name}" t order by 1`));
  }
  return rows;
}

describe("a copy of the database", () => {
  let target: TestDatabase;
  let after: postgres.Sql;
  let copy: DatabaseCopy;

  beforeEach(async () => {
    await source.enterKey(2);
    const someone = await source.account("Zoë \u2028 “x” \\ 星");
    await source.accept(someone, 3);
    await source.makeEverything();
    await source.hold(someone, 2);
    await before`
      insert into audit (organisation_id, actor_name, workspace, action, before)
      select ${source.organisationId}::uuid, 'Max', 'console:main', 'x', ${JSON.stringify({ line: "a\nb" })}::text::jsonb from generate_series(1, 3)`;
    ({ copy } = await dumpDatabase(source.url, "DATABASE_URL", folder, signal));
    target = await createTestDatabase();
    after = clientFor(target.url);
  });

  afterEach(async () => {
    await after.end();
    await target.drop();
  });

  const load = (what = copy) => loadDatabase(target.url, what, folder, "stopped", signal);

  it("restores every row unchanged, only into an empty database, and numbers new rows after the old ones", async () => {
    const rows = await rowsIn(before);
    for (const name of [
      "batches",
      "jobs",
      "ledger",
      "usage_sums",
      "audit",
      "approvals",
      "lanes",
      "slots",
      "artifacts",
    ]) {
      expect(rows.get(name)).not.toEqual([]);
    }
    expect(await before`select id from workers`).not.toEqual([]);
    // This request is not in the copy.
    await source.accept(await source.account("Max"), 1);

    await load();

    expect(await rowsIn(after)).toEqual(rows);
    expect(await after`select id from workers`).toEqual([]);
    const [last] = await before`select max(id)::integer as id from audit`;
    const [next] = await after`
      insert into audit (organisation_id, actor_name, workspace, action)
      values (${source.organisationId}, 'Max', 'console:main', 'x') returning id::integer`;
    expect(next?.["id"]).toBe(last?.["id"] + 1);
    await expect(after`delete from audit`).rejects.toThrow("audit is only ever added to");
    await expect(load()).rejects.toThrow("already holds data");
  });

  it("writes nothing if it is damaged or has other tables", async () => {
    const path = join(folder, tableFile("accounts"));
    const whole = `${path}.whole`;
    await copyFile(path, whole);
    const damages: readonly (readonly [() => Promise<void>, RegExp])[] = [
      [() => truncate(path, 30), /damaged: \S+accounts\.jsonl\.gz can't be read/],
      [() => rm(path), /damaged: \S+accounts\.jsonl\.gz can't be read/],
      [() => copyFile(join(folder, tableFile("pauses")), path), /damaged: accounts\.jsonl\.gz has 0 rows, not [1-9]/],
    ];
    for (const [damage, says] of damages) {
      await damage();
      await expect(load()).rejects.toThrow(says);
      await copyFile(whole, path);
    }
    const [first, ...others] = copy.tables;
    const changed = { name: first?.name ?? "", columns: ["other"], rows: 0 };
    await expect(load({ ...copy, tables: [changed, ...others] })).rejects.toThrow("other tables than this Easel");
    await expect(requireEmptyDatabase(target.url)).resolves.toBeUndefined();
    await expect(requireEmptyDatabase(source.url)).rejects.toThrow("already holds data");
  });
});

describe("a copy that is checked", () => {
  let copy: DatabaseCopy;

  beforeEach(async () => {
    const places = placesIn(folder);
    await mkdir(places.database);
    ({ copy } = await dumpDatabase(source.url, "DATABASE_URL", places.database, signal));
    const store = await createFolderStore(places.media);
    const media = await Promise.all(
      ["first", "second"].map((text) => store.put(Readable.from([Buffer.from(text)]), { maxBytes: 100 })),
    );
    await writeManifest(folder, { easel: "1.2.0", database: copy, media });
  });

  it("is complete if every row and every file is there", async () => {
    const found = await verify(folder, signal);
    const rows = copy.tables.reduce((sum, table) => sum + table.rows, 0);
    expect(found).toMatchObject({ rows, media: { files: 2, bytes: 11, damaged: [] }, isForThis: true });
    expect(verifiedReport(folder, found)).toMatchObject({ isWell: true, text: expect.stringContaining("is complete") });
  });

  it("is damaged if a file has changed or is gone", async () => {
    const { media } = placesIn(folder);
    const [first = "", second = ""] = (await readManifest(folder)).media?.map(({ hash }) => hash) ?? [];
    await writeFile(join(media, first.slice(0, 2), first), "FIRST");
    await rm(join(media, second.slice(0, 2), second));
    const found = await verify(folder, signal);
    expect(found.media?.damaged).toEqual([first, second]);
    expect(verifiedReport(folder, found).isWell).toBe(false);
  });

  it("is damaged if a table lacks rows or has those of another one", async () => {
    const { database } = placesIn(folder);
    const path = join(database, tableFile("accounts"));
    const other = copy.tables.find(({ name, rows }) => rows > 0 && name !== "accounts")?.name ?? "";
    await copyFile(join(database, tableFile(other)), path);
    await expect(verify(folder, signal)).rejects.toThrow("has a row of another table");
    await truncate(path, 30);
    await expect(verify(folder, signal)).rejects.toThrow("can't be read");
    await rm(placesIn(folder).manifest);
    await expect(verify(folder, signal)).rejects.toThrow("holds no complete copy");
  });
});

describe("the time of the last backup", () => {
  it("is known after the first one, and an older copy does not change it", async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const sql = clientFor(database.url);
    onTestFinished(() => sql.end());
    const age = async () => (await sql.unsafe(`select ${BACKUP_AGE_MS} as age`))[0]?.["age"];
    expect(await age()).toBeNull();
    const [{ now } = { now: new Date() }] = await sql<{ now: Date }[]>`select now() - interval '1 hour' as now`;
    await recordBackup(database.url, now);
    await recordBackup(database.url, new Date(now.getTime() - 3_600_000));
    expect(Math.round((await age()) / 60_000)).toBe(60);
  });
});

describe("the database of an older Easel", () => {
  it("is backed up by that version", async () => {
    const [last] = await before<{ hash: string; created_at: string }[]>`
      delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning hash, created_at`;
    await expect(dumpDatabase(source.url, "DATABASE_URL", folder, signal)).rejects.toThrow(
      "an older Easel has written",
    );
    await before`insert into drizzle.__drizzle_migrations ${before(last ?? {})}`;
  });
});

it("all tables that a copy leaves out exist", async () => {
  const tables = await before`select tablename as name from pg_tables where schemaname = 'public'`;
  expect(tables.map(({ name }) => String(name))).toEqual(expect.arrayContaining(Object.keys(LEFT_OUT)));
});

describe("contents of the media store", () => {
  it("are copied and verified, and existing ones are left alone", async () => {
    const from = await createFolderStore(join(folder, "from"));
    const to = await createFolderStore(join(folder, "to"));
    const put = (text: string) => from.put(Readable.from([Buffer.from(text)]), { maxBytes: 100 });
    const [first, second, changed] = [await put("first"), await put("second"), await put("changed")];
    await writeFile(join(folder, "from", changed.hash.slice(0, 2), changed.hash), "CHANGED");
    const gone = { hash: "0".repeat(64), bytes: 1 };
    await copyContents([first], openFolder(join(folder, "from")), to, signal);
    const outcome = await copyContents([first, second, changed, gone], from, to, signal);
    expect(outcome).toEqual({
      copied: 1,
      kept: 1,
      bytes: first.bytes + second.bytes,
      missing: [gone.hash, changed.hash].toSorted(),
    });
    expect(await to.size(second.hash)).toBe(second.bytes);
  });
});

it("the password of a crashed embedded database is not sent to another program on its port", async () => {
  const impostor = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void impostor.close());
  await once(impostor, "listening");
  let connections = 0;
  impostor.on("connection", (socket) => {
    connections += 1;
    socket.destroy();
  });
  const gone = spawn("true");
  await once(gone, "exit");
  const cluster = join(folder, "postgres", "cluster");
  await mkdir(cluster, { recursive: true });
  await writeFile(join(folder, "postgres", "password"), "a password");
  const pidFile = [gone.pid, cluster, 1, portOf(impostor), "", "127.0.0.1", "1 1", "ready   ", ""].join("\n");
  await writeFile(join(cluster, "postmaster.pid"), pidFile);
  expect(await runningServerUrl(folder)).toBeUndefined();
  expect(connections).toBe(0);
});
