import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, readFile, rm, stat, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { locateBinaries, packagedFolder } from "../../../src/db/embedded/binaries.ts";
import { chooseServerUser, type ServerUser } from "../../../src/db/embedded/server-user.ts";

const run = promisify(execFile);
let folder: string;
let packaged: string;

/** A copy of the platform package without its install script's links. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-binaries-"));
  packaged = join(folder, "package", "native");
  const source = dirname(packagedFolder());
  await cp(join(source, "native"), packaged, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/libicu\w+\.so$|\.a$/.test(path),
  });
  await cp(join(source, "package.json"), join(folder, "package", "package.json"));
  await unlink(join(packaged, "lib", "libpq.so.5"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function serverUser(): Promise<ServerUser> {
  const user = await chooseServerUser(folder, join(folder, "none"));
  if (user === undefined) throw new Error("only root runs the server as another user");
  return user;
}

test.skipIf(process.geteuid?.() === 0)("a read-only package is copied, and the links are created there", async () => {
  await chmod(join(packaged, "lib"), 0o555);
  const { initdb } = await locateBinaries(folder, undefined, packaged);
  await chmod(join(packaged, "lib"), 0o755);
  expect(initdb.startsWith(join(folder, "postgresql-"))).toBe(true);
  expect((await run(initdb, ["--version"])).stdout).toContain("PostgreSQL) 18.");
});

test("missing links are restored in place, repeatedly", async () => {
  for (let time = 1; time <= 2; time += 1) {
    const { initdb } = await locateBinaries(folder, undefined, packaged);
    expect(initdb).toBe(join(packaged, "bin", "initdb"));
    expect((await run(initdb, ["--version"])).stdout).toContain("PostgreSQL) 18.");
  }
});

test.skipIf(process.geteuid?.() !== 0)("a package that the server's user can't read is copied completely", async () => {
  await chmod(folder, 0o755);
  await chmod(join(folder, "package"), 0o700);
  const user = await serverUser();
  const first = await locateBinaries(folder, user, packaged);
  expect(first.initdb.startsWith(join(folder, "postgresql-"))).toBe(true);
  expect((await run(first.initdb, ["--version"], user)).stdout).toContain("PostgreSQL) 18.");

  const { ino } = await stat(first.postgres);
  expect(await locateBinaries(folder, user, packaged)).toEqual(first);
  expect((await stat(first.postgres)).ino).toBe(ino);

  const timezones = join(dirname(first.postgres), "..", "share", "postgresql", "timezonesets", "Default");
  await unlink(timezones);
  await locateBinaries(folder, user, packaged);
  expect(await readFile(timezones, "utf8")).toContain("UTC");
});
