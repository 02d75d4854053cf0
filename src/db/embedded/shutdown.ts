import { EaselError } from "../../lib/errors.ts";
import { signalProcess } from "./cluster-processes.ts";

/** A fast shutdown writes everything back. What it doesn't finish is replayed at the next start. */
const SERVER_FAST_STOP_MS = 5_000;
/** An immediate shutdown only ends processes. Together they stay below the 10 s that stopping everything may take. */
const SERVER_IMMEDIATE_STOP_MS = 2_500;

/** From PostgreSQL's manual, "Shutting Down the Server": SIGINT is the fast shutdown, SIGQUIT the immediate one. */
const STEPS = [
  ["SIGINT", SERVER_FAST_STOP_MS],
  ["SIGQUIT", SERVER_IMMEDIATE_STOP_MS],
] as const;

/** A process that may already have ended; `exited` resolves when it has. */
interface RunningProcess {
  readonly pid: number;
  readonly exited: Promise<unknown>;
}

/**
 * Stops a server and waits until its process has ended. Never uses SIGKILL, which would leave backends writing to the data.
 *
 * @throws EaselError `database_stop_failed` if it is still running afterwards.
 */
export async function shutDown(server: RunningProcess): Promise<void> {
  // Its pid may have been reused.
  if (await goneWithin(server, 0)) return;
  for (const [signal, waitMs] of STEPS) {
    signalProcess(server.pid, signal);
    if (await goneWithin(server, waitMs)) return;
  }
  throw new EaselError(
    "database_stop_failed",
    `the embedded database (process ${server.pid}) does not stop: end it by hand`,
  );
}

async function goneWithin({ exited }: Pick<RunningProcess, "exited">, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([exited.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
