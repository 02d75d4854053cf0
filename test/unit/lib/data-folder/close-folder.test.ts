import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeFolder } from "../../../../src/lib/data-folder/close-folder.ts";
import { createLog } from "../../../../src/lib/log/log.ts";

let folder: string;
let dataDir: string;
let said: string[];
const log = createLog(
  "warn",
  new Writable({
    write(line, _encoding, done) {
      said.push(String(line));
      done();
    },
  }),
);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-close-"));
  dataDir = join(folder, "data");
  await mkdir(dataDir);
  said = [];
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Makes a file as an older Easel did, and the folders above it. */
async function old(path: string, mode = 0o644): Promise<string> {
  const full = join(dataDir, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, "x");
  await chmod(full, mode);
  return full;
}

async function modeOf(...path: string[]): Promise<number> {
  return (await stat(join(dataDir, ...path))).mode & 0o7777;
}

test("removes group and other permissions that an older Easel left, at every depth", async () => {
  await old("easel.pid", 0o664);
  await old("media/ab/abcdef", 0o640);
  await old("sandbox/media/clip.mp4");
  await old("sandbox-9090/journal.jsonl");
  await old("secret.key", 0o400);
  await chmod(join(dataDir, "media"), 0o2775);
  await chmod(join(dataDir, "sandbox"), 0o700);
  await closeFolder(dataDir, log);
  expect(await modeOf()).toBe(0o700);
  expect(await modeOf("easel.pid")).toBe(0o600);
  expect(await modeOf("secret.key")).toBe(0o400);
  expect(await modeOf("media")).toBe(0o2700);
  expect(await modeOf("media/ab")).toBe(0o700);
  expect(await modeOf("media/ab/abcdef")).toBe(0o600);
  expect(await modeOf("sandbox/media")).toBe(0o700);
  expect(await modeOf("sandbox/media/clip.mp4")).toBe(0o600);
  expect(await modeOf("sandbox-9090/journal.jsonl")).toBe(0o600);
  expect(said).toEqual([]);
});

test("continues where it was interrupted: a folder is closed after its contents", async () => {
  await old("media/ab/first");
  await old("media/cd/second");
  await chmod(dataDir, 0o700);
  await chmod(join(dataDir, "media"), 0o700);
  await closeFolder(dataDir, log);
  expect(await modeOf("media/ab/first")).toBe(0o600);
  expect(await modeOf("media/cd/second")).toBe(0o600);
});

test("leaves PostgreSQL's folder and the permissions of its programs alone", async () => {
  await old("postgres/cluster/base/1/2");
  await old("postgres/server.log");
  await old("postgresql-18.1.0-x64/native/bin/postgres", 0o755);
  await closeFolder(dataDir, log);
  expect(await modeOf("postgres")).toBe(0o700);
  expect(await modeOf("postgres/server.log")).toBe(0o600);
  expect(await modeOf("postgres/cluster/base/1/2")).toBe(0o644);
  expect(await modeOf("postgresql-18.1.0-x64/native/bin/postgres")).toBe(0o755);
});

test("follows no symbolic link, and enters no folder that isn't Easel's", async () => {
  const outside = join(folder, "outside");
  await writeFile(outside, "x", { mode: 0o644 });
  await old("media/ab/x");
  await symlink(outside, join(dataDir, "media", "ab", "link"));
  await symlink(outside, join(dataDir, "easel.pid"));
  await symlink(folder, join(dataDir, "fetching"));
  await old("pages/index.html");
  await closeFolder(dataDir, log);
  expect((await stat(outside)).mode & 0o777).toBe(0o644);
  expect(await modeOf("pages")).toBe(0o700);
  expect(await modeOf("pages/index.html")).toBe(0o644);
});

test("closes the folder that DATA_DIR leads to by a link", async () => {
  await symlink(dataDir, join(folder, "link"));
  await closeFolder(join(folder, "link"), log);
  expect(await modeOf()).toBe(0o700);
});

test("leaves a shared folder unchanged, closes Easel's own folders in it, and says so", async () => {
  await chmod(dataDir, 0o1777);
  await old("media/ab/abcdef");
  await old("another-program/file");
  await old("notes.txt");
  await closeFolder(dataDir, log);
  expect(await modeOf()).toBe(0o1777);
  expect(await modeOf("media")).toBe(0o700);
  expect(await modeOf("media/ab/abcdef")).toBe(0o600);
  expect(await modeOf("another-program")).toBe(0o755);
  expect(await modeOf("notes.txt")).toBe(0o644);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(dataDir);
});

test("logs in one line what can't be closed, and continues", async () => {
  // Not even root may change the rights of these.
  await closeFolder("/proc/self/fdinfo", log);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("fdinfo");
  expect(said[0]).toContain("EPERM");
});

test("says nothing about a missing folder", async () => {
  await closeFolder(join(folder, "none"), log);
  expect(said).toEqual([]);
});
