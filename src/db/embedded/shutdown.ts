import { EaselError } from "../../lib/errors.ts";
import { signalProcess } from "./processes.ts";

/** A fast shutdown writes everything back; what is not done by then is replayed at the next start. */
const SERVER_FAST_STOP_MS = 5_000;
/** An immediate shutdown only ends processes. Both together stay below the 10 s that stopping everything may take. */
const SERVER_IMMEDIATE_STOP_MS = 2_500;

/** PostgreSQL's manual, "Shutting Down the Server": SIGINT is the fast shutdown, SIGQUIT the immediate one. */
const STEPS = [
  ["SIGINT", SERVER_FAST_STOP_MS],
  ["SIGQUIT", SERVER_IMMEDIATE_STOP_MS],
] as const;

/** A process that may end by itself; `exited` resolves when it is gone. */
interface RunningProcess {
  readonly pid: number;
  readonly exited: Promise<unknown>;
}

/**
 * Stops a server and waits until its process is gone. Never SIGKILL: it would leave backends at work on the data.
 *
 * @throws EaselError `database_stop_failed` when it is still there in the end.
 */
export async function shutDown(server: RunningProcess): Promise<void> {
  // Its pid may be another's by now.
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
