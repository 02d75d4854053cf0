import type { Logger } from "./log/log.ts";

/** Background work that is awaited at the end. */
export interface TaskGroup {
  /**
   * Starts a task, and logs its error unless the signal is aborted. Calls `whenOver` when the task has ended, even with an error.
   */
  start(name: string, work: () => Promise<void>, whenOver?: () => void): void;
  /** Resolves when every task has ended. */
  settled(): Promise<void>;
}

export function createTaskGroup(log: Logger, signal: AbortSignal): TaskGroup {
  const running = new Set<Promise<void>>();
  return {
    // One promise for each task, because there are thousands.
    start(name, work, whenOver) {
      const end = (): void => {
        running.delete(task);
        whenOver?.();
      };
      const task = work().then(end, (error: unknown) => {
        if (!signal.aborted) log.error({ err: error, task: name }, "task failed");
        end();
      });
      running.add(task);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
