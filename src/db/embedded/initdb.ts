import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { lchown, open } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { signalProcess } from "./cluster-processes.ts";
import { SERVER_ENVIRONMENT } from "./server-settings.ts";
import type { ServerUser } from "./server-user.ts";

/** The database's only role. It owns everything in it. */
export const DATABASE_ROLE = "easel";

export interface MakeClusterOptions {
  readonly initdb: string;
  /** Empty, and owned by the server's user. */
  readonly folder: string;
  readonly name: string;
  /** Written here, readable only by its owner. */
  readonly passwordFile: string;
  readonly user: ServerUser | undefined;
  readonly durable: boolean;
  readonly signal: AbortSignal;
}

/** initdb ended without creating a cluster; `message` is its output. */
export class InitdbError extends Error {
  override readonly name = "InitdbError";
}

/**
 * Creates a cluster with a new password. When this rejects, no process is left running. The collation is PostgreSQL's own
 * C.UTF-8, so that no index depends on the machine's C library.
 */
export async function makeCluster(options: MakeClusterOptions): Promise<void> {
  const { folder, name, user, durable, signal } = options;
  signal.throwIfAborted();
  const passwordFile = await open(options.passwordFile, "wx+", 0o600);
  try {
    await passwordFile.writeFile(randomBytes(24).toString("base64url"));
    if (durable) await passwordFile.sync();
    await giveTo(options.passwordFile, user);
    const collation = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8"];
    const access = [`--username=${DATABASE_ROLE}`, "--auth=scram-sha-256", "--pwfile=/proc/self/fd/0"];
    const other = ["--no-instructions", `--set`, `cluster_name=${name}`, ...(durable ? [] : ["--no-sync"])];
    const child = spawn(options.initdb, ["-D", "/proc/self/cwd", ...collation, ...access, ...other], {
      ...user,
      cwd: folder,
      env: SERVER_ENVIRONMENT,
      // Its own process group: a terminal's interrupt doesn't reach it before us, and the whole group can be killed.
      detached: true,
      stdio: [passwordFile.fd, "ignore", "pipe"],
    });
    const closed = once(child, "close");
    const { pid } = child;
    const kill = (): void => {
      if (pid !== undefined) signalProcess(-pid, "SIGKILL");
    };
    signal.addEventListener("abort", kill, { once: true });
    try {
      const [said] = await Promise.all([child.stderr === null ? "" : text(child.stderr), closed]);
      signal.throwIfAborted();
      if (child.exitCode !== 0) throw new InitdbError(said.trim() || `initdb ended by ${child.signalCode}`);
    } finally {
      signal.removeEventListener("abort", kill);
    }
  } finally {
    await passwordFile.close();
  }
}

/** Gives a file or folder to the server's user. Does nothing if the server runs as ourselves. */
export async function giveTo(path: string, user: ServerUser | undefined): Promise<void> {
  if (user !== undefined) await lchown(path, user.uid, user.gid);
}
