import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { lchown, open } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { signalProcess } from "./processes.ts";
import { SERVER_ENVIRONMENT } from "./settings.ts";
import type { ServerUser } from "./server-user.ts";

/** The database's only role; it owns everything in it. */
export const DATABASE_ROLE = "easel";

export interface MakeClusterOptions {
  readonly initdb: string;
  /** Empty, and owned by the server's user. */
  readonly folder: string;
  readonly name: string;
  /** Written here, readable for its owner alone. */
  readonly passwordFile: string;
  readonly user: ServerUser | undefined;
  readonly durable: boolean;
  readonly signal: AbortSignal;
}

/** initdb ended without making a cluster; `message` is what it said. */
export class InitdbError extends Error {
  override readonly name = "InitdbError";
}

/**
 * Makes a cluster with a new password. Nothing of it runs on when this rejects. The collation is PostgreSQL's own
 * C.UTF-8, so that an index never depends on the machine's C library.
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
      // A group of its own, so that an interrupt in the terminal does not reach it before us, and all of it can be ended.
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

/** Makes a file or folder the server user's; nothing to do where it runs as ourselves. */
export async function giveTo(path: string, user: ServerUser | undefined): Promise<void> {
  if (user !== undefined) await lchown(path, user.uid, user.gid);
}
