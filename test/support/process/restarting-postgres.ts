import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeRemains } from "../../../src/db/embedded/attach.ts";
import { locateBinaries } from "../../../src/db/embedded/binaries.ts";
import { clusterFolder, openCluster } from "../../../src/db/embedded/cluster.ts";
import { serverUrl } from "../../../src/db/embedded/connect.ts";
import { signalProcess } from "../../../src/db/embedded/cluster-processes.ts";
import { launchServer } from "../../../src/db/embedded/postgres-server.ts";
import { chooseServerUser } from "../../../src/db/embedded/server-user.ts";
import { freePort } from "../../../src/db/embedded/server-settings.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { cleanUpAfterExit } from "../fault/clean-up-after-exit.ts";

/** The modes of `pg_ctl stop -m`: `fast` ends sessions and writes everything to disk, `immediate` is a crash. */
export type StopMode = "fast" | "immediate";

/** A durable server for one test that can be restarted at the same address. */
export interface RestartingPostgres {
  readonly url: string;
  /** Resolves when it accepts connections again; `downMs`: the minimum time that it is down. */
  restart(mode: StopMode, downMs?: number): Promise<void>;
  drop(): Promise<void>;
}

const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT" } as const;

/** `connections`: the maximum. */
export async function startRestartingPostgres(connections = 100): Promise<RestartingPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-restarting-"));
  const home = join(dataDir, "postgres");
  const log = createLog("silent");
  const { signal } = new AbortController();
  const user = await chooseServerUser(dataDir, clusterFolder(home));
  const binaries = await locateBinaries(dataDir, user);
  const cluster = await openCluster({ home, initdb: binaries.initdb, user, durable: true, log, signal });
  const launch = {
    program: binaries.postgres,
    cluster,
    durable: true,
    log,
    signal,
    port: await freePort(),
    connections,
  };
  let server = await launchServer(launch);
  let callOff = cleanUpAfterExit(server.pid, dataDir);

  const stop = async (mode: StopMode): Promise<void> => {
    signalProcess(server.pid, SIGNALS[mode]);
    await server.exited;
    callOff();
  };
  return {
    url: serverUrl(cluster, launch.port),
    async restart(mode, downMs = 0) {
      await stop(mode);
      await new Promise((resolve) => {
        setTimeout(resolve, downMs);
      });
      await removeRemains(cluster, log);
      server = await launchServer(launch);
      callOff = cleanUpAfterExit(server.pid, dataDir);
    },
    async drop() {
      await stop("immediate");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
