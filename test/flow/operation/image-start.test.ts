import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const START = fileURLToPath(new URL("../../../scripts/image/start.sh", import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-start-"));
  await writeFile(join(folder, "node"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
});

afterAll(() => rm(folder, { recursive: true }));

it.each([
  ["Easel", [], "src/main.ts"],
  [
    "the named program",
    ["src/app/backup/main.ts", "backup", "/backup/a b"],
    "src/app/backup/main.ts backup /backup/a b",
  ],
])("the image's start runs %s", async (_what, given, expected) => {
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  const { stdout } = await promisify(execFile)("sh", [START, ...given], { env });
  expect(stdout).toBe(`${expected}\n`);
});
