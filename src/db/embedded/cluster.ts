import { chmod, mkdir, open, readFile, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log/log.ts";
import { giveTo, makeCluster } from "./initdb.ts";
import { killClusterProcesses } from "./cluster-processes.ts";
import type { ServerUser } from "./server-user.ts";

/** The major version whose data files the programs read. */
const MAJOR_VERSION = "18";

/** A database cluster on disk: `<dataDir>/postgres`, with `cluster/`, `password` and `server.log`. */
export interface Cluster {
  /** PostgreSQL's own data folder. */
  readonly folder: string;
  /** Marks the processes of this folder on this machine. A copy of the folder has another name. */
  readonly name: string;
  readonly password: string;
  readonly logFile: string;
  readonly user: ServerUser | undefined;
}

export interface ClusterOptions {
  /** `<dataDir>/postgres`; its parent exists. */
  readonly home: string;
  /** The program. */
  readonly initdb: string;
  readonly user: ServerUser | undefined;
  readonly durable: boolean;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export function clusterFolder(home: string): string {
  return join(home, "cluster");
}

/** The temporary folder in which a cluster is created, next to its final place. */
function makingFolder(home: string): string {
  return `${home}.making`;
}

/** Opens the cluster in `home`, or creates it in a folder next to it that is renamed when complete. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { home, user, log } = options;
  await removeHalfMade(home);
  if (!(await exists(home))) {
    log.info({ folder: home }, "creating the embedded database");
    await makeHome(options);
  }
  const folder = clusterFolder(home);
  await checkVersion(home);
  await claim(folder, user);
  const password = await readFile(join(home, "password"), "utf8");
  return { folder, name: await clusterName(folder), password, logFile: join(home, "server.log"), user };
}

/** Removes what a killed initdb left, and stops it if it still runs. */
async function removeHalfMade(home: string): Promise<void> {
  const making = makingFolder(home);
  if (await exists(making)) {
    const name = await clusterName(clusterFolder(making)).catch(() => undefined);
    if (name !== undefined) await killClusterProcesses(name);
    await rm(making, { recursive: true, force: true, maxRetries: 5 });
  }
  // An empty folder gives way to a new cluster; anything else is never removed.
  await rmdir(home).catch(() => {});
}

async function makeHome({ home, initdb, user, durable, signal }: ClusterOptions): Promise<void> {
  const making = makingFolder(home);
  try {
    await mkdir(making, { mode: 0o700 });
    const folder = clusterFolder(making);
    await mkdir(folder, { mode: 0o700 });
    await giveTo(folder, user);
    const name = await clusterName(folder);
    await makeCluster({ initdb, folder, name, passwordFile: join(making, "password"), user, durable, signal });
    if (durable) await syncFolder(making);
    await rename(making, home);
    if (durable) await syncFolder(dirname(home));
  } catch (error) {
    await rm(making, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

async function checkVersion(home: string): Promise<void> {
  const version = (await readFile(join(clusterFolder(home), "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (version === MAJOR_VERSION) return;
  throw new ConfigError(
    "DATA_DIR",
    version === ""
      ? `DATA_DIR: ${home} is not a database that Easel made, or can't be read by this user: move it away, or set another DATA_DIR.`
      : `DATA_DIR: ${home} was made by PostgreSQL ${version}, and this is ${MAJOR_VERSION}: start the Easel that made it, or set another DATA_DIR.`,
  );
}

/** Gives the cluster to the server's user: a restored backup may belong to root, which PostgreSQL refuses. */
async function claim(folder: string, user: ServerUser | undefined): Promise<void> {
  const owner = (await stat(folder)).uid;
  const wanted = user?.uid ?? process.geteuid?.();
  if (user !== undefined && owner !== wanted) {
    const entries = await readdir(folder, { recursive: true });
    for (const entry of entries) await giveTo(join(folder, entry), user);
    // The folder last: its owner marks everything within as done.
    await giveTo(folder, user);
  } else if (owner !== wanted) {
    throw new ConfigError(
      "DATA_DIR",
      `DATA_DIR: ${folder} belongs to user ${owner}, and this is user ${wanted}: start Easel as that user or as root, or set another DATA_DIR.`,
    );
  }
  await chmod(folder, 0o700);
}

/** The cluster's name among PostgreSQL's processes, derived from the data folder's identity, which survives a rename. */
export async function clusterName(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `easel-${dev.toString(36)}-${ino.toString(36)}`;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
