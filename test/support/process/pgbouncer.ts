import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseServerUser } from "../../../src/db/embedded/server-user.ts";
import { freePort } from "../../../src/db/embedded/server-settings.ts";
import { killHard, until } from "./processes.ts";

const PROGRAM = process.env["PGBOUNCER_PATH"] ?? "/usr/sbin/pgbouncer";

/** The version of the installed PgBouncer, such as `[1, 18]`; undefined if there is none. */
const PGBOUNCER_VERSION = installedVersion();

/** Why tests that need PgBouncer are skipped; undefined if it is installed. */
export const pgBouncerMissing =
  PGBOUNCER_VERSION === undefined
    ? "no PgBouncer here: install Debian's pgbouncer package, or name the program in PGBOUNCER_PATH"
    : undefined;

if (pgBouncerMissing !== undefined) process.stderr.write(`Tests with PgBouncer are skipped: ${pgBouncerMissing}\n`);

/** Whether it can keep prepared statements in transaction mode. */
export const PGBOUNCER_PREPARES =
  PGBOUNCER_VERSION !== undefined && (PGBOUNCER_VERSION[0] > 1 || PGBOUNCER_VERSION[1] >= 21);

/** A test's own PgBouncer, in front of one server. */
export interface PgBouncer {
  /** The address of a database through it. */
  urlFor(databaseUrl: string): string;
  /** Kills it, and starts it again at the same address after `downMs`. */
  restart(downMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it with these settings, in front of the server of `databaseUrl`, for that address's user. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<PgBouncer> {
  const server = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), "easel-pgbouncer-"));
  const port = await freePort();
  const [config, users] = [join(folder, "pgbouncer.ini"), join(folder, "users.txt")];
  const lines = Object.entries({
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: users,
    max_client_conn: 500,
    ...settings,
  }).map(([name, value]) => `${name} = ${value}\n`);
  const databases = `[databases]\n* = host=${server.hostname} port=${server.port}\n`;
  await writeFile(config, `${databases}[pgbouncer]\n${lines.join("")}`);
  await writeFile(users, `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"\n`);
  // Like PostgreSQL, it refuses to run as root.
  const user = await chooseServerUser(folder, join(folder, "no cluster"));
  if (user) for (const path of [folder, config, users]) await chown(path, user.uid, user.gid);
  let running = await launch(config, port, user);
  return {
    urlFor(url) {
      const address = new URL(url);
      address.host = `127.0.0.1:${port}`;
      return address.href;
    },
    async restart(downMs = 0) {
      await killHard(running);
      await new Promise((resolve) => {
        setTimeout(resolve, downMs);
      });
      running = await launch(config, port, user);
    },
    async stop() {
      await killHard(running);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(
  config: string,
  port: number,
  user: { readonly uid: number; readonly gid: number } | undefined,
): Promise<ChildProcess> {
  const child = spawn(PROGRAM, [config], { stdio: "ignore", ...(user ? { uid: user.uid, gid: user.gid } : {}) });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    return listens(port);
  });
  return child;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

function installedVersion(): readonly [number, number] | undefined {
  try {
    const said = execFileSync(PROGRAM, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? [];
    return major === undefined ? undefined : [Number(major), Number(minor)];
  } catch {
    return undefined;
  }
}
