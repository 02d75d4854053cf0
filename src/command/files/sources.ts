import type { FoundPost } from "../../core/delivery/result-store.ts";
import { resultFileName } from "../../worker/delivery/result/result-file-name.ts";
import { lateOf } from "../../worker/delivery/result/late.ts";
import { artifactOf, isDeleted } from "../../worker/delivery/batch-status.ts";
import type { BatchView } from "../../core/delivery/delivery-store.ts";
import { editedPictures } from "../../worker/delivery/result/undo.ts";
import type { Parent } from "../../core/job/job-store.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";

/** A picture or clip to continue from. */
export interface Source {
  /** The number that people refer to: `#2` is the second. */
  readonly number: number;
  readonly file: GivenFile;
  readonly kind: "image" | "video";
  /** The result that it comes from. */
  readonly result?: { readonly batchId: string; readonly ordinal: number };
}

/** What a batch's post shows: all results, the late one, or the previous version. */
export function sourcesOf(view: BatchView, kind: FoundPost["kind"]): Source[] {
  if (kind === "undo") return sourcesBefore(view);
  const made = madeSources(view);
  const late = lateOf(kind);
  return late ? made.filter((source) => source.number === late.ordinal) : made;
}

/** Every stored result of a batch that was not deleted, by its job's ordinal. */
export function madeSources(view: BatchView): Source[] {
  const { batch } = view;
  return view.jobs.flatMap((job) => {
    const artifact = artifactOf(view, job);
    if (!artifact?.content || isDeleted(view, artifact)) return [];
    const { hash, bytes, mimeType } = artifact.content;
    const name = resultFileName(batch.request.prompt, job.ordinal, mimeType);
    const file: GivenFile = { source: hash, kept: true, name, mimeType, bytes };
    return [{ number: job.ordinal, file, kind: batch.service, result: { batchId: batch.id, ordinal: job.ordinal } }];
  });
}

/** What an edit was made from. */
export function sourcesBefore(view: BatchView): Source[] {
  const { parent } = view.batch;
  return editedPictures(view).map(({ hash, bytes, mimeType, name }, index) => {
    const ordinal = parent?.ordinals[index];
    return {
      number: index + 1,
      file: { source: hash, kept: true, name, mimeType, bytes },
      kind: "image",
      ...(parent && ordinal !== undefined ? { result: { batchId: parent.batchId, ordinal } } : {}),
    };
  });
}

/** The parent batch of these sources; undefined unless all are results of one batch. */
export function parentOf(sources: readonly Source[]): Parent | undefined {
  const results = sources.flatMap((source) => source.result ?? []);
  const [first] = results;
  if (!first || results.length < sources.length) return undefined;
  if (results.some((result) => result.batchId !== first.batchId)) return undefined;
  return { batchId: first.batchId, ordinals: results.map((result) => result.ordinal) };
}
