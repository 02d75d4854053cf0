import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { createOwnedDatabase } from "../../support/database/owned-database.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { asking, sayUntilAccepted } from "../../support/fault/fault-asking.ts";
import { audit, expectedFiles, settled, type Asked } from "../../support/fault/fault-ledger.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../../support/fault/fault-sums.ts";
import { openFaultWorld, type FaultWorld } from "../../support/fault/fault-world.ts";
import { startTestS3 } from "../../support/media/s3.ts";
import { runEaselScript, startEaselProcess } from "../../support/process/easel-process.ts";

const HOUR_MS = 3_600_000;
const PATIENCE_MS = 60_000;

const sums = createSums();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-restore-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

afterAll(() => sums.report("a copy restored into an empty place"));

/** Runs the program and returns its report. Rejects with its output if it failed. */
async function run(environment: Record<string, string>, ...flags: string[]): Promise<string> {
  const { code, out, err } = await runEaselScript("src/app/backup/main.ts", environment, flags);
  if (code !== 0) throw new Error(err);
  return out;
}

/** The settings of a process of the fault world. */
function environmentIn(world: FaultWorld, databaseUrl: string, dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: "a secret key that is used by tests alone",
    IMAGE_BASE_URL: world.sandboxUrl,
    IMAGE_API_KEY: "sk-sandbox-four",
    VIDEO_BASE_URL: world.sandboxUrl,
    VIDEO_API_KEY: "sk-sandbox-videos",
  };
}

/** Makes the copy's manifest older. */
async function age(copy: string, ms: number): Promise<void> {
  const path = join(copy, "manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8")) as { database: { copiedAt: string } };
  manifest.database.copiedAt = new Date(Date.parse(manifest.database.copiedAt) - ms).toISOString();
  await writeFile(path, JSON.stringify(manifest));
}

const creates = (world: FaultWorld): number =>
  world.picturesAtGateway().size + new Set(world.clipsAtGateway().map(({ id }) => id)).size;

it("creates nothing twice from an hour-old copy: waiting jobs are found by their keys or reported as uncertain", async () => {
  const mediaFolder = join(folder, "old", "media");
  const world = await openFaultWorld({ speed: 10, mediaFolder });
  const place = await createOwnedDatabase("createrole");
  const restored = postgres(place.url, { max: 2, onnotice: () => {} });
  try {
    const first = await world.start();
    const say = (all: readonly Asked[]) => Promise.all(all.map((one) => sayUntilAccepted(one, () => first)));
    const made = [asking("image", "made before the copy", 2), asking("video", "clip made before the copy")];
    await say(made);
    expect(await settled(world, PATIENCE_MS)).toEqual([]);
    // As many jobs as the key has slots.
    const underWay = [1, 2, 3, 4].flatMap((n) => [
      asking("image", `under way at the copy ${n} [slow:20]`),
      asking("video", `clip under way at the copy ${n} [slow:20]`),
    ]);
    await say(underWay);
    const running = () => world.sql`select id from jobs where state = 'running'`;
    await expect.poll(running, { timeout: PATIENCE_MS }).toHaveLength(8);
    const waiting = [
      asking("image", "waiting at the copy", 3),
      asking("image", "another one waiting at the copy"),
      asking("video", "clip waiting at the copy"),
      asking("video", "another clip waiting at the copy"),
    ];
    await say(waiting);

    const copy = join(folder, "copy");
    const old = environmentIn(world, world.databaseUrl, join(folder, "old"));
    expect(await run(old, "backup", copy)).toContain("Copied to");

    const later = [asking("image", "after the copy", 2), asking("video", "clip after the copy")];
    await say(later);
    expect(await settled(world, PATIENCE_MS)).toEqual([]);
    await first.kill();
    const before = creates(world);
    expect(before).toBe(expectedFiles([...made, ...underWay, ...waiting, ...later]));

    await age(copy, HOUR_MS);
    const fresh = environmentIn(world, place.url, join(folder, "new"));
    const report = await run(fresh, "restore", copy);
    expect(report).toContain("Pictures that waited: 4.");
    expect(report).toContain("Reported as uncertain: 2.");
    await world.start(place.url, { DATA_DIR: join(folder, "new") });

    const there = { ...world, sql: restored };
    expect(await settled(there, PATIENCE_MS)).toEqual([]);
    const ledger = emptyLedger();
    const known = [...made, ...underWay, ...waiting];
    expect(await audit(there, known, ledger)).toEqual([]);
    expect(ledger).toMatchObject({ ...NOTHING_WRONG, unknown: 2, made: expectedFiles(known) - 2 });
    sums.add(ledger);
    expect(creates(world)).toBe(before);
    const lost = await restored`select id from batches where request_message in ${restored(later.map(({ id }) => id))}`;
    expect(lost).toEqual([]);
  } finally {
    await restored.end();
    await world.close();
    await place.drop();
  }
}, 300_000);

it("moves a running installation with its own database to a PostgreSQL and a bucket, and back into a folder", async () => {
  const embedded = { DATA_DIR: join(folder, "embedded"), PORT: "0", LOG_LEVEL: "warn" };
  const place = await createOwnedDatabase("createrole");
  const s3 = await startTestS3();
  try {
    await expect(run(embedded, "restore")).rejects.toThrow("npm run backup -- <new folder>");
    await expect(run(embedded, "backup", join(folder, "none"))).rejects.toThrow("has no database");
    const copies = [join(folder, "first"), join(folder, "second")] as const;
    const url = await (async () => {
      await using easel = await startEaselProcess(embedded);
      const person = createConsoleClient(easel.url);
      await person.say("/imagine a lighthouse");
      await person.see("the picture", (all) => all.find(({ files }) => files.length > 0));
      await person.close();
      await run(embedded, "backup", copies[0]);
      return easel.url;
    })();
    expect(url).not.toBe("");

    const shared = {
      DATA_DIR: join(folder, "shared"),
      PORT: "0",
      LOG_LEVEL: "warn",
      DATABASE_URL: place.url,
      S3_ENDPOINT: s3.address.endpoint,
      S3_BUCKET: s3.address.bucket,
      S3_ACCESS_KEY_ID: s3.address.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.address.secretAccessKey,
    };
    const wrong = { ...shared, SECRET_KEY: "another secret key than that of the copy" };
    await expect(run(wrong, "restore", copies[0], "--stopped-since")).rejects.toThrow(
      "encrypted with another SECRET_KEY",
    );
    const secret = (await readFile(join(embedded.DATA_DIR, "secret.key"), "utf8")).trim();
    const right = { ...shared, SECRET_KEY: secret };
    expect(await run(right, "restore", copies[0], "--stopped-since")).toContain("1 restored, 0 were there already.");
    await expect(run(right, "restore", copies[0])).rejects.toThrow("already holds data");
    expect(await run(right, "backup", copies[1])).toContain("Pictures, clips and files: 1,");

    const back = { ...embedded, DATA_DIR: join(folder, "back") };
    await expect(run(back, "restore", copies[1])).rejects.toThrow("encrypted with another SECRET_KEY");
    await mkdir(back.DATA_DIR, { recursive: true });
    await cp(join(embedded.DATA_DIR, "secret.key"), join(back.DATA_DIR, "secret.key"));
    await run(back, "restore", copies[1], "--stopped-since");
    await using easel = await startEaselProcess(back);
    const person = createConsoleClient(easel.url);
    const message = await person.see("the old picture", (all) => all.find(({ files }) => files.length > 0));
    const response = await fetch(new URL(message.files[0]?.url ?? "", easel.url));
    expect(response.headers.get("content-type")).toMatch(/^image\//);
    await person.close();
  } finally {
    await s3.stop();
    await place.drop();
  }
}, 300_000);
