import { join, resolve } from "node:path";
import { makeDataDir } from "../../lib/data-lock.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log/log.ts";
import { findServer, removeRemains } from "./attach.ts";
import { locateBinaries } from "./binaries.ts";
import { clusterFolder, openCluster } from "./cluster.ts";
import { canConnect, serverUrl } from "./connect.ts";
import { killClusterProcesses } from "./processes.ts";
import { keepServerLogBounded } from "./server-log.ts";
import { chooseServerUser } from "./server-user.ts";
import { launchServer, ServerStartError, type LaunchOptions, type Server } from "./server.ts";
import { freePort } from "./settings.ts";
import { explainStartFailure } from "./start-failure.ts";
import { superviseServer } from "./supervise.ts";

/** Starts that fail for a reason which another try can mend: a port just taken, processes of a dead server. */
const SERVER_START_TRIES = 5;

/** A PostgreSQL server of our own that runs until `stop()`. */
export interface EmbeddedPostgres {
  /** With the password: never to be logged. Stays the same when the server is restarted. */
  readonly url: string;
  /** Whether the server was there already, having outlived the process that started it. */
  readonly attached: boolean;
  /** Of the server's first process; another one after a restart. */
  readonly pid: number;
  /**
   * Stops the server, attached or not, and resolves when its process is gone, within 8 s.
   * Rejects with `EaselError` `database_stop_failed` when it can't be stopped.
   */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster is `<dataDir>/postgres`. The caller keeps a second process away (`lockDataDir`). */
  readonly dataDir: string;
  readonly log: Logger;
  /** Ends the start, leaving no process behind; afterwards it has no effect. */
  readonly signal?: AbortSignal;
  /** Told each time the server ended by itself; it is then being restarted. */
  readonly onExit?: (how: string) => void;
  /** False makes everything quicker and loses data when the machine crashes: for tests alone. */
  readonly durable?: boolean;
}

/**
 * Starts the embedded PostgreSQL, making its cluster at the first start, or attaches to a server that still runs on it.
 * A server that ends by itself is restarted at the same address until `stop()`.
 *
 * @throws ConfigError naming `DATA_DIR` or `DATABASE_URL` and the mend, or the signal's reason.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    return await start(dataDir, options);
  } catch (error) {
    throw explainStartFailure(error, dataDir);
  }
}

async function start(dataDir: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, signal = new AbortController().signal, durable = true } = options;
  const began = performance.now();
  await makeDataDir(dataDir);
  const home = join(dataDir, "postgres");
  const user = await chooseServerUser(dataDir, clusterFolder(home));
  if (user?.isShared) {
    log.warn(
      { uid: user.uid },
      "started by root, the embedded database runs as a user that other services may share, and which can read it: start Easel as a " +
        "user of its own that owns DATA_DIR, or use DATABASE_URL",
    );
  }
  const binaries = await locateBinaries(dataDir, user);
  const cluster = await openCluster({ home, initdb: binaries.initdb, user, durable, log, signal });

  const launch = { program: binaries.postgres, cluster, durable, log };
  const found = await findServer(cluster, log, signal);
  const server = found ?? (await launchSomewhere({ ...launch, signal }));
  const url = serverUrl(cluster, server.port);
  const supervised = superviseServer(server, {
    relaunch: (stopping) => relaunch({ ...launch, port: server.port, signal: stopping }),
    log,
    onExit: options.onExit,
  });
  if (found === undefined && !(await canConnect(url))) {
    await supervised.stop();
    throw new ConfigError(
      "DATA_DIR",
      `DATA_DIR ${dataDir}: the password in ${home}/password is not the database's: restore it, or set DATA_DIR to another folder`,
    );
  }
  const stopping = new AbortController();
  const bounded = keepServerLogBounded(cluster.logFile, stopping.signal);
  const attached = found !== undefined;
  log.info(
    { pid: server.pid, port: server.port, attached, ms: Math.round(performance.now() - began) },
    "embedded database",
  );
  return {
    url,
    attached,
    get pid() {
      return supervised.pid;
    },
    async stop() {
      stopping.abort();
      await Promise.all([supervised.stop(), bounded]);
    },
  };
}

/** Launches on a free port, again with another one when it was taken meanwhile. */
async function launchSomewhere(options: Omit<LaunchOptions, "port">): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await launchServer({ ...options, port: await freePort() });
    } catch (error) {
      if (tries >= SERVER_START_TRIES || !(error instanceof ServerStartError)) throw error;
      if (isInUse(error)) await killClusterProcesses(options.cluster.name);
      else if (!/could not (?:bind|create any TCP)/.test(error.said)) throw error;
    }
  }
}

/** Launches at the port of before, once what the ended server left has gone too. */
async function relaunch(options: LaunchOptions): Promise<Server> {
  await removeRemains(options.cluster, options.log);
  return launchServer(options);
}

/** Backends whose server was killed end by themselves, unless they are busy; the memory that they share tells of them. */
function isInUse(error: ServerStartError): boolean {
  return /shared memory block .* is still in use/.test(error.said);
}
