import { access, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_START_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { Cluster } from "./cluster.ts";
import { canConnect, serverUrl } from "./connect.ts";
import { pidFilePath, readPidFile } from "./pid-file.ts";
import { isClusterProcess, killClusterProcesses, processStart } from "./cluster-processes.ts";
import { untilReady, type Server } from "./postgres-server.ts";
import { shutDown } from "./shutdown.ts";

/** How often to check an attached server, which is not our child. */
const ATTACHED_SERVER_POLL_MS = 100;

/**
 * Finds a server that outlived the process that started it and still runs on the cluster; undefined if there is none. Stops a
 * server that does not answer. Removes a pid file that is torn, or whose pid belongs to another process after a machine crash:
 * PostgreSQL would mistake that process for a server, or fail to start.
 */
export async function findServer(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<Server | undefined> {
  const pid = (await readPidFile(cluster.folder))?.pid;
  const since = pid === undefined ? undefined : await processStart(pid);
  if (pid === undefined || since === undefined || !(await isClusterProcess(pid, cluster.name))) {
    await removeRemains(cluster, log);
    return undefined;
  }
  const running = { pid, exited: untilGone(pid, since) };
  const server = await reach(cluster, running, signal);
  if (server === undefined) {
    log.info({ server: pid }, "the embedded database is stopping or does not answer; restarting it");
    await shutDown(running);
  }
  return server;
}

/**
 * Removes the remains of a server that died without shutting down: its backends, which would write to the same files, and its pid
 * file, in case the pid now belongs to another process or a zombie.
 */
export async function removeRemains(cluster: Cluster, log: Logger): Promise<void> {
  const file = pidFilePath(cluster.folder);
  const left = await access(file).then(
    () => true,
    () => false,
  );
  if (!left) return;
  log.info("the embedded database was not shut down cleanly; recovering all committed data");
  await killClusterProcesses(cluster.name);
  await rm(file, { force: true });
}

/** Undefined if it stops or does not answer. An aborted start leaves no server behind, not even one that it found. */
async function reach(
  cluster: Cluster,
  running: Pick<Server, "pid" | "exited">,
  signal: AbortSignal,
): Promise<Server | undefined> {
  if ((await readPidFile(cluster.folder))?.status === "stopping") return undefined;
  try {
    const ended = await untilReady(cluster, running, AbortSignal.any([signal, AbortSignal.timeout(SERVER_START_MS)]));
    if (ended !== undefined) return undefined;
  } catch (error) {
    await shutDown(running);
    throw error;
  }
  const port = (await readPidFile(cluster.folder))?.port;
  if (port === undefined || !(await canConnect(serverUrl(cluster, port)))) return undefined;
  return { ...running, port };
}

/** A process that is not our child doesn't report its end, so poll for it. */
async function untilGone(pid: number, since: string): Promise<string> {
  while ((await processStart(pid)) === since) await sleep(ATTACHED_SERVER_POLL_MS, undefined, { ref: false });
  return "gone";
}
