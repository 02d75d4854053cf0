import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { abortReason } from "../../clock.ts";
import { EaselError } from "../../errors.ts";
import { INSPECTION_MS, INSPECTIONS_AT_ONCE, INSPECTOR_HEAP_MIB, INSPECTOR_IDLE_MS } from "../../limits.ts";
import type { Logger } from "../../log.ts";
import { ClipFacts, Failed, Flaw, MaskFacts, PictureFacts } from "./order.ts";
import type { ClipOrder, MaskOrder, Order, PictureOrder } from "./order.ts";
import { createTurns } from "./turns.ts";

/**
 * Has files looked into by processes of their own, a few at a time. A file over which a process dies, or takes too long, is
 * `unreadable`. Rejects with the signal's reason, and with an `EaselError` where no file is at fault.
 */
export interface Inspector extends AsyncDisposable {
  picture(order: PictureOrder, signal: AbortSignal): Promise<PictureFacts | Flaw>;
  clip(order: ClipOrder, signal: AbortSignal): Promise<ClipFacts | Flaw>;
  mask(order: MaskOrder, signal: AbortSignal): Promise<MaskFacts | Flaw>;
}

/** Processes start when they are needed, and end when they were idle for a while or at the dispose. */
export function createInspector(log?: Logger): Inspector {
  const turns = createTurns(INSPECTIONS_AT_ONCE);
  const alive = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let isOver = false;

  const start = (): ChildProcess => {
    const child = startProcess();
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
    }, INSPECTOR_IDLE_MS);
    idle.set(child, rest.unref());
    // An idle process must not keep ours alive.
    child.unref();
    child.channel?.unref();
  };
  const inspect = async <T>(order: Order, facts: z.ZodType<T>, signal: AbortSignal): Promise<T | Flaw> => {
    const endTurn = await turns.take(signal);
    try {
      signal.throwIfAborted();
      const child = take();
      const answer = await ask(child, order, signal);
      giveBack(child);
      const failed = Failed.safeParse(answer);
      if (failed.success) throw new EaselError("inspector_failed", failed.data.failed);
      // What has worked on hostile bytes is not trusted either.
      return z.union([Flaw, facts]).parse(answer);
    } catch (error) {
      if (!(error instanceof ProcessEnd)) throw error;
      log?.warn({ task: order.task, end: error.message }, "an inspector ended over a file");
      return { flaw: "unreadable" };
    } finally {
      endTurn();
    }
  };

  return {
    picture: (order, signal) => inspect(order, PictureFacts, signal),
    clip: (order, signal) => inspect(order, ClipFacts, signal),
    mask: (order, signal) => inspect(order, MaskFacts, signal),
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all([...alive].map(endProcess));
    },
  };
}

/** The process ended before it answered. */
class ProcessEnd extends Error {}

function startProcess(): ChildProcess {
  return fork(fileURLToPath(new URL("process.ts", import.meta.url)), {
    // Nothing of our environment: it holds secrets, and this is where hostile bytes are taken apart.
    env: { MALLOC_ARENA_MAX: "2" },
    execArgv: [`--max-old-space-size=${INSPECTOR_HEAP_MIB}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.ref();
    child.kill("SIGKILL");
  });
}

/** Sends an order and waits for the answer, the process's end, the time limit or the signal. */
function ask(child: ChildProcess, order: Order, signal: AbortSignal): Promise<unknown> {
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
      settle(() => reject(new EaselError("inspector_failed", "no inspector can be started", { cause })));
    const onAbort = (): void => {
      child.kill("SIGKILL");
      settle(() => reject(abortReason(signal)));
    };
    const timer = setTimeout(() => child.kill("SIGKILL"), INSPECTION_MS);
    child.ref();
    child.channel?.ref();
    child.on("message", onMessage);
    child.on("exit", onExit);
    child.on("error", onError);
    signal.addEventListener("abort", onAbort, { once: true });
    // A process that ends meanwhile says so by its exit.
    child.send(order, () => {});
  });
}
