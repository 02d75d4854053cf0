import type { AttachmentPlan } from "../../../src/worker/delivery/result/attachment-plan.ts";
import { artifactOf } from "../../../src/worker/delivery/batch-status.ts";
import type { BatchView } from "../../../src/core/delivery/delivery-store.ts";
import { editedPictures } from "../../../src/worker/delivery/result/undo.ts";

/** A plan that attaches everything unchanged. */
export function asMade(view: BatchView, kind: string): AttachmentPlan {
  if (kind === "undo") {
    const pictures = editedPictures(view).map(({ hash, bytes, mimeType, width, height }) => {
      return [hash, { file: { hash, bytes, mimeType, width, height }, link: undefined }] as const;
    });
    return new Map(pictures);
  }
  return new Map(
    view.jobs.flatMap((job) => {
      const artifact = artifactOf(view, job);
      return artifact?.post === kind ? [[job.id, { file: artifact.content, link: undefined }] as const] : [];
    }),
  );
}
