import type { WorkerLoop } from "./worker-loop.ts";

/** The worker loop of this process, for as long as it has a lease. */
export interface OnDuty {
  current(): WorkerLoop | undefined;
  /** Undefined means that the lease is lost or was given up. */
  change(loop: WorkerLoop | undefined): void;
}

export function createOnDuty(): OnDuty {
  let loop: WorkerLoop | undefined;
  return {
    current: () => loop,
    change(next) {
      loop = next;
    },
  };
}
