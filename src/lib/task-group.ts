import type { Logger } from "./log/log.ts";

/** Background work that is awaited at the end. */
export interface TaskGroup {
  /** Starts a task. Its errors are logged, except for its abort reason. */
  start(name: string, work: () => Promise<void>): void;
  /** Resolves when every task has ended. */
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
