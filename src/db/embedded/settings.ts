import { createServer } from "node:net";

/** Below Linux's ephemeral ports (32768 and up), so that no outgoing connection takes the port during a restart. */
const SERVER_PORTS = { from: 20_000, to: 32_000 } as const;

export interface ServerSettings {
  readonly port: number;
  /** False gives up what makes data survive a crash of the machine; for tests alone. */
  readonly durable: boolean;
}

/**
 * The server's command line after the program's name. Settings are given here and not in the cluster's configuration
 * file, so that an upgrade of Easel brings its own. The cluster is named by `/proc/self/cwd`: the process starts inside
 * of it, and so needs no rights to the folders above, which a user that we dropped to may not have.
 */
export function serverArguments(clusterName: string, { port, durable }: ServerSettings): string[] {
  const settings: Record<string, string | number> = {
    cluster_name: clusterName,
    listen_addresses: "127.0.0.1",
    port,
    // TCP alone: postgres.js takes no socket path in a URL, and paths of sockets are bounded to 107 bytes.
    unix_socket_directories: "",
    max_connections: 100,
    shared_buffers: "128MB",
    idle_in_transaction_session_timeout: "60s",
    // A small machine does not gain by more processes than one a connection.
    max_parallel_workers_per_gather: 0,
    max_logical_replication_workers: 0,
    io_method: "sync",
    timezone: "UTC",
    log_timezone: "UTC",
    // The server's own events alone: failed statements are told to Easel, and may hold what members wrote.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
  };
  if (!durable) Object.assign(settings, { fsync: "off", synchronous_commit: "off", full_page_writes: "off" });
  return ["-D", "/proc/self/cwd", ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** The whole environment of the server's processes; ours holds secrets, and another user may read theirs. */
export const SERVER_ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** On a machine where so many random ports are taken, or 127.0.0.1 is missing, trying on does not help. */
const FREE_PORT_TRIES = 50;

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { from, to } = SERVER_PORTS;
  for (let tries = 0; tries < FREE_PORT_TRIES; tries += 1) {
    const port = from + Math.floor(Math.random() * (to - from));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port of 127.0.0.1 between ${from} and ${to}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
