import type { PendingDownloads } from "../pending-downloads.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { ReferenceDownloader } from "./download.ts";
import { findReferences } from "./references.ts";
import type { VideoTask } from "./task.ts";

/** The parts of the sandbox that downloading needs. */
type Surroundings = Pick<SandboxContext, "store" | "clock" | "inputs" | "log" | "signal">;

/**
 * Downloads the references of tasks, during generation. The task keeps running until then. The result is stored, so that a
 * restart continues from there.
 */
export function createPendingTasks(
  context: Surroundings,
  downloader: ReferenceDownloader,
): PendingDownloads<VideoTask> {
  const underWay = new Set<Promise<void>>();

  const resolve = async (task: VideoTask): Promise<void> => {
    const found = await findReferences(context, downloader, task);
    // After a reset in between, the record names an unknown task and changes nothing.
    const about = { id: task.id, at: context.clock.now() };
    if ("code" in found) {
      context.store.writeVideo({ is: "references-failed", ...about, failure: found });
      return;
    }
    const { image, size } = found;
    context.store.writeVideo({
      is: "references",
      ...about,
      ...(image === undefined ? {} : { image }),
      ...(size === undefined ? {} : { size }),
    });
  };

  return {
    begin(task) {
      if (!task.pending) return;
      const work = resolve(task).catch((error: unknown) => {
        // A stop is not a failure: the next start begins again.
        if (context.signal.aborted) return;
        context.log.error({ err: error, taskId: task.id }, "sandbox: a task's references could not be stored");
      });
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
