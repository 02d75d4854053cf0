import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { VideoTask } from "../../video/task.ts";
import { tinyClip } from "./clip-tiny.ts";
import { openKeptFiles } from "../kept-files.ts";
import type { MediaMode } from "../renderer.ts";
import { createRenderThread } from "../thread.ts";

/** Time limit for a clip. The largest takes about 10 s on one core, and several times as long on a busy machine. */
const SANDBOX_CLIP_RENDER_MS = 5 * 60_000;

/** A clip's file; `start` and `end` are bytes, both included. */
export interface ClipFile {
  readonly bytes: number;
  stream(start: number, end: number): Readable;
  read(start: number, end: number): Promise<Buffer>;
}

/** Draws the clips of completed tasks on first use, and keeps the files. */
export interface ClipRenderer {
  file(task: VideoTask): Promise<ClipFile>;
  /** Forgets all files. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the clips of a data folder; expired files are removed. Clips have their own thread, so that pictures do not wait behind
 * them, and are drawn one at a time.
 */
export async function openClipRenderer(options: {
  readonly dataDir: string;
  readonly media: MediaMode;
  /** Unix milliseconds. */
  readonly now: number;
  /** Where a kept reference image is. */
  readonly inputPath: (name: string) => string;
}): Promise<ClipRenderer> {
  const files = await openKeptFiles<ClipFile>(join(options.dataDir, "clips"), options.now);
  const thread = createRenderThread();
  let last: Promise<unknown> = Promise.resolve();

  const make = async (path: string, { clip }: VideoTask): Promise<ClipFile> => {
    const kept = await sizeIfThere(path);
    if (kept !== undefined) return fileAt(path, kept);
    const image = clip.image === undefined ? undefined : options.inputPath(clip.image);
    const making = last.then(() => thread.make({ clip, image }, SANDBOX_CLIP_RENDER_MS));
    last = making.catch(() => undefined);
    const bytes = await making;
    await files.write(path, bytes);
    return fileAt(path, bytes.length);
  };

  return {
    file(task) {
      if (options.media === "tiny") return Promise.resolve(inMemory(tinyClip()));
      const path = files.pathOf(`${task.id}.mp4`);
      return files.once(path, () => make(path, task));
    },
    clear: () => files.clear(),
    async close() {
      await thread.close();
      await files.settled();
    },
  };
}

function fileAt(path: string, bytes: number): ClipFile {
  return {
    bytes,
    stream: (start, end) => createReadStream(path, { start, end }),
    async read(start, end) {
      const file = await open(path);
      try {
        const part = Buffer.alloc(end - start + 1);
        await file.read(part, 0, part.length, start);
        return part;
      } finally {
        await file.close();
      }
    },
  };
}

function inMemory(clip: Buffer): ClipFile {
  const part = (start: number, end: number): Buffer => clip.subarray(start, end + 1);
  return {
    bytes: clip.length,
    stream: (start, end) => Readable.from([part(start, end)]),
    read: (start, end) => Promise.resolve(part(start, end)),
  };
}

async function sizeIfThere(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}
