import { access, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_START_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { Cluster } from "./cluster.ts";
import { canConnect, serverUrl } from "./connect.ts";
import { pidFilePath, readPidFile } from "./pid-file.ts";
import { isClusterProcess, killClusterProcesses, processStart } from "./processes.ts";
import { untilReady, type Server } from "./server.ts";
import { shutDown } from "./shutdown.ts";

/** How often an attached server, which is not our child, is looked at. */
const ATTACHED_SERVER_POLL_MS = 100;

/**
 * The server that runs on the cluster already, because it outlived the process that started it; undefined when there is
 * none. One that does not answer is stopped. A pid file whose process is another by now, after a crash of the machine, is
 * removed, and so is a torn one: PostgreSQL would take that process for a server, or not start at all.
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
    log.warn({ pid }, "an embedded database that stops or does not answer is restarted");
    await shutDown(running);
  }
  return server;
}

/**
 * Removes what a server left that is gone but was not shut down: backends, which would work on the same files, and its pid
 * file, should its number be another's by now or a zombie's.
 */
export async function removeRemains(cluster: Cluster, log: Logger): Promise<void> {
  const file = pidFilePath(cluster.folder);
  const left = await access(file).then(
    () => true,
    () => false,
  );
  if (!left) return;
  log.warn("the embedded database was not shut down; what was committed is recovered");
  await killClusterProcesses(cluster.name);
  await rm(file, { force: true });
}

/** Undefined when it stops or does not answer. An aborted start leaves no server behind, not even one it found. */
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

/** The end of a process that is not our child can only be looked for. */
async function untilGone(pid: number, since: string): Promise<string> {
  while ((await processStart(pid)) === since) await sleep(ATTACHED_SERVER_POLL_MS, undefined, { ref: false });
  return "gone";
}
