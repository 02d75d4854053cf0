import { SANDBOX_IMAGE_BYTES } from "../limits.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { open } from "../image/image-file.ts";
import type { ReferenceDownloader } from "./download.ts";
import { clipSize, nearestRatio, type ClipSize } from "./size.ts";
import type { TaskFailure, TaskReference, VideoTask } from "./task.ts";

/** What a task's references contribute to its clip. */
export interface FoundReferences {
  /** The first image among the kept inputs. */
  readonly image: string | undefined;
  /** The clip's size if it takes the image's aspect ratio. */
  readonly size: ClipSize | undefined;
}

/** Bytes needed to detect the type of a video or an audio file. */
const HEAD_BYTES = 64;

/** A task can't be made from its references. */
class ReferenceFailure extends Error {
  readonly failure: TaskFailure;

  constructor(failure: TaskFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Downloads and checks all references of a task. The failure says which one it was: `image 2`, as prompts count them. */
export async function findReferences(
  context: Pick<SandboxContext, "inputs" | "signal">,
  downloader: ReferenceDownloader,
  task: VideoTask,
): Promise<FoundReferences | TaskFailure> {
  const counts = { image: 0, video: 0, audio: 0 };
  let first: { file: string; size: ClipSize } | undefined;
  try {
    // One at a time, so that thirty large images are not all held together.
    for (const reference of task.references) {
      counts[reference.kind] += 1;
      const name = `${reference.kind} ${counts[reference.kind]}`;
      const bytes = await fetched(context, downloader, reference, name);
      if (reference.kind !== "image") continue;
      const size = await sizeOfImage(bytes, name);
      first ??= { file: await context.inputs.keep(bytes), size };
    }
  } catch (error) {
    if (error instanceof ReferenceFailure) return error.failure;
    throw error;
  }
  const size = first && task.adaptive ? shaped(task.clip, first.size) : undefined;
  return { image: first?.file, size };
}

async function fetched(
  context: Pick<SandboxContext, "signal">,
  downloader: ReferenceDownloader,
  { kind, url, mp3 }: TaskReference,
  name: string,
): Promise<Buffer> {
  const keep = kind === "image" ? SANDBOX_IMAGE_BYTES : HEAD_BYTES;
  const { head, bytes } = await downloader.download(url, keep, context.signal).catch((error: unknown) => {
    context.signal.throwIfAborted();
    const why = error instanceof Error && error.message !== "" ? error.message : "nothing answered";
    throw new ReferenceFailure({
      code: "reference_download_failed",
      message: `${name} could not be downloaded: ${why}`,
    });
  });
  if (bytes === 0) throw invalid(name, "is empty");
  if (kind === "image" && bytes > keep) throw invalid(name, "is too large");
  if (kind === "video" && !isVideo(head)) throw invalid(name, "is not a video");
  if (mp3 && !isMp3(head)) throw invalid(name, "is not an MP3");
  if (kind === "audio" && /^\s*</.test(head.toString("latin1"))) throw invalid(name, "is not audio");
  return head;
}

async function sizeOfImage(bytes: Buffer, name: string): Promise<ClipSize> {
  try {
    const image = open(bytes);
    await image.stats();
    return (await image.metadata()).autoOrient;
  } catch {
    throw invalid(name, "is not an image that can be opened");
  }
}

/** The clip's own tier in the aspect ratio nearest to the image's. */
function shaped(clip: ClipSize, image: ClipSize): ClipSize {
  return clipSize(`${Math.min(clip.width, clip.height)}p`, nearestRatio(image));
}

/** The first bytes of the usual video types: Matroska and WebM, AVI, MPEG streams. */
const VIDEO_BEGINNINGS = [[0x1a, 0x45, 0xdf, 0xa3], [...Buffer.from("RIFF")], [0, 0, 1, 0xba], [0, 0, 1, 0xb3], [0x47]];

/** Also MP4 and QuickTime, whose mark comes after a size. */
function isVideo(head: Buffer): boolean {
  if (head.toString("latin1", 4, 8) === "ftyp") return true;
  return VIDEO_BEGINNINGS.some((beginning) => beginning.every((byte, index) => head[index] === byte));
}

/** An ID3 tag, or the first frame of MPEG audio layer III. */
function isMp3(head: Buffer): boolean {
  if (head.toString("latin1", 0, 3) === "ID3") return true;
  return head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2;
}

function invalid(name: string, what: string): ReferenceFailure {
  return new ReferenceFailure({ code: "invalid_reference", message: `${name} ${what}` });
}
