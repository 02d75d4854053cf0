import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_START_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { Cluster } from "./cluster.ts";
import { readPidFile } from "./pid-file.ts";
import { openServerLog, readServerLog } from "./server-log.ts";
import { SERVER_ENVIRONMENT, serverArguments, type ServerSettings } from "./server-settings.ts";
import { shutDown } from "./shutdown.ts";

/** Poll interval for a starting server: a start takes about 50 ms, and a person waits for it. */
const SERVER_READY_POLL_MS = 5;
/** A start that takes longer than this is explained in the log. */
const SERVER_SLOW_START_MS = 3_000;

/** A running server: PostgreSQL's first process, the postmaster. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Resolves with the reason when the process has ended; never rejects. */
  readonly exited: Promise<string>;
}

/** The server ended before it was ready; `output`: what it wrote to its log. */
export class ServerStartError extends Error {
  override readonly name = "ServerStartError";
  readonly output: string;

  constructor(how: string, output: string) {
    super(`the database server ended at its start (${how})`);
    this.output = output;
  }
}

export interface LaunchOptions extends ServerSettings {
  /** The program `postgres`. */
  readonly program: string;
  readonly cluster: Cluster;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Starts a server on the cluster. Resolves when it accepts connections. Rejects with `ServerStartError`, with the system's error
 * if the program can't be run, or with the signal's reason; no process is left running then.
 */
export async function launchServer(options: LaunchOptions): Promise<Server> {
  const { cluster, port, log } = options;
  options.signal.throwIfAborted();
  const file = await openServerLog(cluster.logFile);
  try {
    const logged = (await file.stat()).size;
    const child = spawn(options.program, serverArguments(cluster.name, options), {
      ...cluster.user,
      cwd: cluster.folder,
      env: SERVER_ENVIRONMENT,
      // Its own session: a terminal's interrupt must not stop it before Easel has finished writing.
      detached: true,
      stdio: ["ignore", file.fd, file.fd],
    });
    const exited = new Promise<string>((resolve) => {
      child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    await once(child, "spawn");
    child.unref();
    const { pid } = child;
    if (pid === undefined) throw new Error("a spawned process has no pid");
    const server = { pid, port, exited };
    const slow = setTimeout(() => {
      log.info(
        { server: pid },
        "the embedded database is replaying its journal; after a crash this may take a few minutes",
      );
    }, SERVER_SLOW_START_MS);
    try {
      const signal = AbortSignal.any([options.signal, AbortSignal.timeout(SERVER_START_MS)]);
      const ended = await untilReady(cluster, server, signal);
      if (ended !== undefined) throw new ServerStartError(ended, await readServerLog(cluster.logFile, logged));
    } catch (error) {
      await shutDown(server);
      throw error;
    } finally {
      clearTimeout(slow);
    }
    return server;
  } finally {
    await file.close();
  }
}

/** Resolves when the server is ready, or with the reason when it has ended. */
export async function untilReady(
  cluster: Cluster,
  server: Pick<Server, "pid" | "exited">,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (;;) {
    const file = await readPidFile(cluster.folder);
    if (file?.pid === server.pid && file.status === "ready") return undefined;
    const ended = await Promise.race([server.exited, sleep(SERVER_READY_POLL_MS, undefined, { signal })]);
    if (ended !== undefined) return ended;
  }
}
