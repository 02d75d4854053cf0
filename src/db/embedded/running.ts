import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { clusterFolder, clusterName } from "./cluster.ts";
import { canConnect, serverUrl } from "./connect.ts";
import { readPidFile } from "./pid-file.ts";
import { isClusterProcess } from "./cluster-processes.ts";

/** Whether there is an embedded database in the data folder, running or not. */
export function hasEmbeddedDatabase(dataDir: string): Promise<boolean> {
  return stat(clusterFolder(homeIn(dataDir))).then(
    () => true,
    () => false,
  );
}

/**
 * The address of the embedded server that another process runs on the data folder; undefined if none answers. Changes nothing.
 * Contains the password: never log it.
 */
export async function runningServerUrl(dataDir: string): Promise<string | undefined> {
  const home = homeIn(dataDir);
  const server = await readPidFile(clusterFolder(home));
  if (server?.port === undefined || server.status !== "ready") return undefined;
  // After a crash of the machine, another program may listen at the port: it must not get the password.
  if (!(await isClusterProcess(server.pid, await clusterName(clusterFolder(home))))) return undefined;
  const password = await readFile(join(home, "password"), "utf8").catch(() => undefined);
  if (password === undefined) return undefined;
  const url = serverUrl({ password }, server.port);
  return (await canConnect(url)) ? url : undefined;
}

function homeIn(dataDir: string): string {
  return join(resolve(dataDir), "postgres");
}
