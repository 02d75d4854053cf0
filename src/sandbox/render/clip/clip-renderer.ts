import { SANDBOX_RETENTION_MS } from "../../limits.ts";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { VideoTask } from "../../video/task.ts";
import { tinyClip } from "./clip-tiny.ts";
import { removeOld, type MediaMode } from "../renderer.ts";
import { createRenderThread } from "../thread.ts";

/** The largest clip takes some 10 s of one core; on a busy machine several times as long. */
const SANDBOX_CLIP_RENDER_MS = 5 * 60_000;

/** A clip's file; `start` and `end` are bytes, both included. */
export interface ClipFile {
  readonly bytes: number;
  stream(start: number, end: number): Readable;
  read(start: number, end: number): Promise<Buffer>;
}

/** Makes the clips of completed tasks when they are first asked for, and keeps the files. */
export interface ClipRenderer {
  file(task: VideoTask): Promise<ClipFile>;
  /** Forgets all files. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the clips of a data folder; files that are past their time are removed. Clips have a thread of their own, so that
 * pictures do not wait behind them, and are made one after another.
 */
export async function openClipRenderer(options: {
  readonly dataDir: string;
  readonly media: MediaMode;
  /** Unix milliseconds. */
  readonly now: number;
  /** Where a kept reference image is. */
  readonly inputPath: (name: string) => string;
}): Promise<ClipRenderer> {
  const folder = join(options.dataDir, "clips");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder, options.now - SANDBOX_RETENTION_MS);
  const thread = createRenderThread();
  const underWay = new Map<string, Promise<ClipFile>>();
  let last: Promise<unknown> = Promise.resolve();

  const make = async (path: string, { clip }: VideoTask): Promise<ClipFile> => {
    const image = clip.image === undefined ? undefined : options.inputPath(clip.image);
    const bytes = await thread.make({ clip, image }, SANDBOX_CLIP_RENDER_MS);
    // Moved into place whole: a crash leaves no half of a clip behind.
    await writeFile(`${path}.new`, bytes, { mode: 0o600 });
    await rename(`${path}.new`, path);
    return fileAt(path, bytes.length);
  };
  const inTurn = (path: string, task: VideoTask): Promise<ClipFile> => {
    const making = last.then(() => make(path, task));
    last = making.catch(() => undefined);
    return making;
  };

  return {
    async file(task) {
      if (options.media === "tiny") return inMemory(tinyClip());
      const path = join(folder, `${task.id}.mp4`);
      const existing = underWay.get(path);
      if (existing) return existing;
      const bytes = await sizeIfThere(path);
      if (bytes !== undefined) return fileAt(path, bytes);
      const making = underWay.get(path) ?? inTurn(path, task).finally(() => underWay.delete(path));
      underWay.set(path, making);
      return making;
    },
    async clear() {
      await Promise.allSettled(underWay.values());
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    async close() {
      await thread.close();
      await Promise.allSettled(underWay.values());
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
