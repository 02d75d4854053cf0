import type { Logger } from "./log/log.ts";

/** Work that goes on by itself, and is waited for at the end. */
export interface TaskGroup {
  /** Starts it. What it throws is logged, unless it was told to stop. */
  start(name: string, work: () => Promise<void>): void;
  /** Resolves when everything that was started is down. */
  settled(): Promise<void>;
}

export function createTaskGroup(log: Logger, signal: AbortSignal): TaskGroup {
  const running = new Set<Promise<void>>();
  return {
    start(name, work) {
      const task = work()
        .catch((error: unknown) => {
          if (!signal.aborted) log.error({ err: error, task: name }, "task failed");
        })
        .finally(() => running.delete(task));
      running.add(task);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
