import type { OutgoingFile } from "../../../core/chat/message.ts";
import type { Capabilities } from "../../../core/chat/platform.ts";
import type { ArtifactContent, BatchView } from "../../../core/delivery/delivery-store.ts";
import type { Job } from "../../../core/job/job-store.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { ServedMedia } from "../../../media/store/media-store.ts";
import type { Thumbnails } from "../../../media/thumbnails.ts";
import { artifactOf } from "../batch-status.ts";
import { resultFileName } from "../result/result-file-name.ts";

/** The width of a picture in a notice, in pixels: one of `THUMBNAIL_WIDTHS`. The result shows it in full size. */
const PREVIEW_WIDTH = 480;
/** A picture without a thumbnail is shown itself if it is at most this large, about as large as a thumbnail. */
const PREVIEW_BYTES = 256 * 1024;
const PREVIEW_TYPE = "image/webp";
/** After this many failures, a picture gets no preview, because each change of the notice would try again. */
const TRIES = 3;

export interface PreviewsContext {
  /** Whether the policies that apply to the batch allow previews. Rejects if the database is unavailable. */
  readonly wantsPreviews: (view: BatchView) => Promise<boolean>;
  readonly thumbnails: Pick<Thumbnails, "find">;
  readonly served: Pick<ServedMedia, "open">;
  readonly log: Logger;
}

/** The pictures of a batch, or small versions of them, which its notice shows while others are still being made. */
export interface Previews {
  /**
   * The previews that are ready, in order. Starts to make the missing ones, including some that failed before, without waiting.
   */
  of(view: BatchView): readonly OutgoingFile[];
  /** Previews are off for good: the platform refuses them, or the batch has ended. */
  end(): void;
}

/** Whether a batch can have previews. A single picture needs none, because its result follows immediately. */
export function mayHavePreviews({ batch, jobs }: BatchView, { noticePictures }: Capabilities): boolean {
  return noticePictures !== undefined && batch.service === "image" && jobs.length > 1;
}

/** `onReady` is called when one more preview is ready. Nothing here delays the notice or the result. */
export function createPreviews(
  context: PreviewsContext,
  { noticePictures, maxFileBytes }: Pick<Capabilities, "noticePictures" | "maxFileBytes">,
  onReady: () => void,
  signal: AbortSignal,
): Previews {
  const ready = new Map<string, OutgoingFile>();
  const begun = new Set<string>();
  const failures = new Map<string, number>();
  let wants: Promise<boolean> | undefined;
  let isOver = false;

  async function make(view: BatchView, job: Job, content: ArtifactContent): Promise<void> {
    try {
      wants ??= context.wantsPreviews(view);
      if (!(await wants)) return;
      const file = await small(content, view);
      if (!file || isOver || signal.aborted) return;
      ready.set(job.id, fileOf(view, job, file));
      onReady();
    } catch (error) {
      wants = undefined;
      const failed = (failures.get(job.id) ?? 0) + 1;
      failures.set(job.id, failed);
      if (failed < TRIES) begun.delete(job.id);
      // The result shows it in any case.
      context.log.info({ batch: view.batch.id, job: job.id, err: error }, "a notice lacks one of its pictures");
    }
  }

  async function small(content: ArtifactContent, view: BatchView): Promise<Small | undefined> {
    const found = await context.thumbnails.find(content, PREVIEW_WIDTH, view.batch, signal);
    if (found) return { ...found, mimeType: PREVIEW_TYPE };
    const { hash: name, bytes, mimeType } = content;
    return bytes <= PREVIEW_BYTES ? { name, bytes, mimeType } : undefined;
  }

  /** The picture itself. One that does not fit is left to the result. */
  function storedFile(view: BatchView, job: Job): OutgoingFile | undefined {
    const content = artifactOf(view, job)?.content;
    if (!content || content.bytes > maxFileBytes) return undefined;
    const { hash, bytes, mimeType, width, height } = content;
    return {
      ...fileOf(view, job, { name: hash, bytes, mimeType }),
      hash,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
    };
  }

  function fileOf({ batch }: BatchView, { ordinal }: Job, { name, bytes, mimeType }: Small): OutgoingFile {
    const { prompt } = batch.request;
    return {
      name: resultFileName(prompt, ordinal, mimeType),
      mimeType,
      bytes,
      description: prompt,
      number: ordinal,
      open: () => context.served.open(name),
    };
  }

  return {
    of(view) {
      if (isOver) return [];
      if (noticePictures === "stored") return view.jobs.flatMap((job) => storedFile(view, job) ?? []);
      for (const job of view.jobs) {
        const content = artifactOf(view, job)?.content;
        if (!content || begun.has(job.id)) continue;
        begun.add(job.id);
        void make(view, job, content);
      }
      return view.jobs.flatMap(({ id }) => ready.get(id) ?? []);
    },

    end() {
      isOver = true;
    },
  };
}

/** The file that shows a picture. `name` opens it (`ServedMedia`). */
interface Small {
  readonly name: string;
  readonly bytes: number;
  readonly mimeType: string;
}
