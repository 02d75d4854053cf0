import { createServer } from "node:net";

/** Below Linux's ephemeral ports (32768 and up), so that no outgoing connection takes the port during a restart. */
const SERVER_PORTS = { from: 20_000, to: 32_000 } as const;

export interface ServerSettings {
  readonly port: number;
  /** False disables what protects data from a machine crash: for tests only. */
  readonly durable: boolean;
  /** Maximum connections. The default of 100 is enough for one Easel; tests of several set more. */
  readonly connections?: number;
}

/**
 * The server's arguments. Settings go here instead of the cluster's configuration file, so that an upgrade of Easel updates them.
 * The cluster is `/proc/self/cwd`: the process starts inside it and needs no rights to the parent folders, which its user may
 * lack.
 */
export function serverArguments(clusterName: string, { port, durable, connections = 100 }: ServerSettings): string[] {
  const settings: Record<string, string | number> = {
    cluster_name: clusterName,
    listen_addresses: "127.0.0.1",
    port,
    // TCP only: postgres.js takes no socket path in a URL, and socket paths are limited to 107 bytes.
    unix_socket_directories: "",
    max_connections: connections,
    shared_buffers: "128MB",
    idle_in_transaction_session_timeout: "60s",
    // A small machine gains nothing from more than one process per connection.
    max_parallel_workers_per_gather: 0,
    max_logical_replication_workers: 0,
    io_method: "sync",
    timezone: "UTC",
    log_timezone: "UTC",
    // Only the server's own events: Easel sees failed statements itself, and they may contain members' texts.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
  };
  if (!durable) Object.assign(settings, { fsync: "off", synchronous_commit: "off", full_page_writes: "off" });
  return ["-D", "/proc/self/cwd", ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** The server's whole environment. Ours holds secrets, and another user may be able to read the server's. */
export const SERVER_ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** If this many random ports are taken, or 127.0.0.1 is missing, more tries don't help. */
const FREE_PORT_TRIES = 50;

/** A port of 127.0.0.1 that is free at the moment. */
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
