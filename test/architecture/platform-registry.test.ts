import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const execute = promisify(execFile);
const Refused = z.object({ stdout: z.string() });

/** Stubs for the adapters, which take long to check and know nothing about other platforms. */
const STUBS: Readonly<Record<string, string>> = {
  "discord/check.ts": adapterStub("checkDiscord"),
  "slack/check.ts": adapterStub("checkSlack"),
  "console/check.ts": adapterStub("checkConsole"),
  "console/page-build.ts": "export declare function ensurePageBuilt(log: unknown): Promise<void>;",
};

function adapterStub(name: string): string {
  return [
    'import type { CheckedPlatform } from "../entry.ts";',
    `export declare function ${name}(...asked: readonly unknown[]): Promise<CheckedPlatform>;`,
  ].join("\n");
}

/** The type checker's output for a copy of the sources with one more platform name. */
async function checkedWith(added: string): Promise<readonly string[]> {
  const copy = await mkdtemp(join(tmpdir(), "easel-platform-"));
  try {
    for (const part of ["src", "package.json"]) await cp(join(ROOT, part), join(copy, part), { recursive: true });
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
    for (const [path, text] of Object.entries(STUBS)) await writeFile(join(copy, "src/platforms", path), text);
    const list = join(copy, "src/core/chat/conversation.ts");
    const listed = await readFile(list, "utf8");
    const named = listed.replace("PLATFORM_NAMES = [", `PLATFORM_NAMES = ["${added}", `);
    expect(named).not.toBe(listed);
    await writeFile(list, named);
    const settings = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
    const files = ["src/platforms/registry.ts", "src/text/render/platform-name.ts"];
    const project = { compilerOptions: settings.compilerOptions, files };
    await writeFile(join(copy, "tsconfig.json"), JSON.stringify(project));
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    const { stdout } = await execute(tsc, ["-p", copy]).catch((error: unknown) => Refused.parse(error));
    return stdout.split("\n").filter((line) => line.includes("error TS"));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Enough for a run of the compiler on a busy machine. */
const COMPILE_MS = 180_000;

it(
  "the compiler asks for a new platform's entry in the registry, and for its name in each language",
  async () => {
    const asked = await checkedWith("another");
    // No other errors: the copy itself compiles.
    expect(asked.toSorted()).toEqual([
      expect.stringMatching(/registry\.ts.*'another' is missing/),
      expect.stringMatching(/platform-name\.ts.*'another' does not exist/),
      expect.stringMatching(/platform-name\.ts.*'string \| undefined' is not assignable/),
    ]);
  },
  COMPILE_MS,
);
