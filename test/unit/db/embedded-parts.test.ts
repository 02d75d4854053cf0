import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InitdbError } from "../../../src/db/embedded/initdb.ts";
import { readPidFile } from "../../../src/db/embedded/pid-file.ts";
import { openServerLog, SERVER_LOG_BYTES } from "../../../src/db/embedded/server-log.ts";
import { modePermits, parseUsers } from "../../../src/db/embedded/server-user.ts";
import { ServerStartError } from "../../../src/db/embedded/postgres-server.ts";
import { explainStartFailure } from "../../../src/db/embedded/start-failure.ts";
import { ConfigError } from "../../../src/lib/errors.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-embedded-parts-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("the server's pid file", () => {
  test.each([
    ["complete", "812\n/proc/self/cwd\n1795176858\n25999\n\n127.0.0.1\n  215 24\nready   \n", [812, 25999, "ready"]],
    ["of a start that has just begun", "812\n/proc/self/cwd\n1795176858\n", [812, undefined, undefined]],
  ])("%s", async (_name, text, [pid, port, status]) => {
    await writeFile(join(folder, "postmaster.pid"), text);
    expect(await readPidFile(folder)).toEqual({ pid, port, status });
  });

  test.each(["", "\n", "-5\n", "1e3\n", "\0\0\0\0"])("torn by a crash: %j", async (text) => {
    await writeFile(join(folder, "postmaster.pid"), text);
    expect(await readPidFile(folder)).toBeUndefined();
  });
});

test("the server never runs as root", () => {
  const passwd = "root:x:0:0::/:/bin/sh\ntoor:x:0:5::/:\nodd\n\nnobody:x:65534:65534:nobody:/:/bin/false\n";
  expect(parseUsers(passwd)).toEqual([{ name: "nobody", uid: 65534, gid: 65534 }]);
});

test("permissions are the owner's, else the group's, else the others'", () => {
  const file = { uid: 1, gid: 2, mode: 0o100_750 };
  expect(modePermits(file, { uid: 1, gid: 9 }, 7)).toBe(true);
  expect(modePermits(file, { uid: 9, gid: 2 }, 5)).toBe(true);
  expect(modePermits(file, { uid: 9, gid: 2 }, 2)).toBe(false);
  expect(modePermits(file, { uid: 9, gid: 9 }, 1)).toBe(false);
});

test("a server log that is too long is rotated", async () => {
  const file = join(folder, "server.log");
  await writeFile(file, "old");
  await truncate(file, SERVER_LOG_BYTES + 1);
  const log = await openServerLog(file);
  await log.writeFile("new");
  await log.close();
  expect(await readFile(file, "utf8")).toBe("new");
  expect((await stat(`${file}.1`)).size).toBe(SERVER_LOG_BYTES + 1);
});

const failed = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code });

describe("a failed start is explained", () => {
  test.each([
    ["a folder without rights", failed("EACCES"), "change its permissions"],
    ["a full disk, as the system says it", failed("ENOSPC"), "the disk is full"],
    ["a full disk, as initdb says it", new InitdbError('could not write "x": No space left on device'), "disk is full"],
    [
      "a full disk, as the server says it",
      new InitdbError("FATAL:  wrote only 9 of 10 bytes\nHINT:  a"),
      "disk is full",
    ],
    ["a server's own words", new ServerStartError("exit code 1", "LOG:  a\nFATAL:  no memory\nLOG:  b"), "no memory"],
  ])("%s", (_name, error, words) => {
    const explained = explainStartFailure(error, "/srv/easel");
    expect(explained).toBeInstanceOf(ConfigError);
    expect(explained).toMatchObject({ variable: "DATA_DIR", cause: error });
    expect(String(explained)).toContain("/srv/easel");
    expect(String(explained)).toContain(words);
    expect(String(explained)).toMatch(/^[^\n]*\.$/);
  });

  test("programs that can't be run suggest an external server", () => {
    const error = Object.assign(new Error("spawn EPERM"), { code: "EPERM", syscall: "spawn" });
    expect(explainStartFailure(error, "/srv/easel")).toMatchObject({ variable: "DATABASE_URL", cause: error });
  });

  test("an abort is passed on unchanged", () => {
    const { reason } = AbortSignal.abort();
    expect(explainStartFailure(reason, "/srv/easel")).toBe(reason);
  });
});
