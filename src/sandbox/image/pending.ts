import type { PendingDownloads } from "../pending-downloads.ts";
import { readFile } from "node:fs/promises";
import type { SandboxContext } from "../sandbox-context.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import type { Downloader } from "./download.ts";
import { checkImage, open } from "./image-file.ts";
import type { ImageJob, InputImage } from "./image-job.ts";
import { requireSameSize } from "./mask-file.ts";

/** The parts of the sandbox that downloading needs. */
type Surroundings = Pick<SandboxContext, "store" | "clock" | "wake" | "inputs" | "log" | "signal">;

/**
 * Downloads the images that edits name by address, during generation. The job keeps running until then. The result is stored, so
 * that a restart continues from there.
 */
export function createPendingEdits(context: Surroundings, downloader: Downloader): PendingDownloads<ImageJob> {
  const underWay = new Set<Promise<void>>();

  const resolve = async (job: ImageJob): Promise<void> => {
    try {
      const images = await Promise.all(
        job.picture.images.map((image, index) => fetched(context, downloader, image, index)),
      );
      await compareMask(context, job, images);
      context.store.resolveInputs(job, images, context.clock.now());
    } catch (error) {
      // A stop is not a failure: the next start begins again.
      if (context.signal.aborted) return;
      const code = error instanceof GatewayRefusal ? error.code : "image_download_failed";
      context.store.failInputs(job, code, context.clock.now());
    }
    context.wake.changed(job.id);
  };

  return {
    begin(job) {
      if (!job.pending || job.cancelledAt !== undefined) return;
      const work = resolve(job).catch((error: unknown) => {
        context.log.error({ err: error, jobId: job.id }, "sandbox: an edit's images could not be stored");
      });
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

async function fetched(
  context: Surroundings,
  downloader: Downloader,
  image: InputImage,
  index: number,
): Promise<InputImage> {
  if ("file" in image) return image;
  const param = `images[${index}]`;
  const bytes = await downloader.download(image.url, param, context.signal);
  const checked = await checkImage(bytes, param);
  return { file: await context.inputs.keep(checked.bytes) };
}

/** The mask's size is checked here because at submission the first image had not been downloaded. */
async function compareMask(context: Surroundings, job: ImageJob, images: readonly InputImage[]): Promise<void> {
  const files = context.inputs.filesOf({ ...job.picture, images: [...images] });
  const [first] = files.images;
  if (files.mask === undefined || first === undefined) return;
  const [mask, image] = await Promise.all(
    [files.mask, first].map(async (path) => {
      const bytes = await readFile(path);
      const { autoOrient } = await open(bytes).metadata();
      return { bytes, ...autoOrient };
    }),
  );
  if (mask && image) requireSameSize(mask, image);
}
