import { join, resolve } from "node:path";
import { makeDataDir } from "../../lib/data-folder/data-lock.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log/log.ts";
import { findServer, removeRemains } from "./attach.ts";
import { locateBinaries } from "./binaries.ts";
import { clusterFolder, openCluster } from "./cluster.ts";
import { canConnect, serverUrl } from "./connect.ts";
import { killClusterProcesses } from "./cluster-processes.ts";
import { keepServerLogBounded } from "./server-log.ts";
import { chooseServerUser } from "./server-user.ts";
import { launchServer, ServerStartError, type LaunchOptions, type Server } from "./postgres-server.ts";
import { freePort } from "./server-settings.ts";
import { explainStartFailure } from "./start-failure.ts";
import { superviseServer } from "./supervise.ts";

/** Attempts at a start whose failure can be temporary: a port that was just taken, or processes of a dead server. */
const SERVER_START_TRIES = 5;

/** The embedded PostgreSQL server, running until `stop()`. */
export interface EmbeddedPostgres {
  /** Contains the password: never log it. Survives restarts of the server. */
  readonly url: string;
  /** Whether the server was already running, having outlived the process that started it. */
  readonly attached: boolean;
  /** The server's first process; changes on a restart. */
  readonly pid: number;
  /**
   * Stops the server, attached or not. Resolves when its process has ended, within 8 s. Rejects with `EaselError`
   * `database_stop_failed` if it can't be stopped.
   */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster is `<dataDir>/postgres`. The caller keeps other processes away (`lockDataDir`). */
  readonly dataDir: string;
  readonly log: Logger;
  /** Aborts the start and leaves no process behind. Has no effect afterwards. */
  readonly signal?: AbortSignal;
  /** Called each time the server ends unexpectedly; a restart follows. */
  readonly onExit?: (how: string) => void;
  /** False is faster but loses data when the machine crashes: for tests only. */
  readonly durable?: boolean;
}

/**
 * Starts the embedded PostgreSQL, creating its cluster on the first start, or attaches to a server that still runs on it.
 * Restarts a server that ends unexpectedly, at the same address, until `stop()`.
 *
 * @throws ConfigError naming `DATA_DIR` or `DATABASE_URL` and the fix, or the signal's reason.
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
      "because root started Easel, the embedded database runs as a user that other services may share and that can read it: start Easel as a " +
        "dedicated user that owns DATA_DIR, or set DATABASE_URL",
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
      `DATA_DIR ${dataDir}: the password in ${home}/password is not the database's: restore it, or set DATA_DIR to another folder.`,
    );
  }
  const stopping = new AbortController();
  const bounded = keepServerLogBounded(cluster.logFile, stopping.signal);
  const attached = found !== undefined;
  log.info(
    { server: server.pid, port: server.port, attached, ms: Math.round(performance.now() - began) },
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

/** Launches on a free port; retries with another port if that one was taken meanwhile. */
async function launchSomewhere(options: Omit<LaunchOptions, "port">): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await launchServer({ ...options, port: await freePort() });
    } catch (error) {
      if (tries >= SERVER_START_TRIES || !(error instanceof ServerStartError)) throw error;
      if (isInUse(error)) await killClusterProcesses(options.cluster.name);
      else if (!/could not (?:bind|create any TCP)/.test(error.output)) throw error;
    }
  }
}

/** Relaunches on the same port, once the remains of the ended server are gone. */
async function relaunch(options: LaunchOptions): Promise<Server> {
  await removeRemains(options.cluster, options.log);
  return launchServer(options);
}

/** Backends of a killed server end by themselves unless they are busy. Their shared memory reveals them. */
function isInUse(error: ServerStartError): boolean {
  return /shared memory block .* is still in use/.test(error.output);
}
