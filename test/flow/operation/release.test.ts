import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { releaseChangelog } from "../../../scripts/release/changelog.ts";
import { newestRelease, requireFollowing } from "../../../scripts/release/version.ts";

const SCRIPT = fileURLToPath(new URL("../../../scripts/release/main.ts", import.meta.url));
const CHANGES = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A lighthouse.\n";

const execute = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-release-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const git = async (...args: string[]): Promise<string> => (await execute("git", args, { cwd: folder })).stdout;

const release = async (...args: string[]): Promise<{ out: string; err: string }> => {
  // Never reaches Docker, even if the machine has it.
  const env = { ...process.env, DOCKER_HOST: "unix:///nowhere/docker.sock" };
  return execute(process.execPath, [SCRIPT, ...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ out: stdout, err: stderr }),
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return { out: stdout, err: stderr };
    },
  );
};

async function commitAll(message: string): Promise<void> {
  await git("add", "--all");
  await git("commit", "--quiet", "--message", message);
}

/** A small project with what a release needs. */
async function makeProject(): Promise<void> {
  const own = { name: "easel", version: "0.1.0" };
  const scripts = { sbom: "npm sbom --package-lock-only --sbom-format=cyclonedx --sbom-type=application" };
  await mkdir(join(folder, "docs"));
  await mkdir(join(folder, "migrations"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...own, private: true, scripts }));
  await writeFile(
    join(folder, "package-lock.json"),
    JSON.stringify({ ...own, lockfileVersion: 3, requires: true, packages: { "": own } }),
  );
  await writeFile(join(folder, ".gitignore"), "dist/\n");
  await writeFile(join(folder, "docs/changelog.md"), CHANGES);
  await writeFile(join(folder, "migrations/0000_baseline.sql"), "select 1;\n");
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "Max");
  await git("config", "user.email", "max@example.com");
  await commitAll("Begin");
}

describe("npm run release", () => {
  beforeEach(makeProject);

  it("says in a dry run what it would do, and changes nothing", async () => {
    const before = await git("rev-parse", "HEAD");
    const { out, err } = await release("0.1.0", "--dry-run");
    expect(err).toBe("");
    expect(out).toContain("Release 0.1.0, the first one.");
    expect(out).toContain("- A lighthouse.");
    expect(out).toContain("Docker does not answer here");
    expect(await git("rev-parse", "HEAD")).toBe(before);
    expect(await git("status", "--porcelain", "--ignored")).toBe("");
    expect(await git("tag")).toBe("");
  });

  it("commits, writes the notes, the source and the SBOM, and tags", async () => {
    const { err } = await release("0.1.0", "--without-image");
    expect(err).toBe("");
    expect(await git("log", "-1", "--format=%s")).toBe("Release 0.1.0\n");
    expect(await git("status", "--porcelain")).toBe("");
    expect(await git("tag", "--list", "--format=%(objecttype) %(contents)", "v0.1.0")).toContain(
      "tag Easel 0.1.0\n\n### Added\n\n- A lighthouse.\n",
    );
    expect(await git("rev-parse", "v0.1.0^{commit}")).toBe(await git("rev-parse", "HEAD"));
    expect(await readFile(join(folder, "docs/changelog.md"), "utf8")).toMatch(
      /^# Changelog\n\n## \[Unreleased\]\n\n## \[0\.1\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n/,
    );
    const made = join(folder, "dist/release/0.1.0");
    expect(await readdir(made)).toEqual(["easel-0.1.0.tar.gz", "notes.md", "sbom.cdx.json"]);
    const Bom = z.object({ metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }) });
    const { metadata } = Bom.parse(JSON.parse(await readFile(join(made, "sbom.cdx.json"), "utf8")));
    expect(metadata.component).toMatchObject({ name: "easel", version: "0.1.0" });
    const { stdout } = await execute("tar", ["--list", "--file", join(made, "easel-0.1.0.tar.gz")]);
    expect(stdout).toContain("easel-0.1.0/migrations/0000_baseline.sql\n");

    // The next release.
    expect((await release("0.2.0", "--without-image")).err).toContain("is empty");
    await writeFile(join(folder, "docs/changelog.md"), CHANGES);
    await writeFile(join(folder, "migrations/0000_baseline.sql"), "select 2;\n");
    expect((await release("0.2.0", "--without-image")).err).toContain("working tree is not clean");
    await commitAll("Change what was released");
    expect((await release("0.2.0", "--without-image")).err).toContain(
      "migrations of 0.1.0 were changed: migrations/0000_baseline.sql",
    );
  });

  it("changes nothing if an image can't be built", async () => {
    const before = await git("rev-parse", "HEAD");
    expect((await release("0.1.0")).err).toContain("Docker does not answer");
    expect(await git("rev-parse", "HEAD")).toBe(before);
  });
});

describe("a release's changelog", () => {
  it("keeps earlier sections below the new one", () => {
    const text = `${CHANGES}\n## [0.1.0] - 2026-11-01\n\n- The sea.\n`;
    expect(releaseChangelog(text, "0.2.0", "2026-11-23")).toEqual({
      notes: "### Added\n\n- A lighthouse.",
      text: "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-23\n\n### Added\n\n- A lighthouse.\n\n## [0.1.0] - 2026-11-01\n\n- The sea.\n",
    });
    expect(() => releaseChangelog(text, "0.1.0", "2026-11-23")).toThrow("has a section for 0.1.0 already");
    expect(() => releaseChangelog("# Changelog\n", "0.1.0", "2026-11-23")).toThrow("has no section");
  });
});

describe("a release's version", () => {
  it("follows the newest tag", () => {
    expect(newestRelease(["v0.9.0", "v0.10.0", "other", "v0.10.0-beta", ""])).toBe("0.10.0");
    expect(newestRelease([""])).toBeUndefined();
    for (const next of ["0.10.1", "0.11.0", "1.0.0"]) requireFollowing(next, "0.10.0", "0.10.0");
    for (const next of ["0.10.0", "0.10.2", "0.9.1", "1.1.0", "1.0.1"]) {
      expect(() => requireFollowing(next, "0.10.0", "0.10.0")).toThrow("after 0.10.0 comes");
    }
    expect(() => requireFollowing("1.0", undefined, "0.1.0")).toThrow("no version");
    expect(() => requireFollowing("0.0.9", undefined, "0.1.0")).toThrow("older");
    requireFollowing("0.1.0", undefined, "0.1.0");
  });
});
