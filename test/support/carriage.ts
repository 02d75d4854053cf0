import type { Carriage } from "../../src/delivery/carry.ts";
import { artifactOf } from "../../src/delivery/standing.ts";
import type { BatchView } from "../../src/delivery/store.ts";

/** Every artifact of a post goes out as it was made. */
export function asMade(view: BatchView, kind: string): Carriage {
  return new Map(
    view.jobs.flatMap((job) => {
      const artifact = artifactOf(view, job);
      return artifact?.post === kind ? [[job.id, { file: artifact.content, link: undefined }] as const] : [];
    }),
  );
}
