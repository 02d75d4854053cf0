import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Stands in for the last release until there is one. 17 migrations separate it from the commit that added this. */
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
  // HEAD itself may be a release, which must not be compared with itself.
  return git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
}

/** The output of git, or undefined if it fails. */
async function git(...words: string[]): Promise<string | undefined> {
  try {
    return (await run("git", words, { cwd: ROOT })).stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
