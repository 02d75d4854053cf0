import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError } from "../../lib/errors.ts";

/** The user that the server's processes run as, if not ours. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  /** No dedicated user was found: other services may run as this one and can read what it can. */
  readonly isShared?: true;
}

/**
 * PostgreSQL refuses to run as root, so it runs as the owner of an existing cluster, else of the data folder, else as `nobody`.
 * Undefined if we are not root: the server runs as ourselves. A new cluster needs a user with a name, because initdb looks it up.
 */
export async function chooseServerUser(dataDir: string, clusterFolder: string): Promise<ServerUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const cluster = await stat(clusterFolder).catch(() => undefined);
  const users = parseUsers(await readFile("/etc/passwd", "utf8").catch(() => ""));
  const owner = await stat(dataDir);
  if (cluster !== undefined && cluster.uid !== 0) {
    return { uid: cluster.uid, gid: cluster.gid, ...(cluster.uid === owner.uid ? {} : { isShared: true }) };
  }
  const own = users.find((user) => user.uid === owner.uid);
  if (own !== undefined) return { uid: own.uid, gid: own.gid };
  const shared = users.find((user) => user.name === "nobody") ?? users.at(-1);
  if (shared !== undefined) return { uid: shared.uid, gid: shared.gid, isShared: true };
  throw new ConfigError(
    "DATABASE_URL",
    "PostgreSQL does not run as root, and /etc/passwd names no other user: start Easel as another user, or set DATABASE_URL to a PostgreSQL server.",
  );
}

/** The users in an `/etc/passwd`, except those with root's rights. */
export function parseUsers(passwd: string): (ServerUser & { readonly name: string })[] {
  return passwd
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid = "", gid = ""]) => ({ name, uid: Number(uid || "0"), gid: Number(gid || "0") }))
    .filter((user) => user.uid > 0 && user.gid > 0);
}

/** Whether the mode alone allows `user` what `mask` says (4 read, 1 search or execute). */
export function modePermits(file: Pick<Stats, "uid" | "gid" | "mode">, user: ServerUser, mask: number): boolean {
  const shift = file.uid === user.uid ? 6 : file.gid === user.gid ? 3 : 0;
  return ((file.mode >> shift) & mask) === mask;
}

/** Whether `user` can traverse the folder (a real path) and all its parents. */
export async function reachableFor(folder: string, user: ServerUser): Promise<boolean> {
  if (!modePermits(await stat(folder), user, 1)) return false;
  return dirname(folder) === folder || reachableFor(dirname(folder), user);
}
