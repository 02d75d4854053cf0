import { fork, type ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { abortReason } from "../lib/clock.ts";
import { EaselError } from "../lib/errors.ts";
import { createFairQueue, type TurnOf } from "./fair-queue.ts";

/** An idle process ends after this time and frees its memory. The files of one message still share it. */
const PROCESS_IDLE_MS = 10_000;

/** Processes of one kind that decode or create files, so that a crash or an endless loop affects nothing else. */
export interface Processes extends AsyncDisposable {
  /**
   * Sends an order to a process in the member's turn, and resolves with the answer. Rejects with a `ProcessEnd` when the process
   * crashes or takes longer than `limitMs` (not counting the wait for a turn), which kills it; with the signal's reason; and with
   * an `EaselError` if no process can be started.
   */
  ask(order: object, limitMs: number, of: TurnOf, signal: AbortSignal): Promise<unknown>;
}

/** The process ended before it answered. */
export class ProcessEnd extends Error {}

export interface ProcessKind {
  /** The module to run: it answers each message with one. */
  readonly module: URL;
  readonly atOnce: number;
  /** JavaScript memory of each, in MiB. */
  readonly heapMib: number;
  /** Environment variables, in addition to the common ones. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether to run at a lower priority, for work that can wait for everything else. */
  readonly yielding?: true;
}

/** A priority below everything that answers people. */
export const YIELDING_PRIORITY = 10;

/** Processes start on demand. They end after being idle for a while, or when this is disposed. */
export function createProcesses(kind: ProcessKind): Processes {
  const turns = createFairQueue(kind.atOnce);
  const alive = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let isOver = false;

  const start = (): ChildProcess => {
    const child = startProcess(kind);
    alive.add(child);
    child.once("exit", () => {
      alive.delete(child);
      forget(child);
    });
    return child;
  };
  const forget = (child: ChildProcess): void => {
    clearTimeout(idle.get(child));
    idle.delete(child);
  };
  const take = (): ChildProcess => {
    const [child] = idle.keys();
    if (!child) return start();
    forget(child);
    return child;
  };
  const giveBack = (child: ChildProcess): void => {
    if (isOver || !child.connected) {
      child.kill("SIGKILL");
      return;
    }
    const rest = setTimeout(() => {
      forget(child);
      child.kill("SIGKILL");
    }, PROCESS_IDLE_MS);
    idle.set(child, rest.unref());
    // An idle process must not keep ours alive.
    child.unref();
    child.channel?.unref();
  };

  return {
    async ask(order, limitMs, of, signal) {
      const endTurn = await turns.take(of, signal);
      try {
        signal.throwIfAborted();
        const child = take();
        const answer = await ask(child, order, limitMs, signal);
        giveBack(child);
        return answer;
      } finally {
        endTurn();
      }
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all([...alive].map(endProcess));
    },
  };
}

function startProcess({ module, heapMib, environment, yielding }: ProcessKind): ChildProcess {
  const child = fork(fileURLToPath(module), {
    // Without our environment: it holds secrets, and such a process may decode hostile bytes.
    env: { MALLOC_ARENA_MAX: "2", ...environment },
    execArgv: [`--max-old-space-size=${heapMib}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  if (yielding && child.pid !== undefined) giveWay(child.pid);
  return child;
}

function giveWay(pid: number): void {
  try {
    setPriority(pid, YIELDING_PRIORITY);
  } catch {
    // It has already ended, which is handled elsewhere.
  }
}

function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.ref();
    child.kill("SIGKILL");
  });
}

/** Sends an order and waits for the answer, the process's end, the time limit or the signal. */
function ask(child: ChildProcess, order: object, limitMs: number, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (settleWith: () => void): void => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      child.off("error", onError);
      signal.removeEventListener("abort", onAbort);
      settleWith();
    };
    const onMessage = (answer: unknown): void => settle(() => resolve(answer));
    const onExit = (code: number | null, by: string | null): void =>
      settle(() => reject(new ProcessEnd(by ?? `code ${code}`)));
    const onError = (cause: Error): void =>
      settle(() => reject(new EaselError("process_failed", "no process can be started", { cause })));
    const onAbort = (): void => {
      child.kill("SIGKILL");
      settle(() => reject(abortReason(signal)));
    };
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
    child.ref();
    child.channel?.ref();
    child.on("message", onMessage);
    child.on("exit", onExit);
    child.on("error", onError);
    signal.addEventListener("abort", onAbort, { once: true });
    // A process that ends in the meantime reports it through its exit.
    child.send(order, () => {});
  });
}
