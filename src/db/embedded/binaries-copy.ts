import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readdir, realpath, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "../../lib/errors.ts";
import { reachableFor, type ServerUser } from "./server-user.ts";

const PackageVersion = z.object({ version: z.string() });

/**
 * Copies the programs' folder (the platform package's `native`) to where `user` can read it: the data folder or, if that is below
 * a closed folder such as /root, /var/lib/easel or the temporary folder. Copies atomically and once per version. The copy
 * contains no data.
 *
 * @returns the copy's `native` folder.
 */
export async function copyBinaries(packaged: string, dataDir: string, user: ServerUser | undefined): Promise<string> {
  const { version } = PackageVersion.parse(JSON.parse(await readFile(join(packaged, "..", "package.json"), "utf8")));
  const name = `postgresql-${version}-${process.arch}`;
  const failures: unknown[] = [];
  // The user that the server runs as may not reach a data folder below /root.
  const places = user === undefined ? [dataDir] : [dataDir, "/var/lib/easel", join(tmpdir(), "easel")];
  for (const place of places) {
    try {
      return await copyTo(packaged, place, name, user);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new ConfigError(
    "DATA_DIR",
    `PostgreSQL's programs must be copied to where user ${user?.uid ?? process.geteuid?.()} can read them, and there is no such place: ` +
      `set DATA_DIR to a folder that this user can reach, or DATABASE_URL to a PostgreSQL server.`,
    new AggregateError(failures),
  );
}

async function copyTo(packaged: string, place: string, name: string, user: ServerUser | undefined): Promise<string> {
  const made = await mkdir(place, { recursive: true });
  if (made !== undefined) await chmod(place, 0o755);
  const owner = (await lstat(place)).uid;
  if (owner !== process.geteuid?.() && owner !== user?.uid) throw new Error(`${place} belongs to another user`);
  if (user !== undefined && !(await reachableFor(await realpath(place), user))) {
    throw new Error(`${place} can't be reached by user ${user.uid}`);
  }
  const folder = join(place, name);
  const copy = join(folder, "native");
  if (await isSound(packaged, folder)) return copy;
  const making = await mkdtemp(`${folder}.making-`);
  try {
    await cp(packaged, join(making, "native"), { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    await openForReading(making);
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return copy;
}

/** Leaves out static libraries and other files that only serve to build programs. */
function isNeeded(path: string): boolean {
  return !/\.a$|\/pkgconfig(?:\/|$)/.test(path);
}

/** Whether the copy is complete (cleaners of temporary folders remove single files) and writable only by us. */
async function isSound(packaged: string, folder: string): Promise<boolean> {
  const own = await lstat(folder).catch(() => undefined);
  if (own === undefined || own.uid !== process.geteuid?.() || (own.mode & 0o022) !== 0) return false;
  const present = new Set(await readdir(join(folder, "native"), { recursive: true }).catch(() => []));
  return (await readdir(packaged, { recursive: true })).every((path) => !isNeeded(path) || present.has(path));
}

/** Undoes the installation's umask: readable for all, like system programs. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const plain = entries.filter((entry) => !entry.isSymbolicLink());
  await Promise.all(plain.map((entry) => chmod(join(entry.parentPath, entry.name), 0o755)));
}
