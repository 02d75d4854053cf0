import { hasEnded } from "./lifecycle.ts";
import type { VideoRecord, VideoTask } from "./task.ts";

/** The tasks that the journal's lines describe. The store writes the lines. */
export interface VideoTasks {
  apply(record: VideoRecord): void;
  find(id: string): VideoTask | undefined;
  /** Tasks whose references were still to be downloaded when the sandbox stopped. */
  pending(): readonly VideoTask[];
  /** Tasks of an owner that have not ended by `now`. */
  active(owner: string, now: number): number;
  /** The tasks as the fewest possible records. */
  records(): Generator<VideoRecord>;
  /** Drops tasks that ended before a time. */
  forgetBefore(time: number): void;
  clear(): void;
}

export function createVideoTasks(): VideoTasks {
  const tasks = new Map<string, VideoTask>();
  /** Per owner: tasks that had not ended at the last check. */
  const running = new Map<string, Set<VideoTask>>();

  const add = (task: VideoTask): void => {
    tasks.set(task.id, task);
    const group = running.get(task.owner) ?? new Set();
    running.set(task.owner, group.add(task));
  };
  const drop = (task: VideoTask): void => {
    tasks.delete(task.id);
    running.get(task.owner)?.delete(task);
  };
  const update = (id: string, change: (task: VideoTask) => Partial<VideoTask>): void => {
    const task = tasks.get(id);
    if (task) Object.assign(task, { pending: false }, change(task));
  };

  return {
    apply(record) {
      switch (record.is) {
        case "video":
          add(record.task);
          return;
        case "references": {
          const { at, image, size } = record;
          update(record.id, (task) => ({
            endAt: Math.max(task.endAt, at),
            clip: { ...task.clip, ...size, ...(image === undefined ? {} : { image }) },
          }));
          return;
        }
        case "references-failed":
          update(record.id, (task) => ({ endAt: Math.max(task.startAt, record.at), failure: record.failure }));
      }
    },
    find: (id) => tasks.get(id),
    pending: () => [...tasks.values()].filter((task) => task.pending),
    active(owner, now) {
      const group = running.get(owner);
      if (!group) return 0;
      for (const task of group) if (hasEnded(task, now)) group.delete(task);
      return group.size;
    },
    *records() {
      for (const task of tasks.values()) yield { is: "video", task };
    },
    forgetBefore(time) {
      for (const task of tasks.values()) if (hasEnded(task, time)) drop(task);
    },
    clear() {
      tasks.clear();
      running.clear();
    },
  };
}
