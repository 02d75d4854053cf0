import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Stands for the last release until there is one: 17 migrations and changed functions lie between it and the commit that added this. */
const BEFORE_ANY_RELEASE = "2ad958f0";

const run = promisify(execFile);

/** Easel's sources at another version. */
export interface FormerVersion {
  /** The tag or commit. */
  readonly name: string;
  /** The folder of its sources. It uses this version's dependencies, which include those of the last release. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** The last release, or what `EASEL_FORMER` names; undefined if this clone has no such commit (a shallow one, for example). */
export async function findFormerVersion(): Promise<string | undefined> {
  const name = process.env["EASEL_FORMER"] ?? (await lastRelease()) ?? BEFORE_ANY_RELEASE;
  const found = await git("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  return found === undefined ? undefined : name;
}

/** Copies the sources of a commit or a tag into a temporary folder, ready to be started. */
export async function copyFormerVersion(name: string): Promise<FormerVersion> {
  const folder = await mkdtemp(join(tmpdir(), "easel-former-"));
  const archive = join(folder, "sources.tar");
  await run("git", ["archive", "--output", archive, name], { cwd: ROOT });
  await run("tar", ["-xf", archive, "-C", folder]);
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return { name, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function lastRelease(): Promise<string | undefined> {
  // The commit of a release is the version under test itself, so its tag would compare a version with itself.
  return git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
}

/** What git prints, or undefined if it refuses. */
async function git(...words: string[]): Promise<string | undefined> {
  try {
    return (await run("git", words, { cwd: ROOT })).stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
