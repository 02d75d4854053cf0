import { SANDBOX_RETENTION_MS } from "../limits.ts";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Picture } from "../image/job.ts";
import type { RenderInputs } from "./order.ts";
import { createRenderThread } from "./thread.ts";
import { tinyPicture } from "./tiny.ts";

/** A picture of the largest size takes about two seconds; a renderer silent for this long is stuck. */
const SANDBOX_RENDER_MS = 60_000;

/** Which media are served: real ones, or one small valid file of each type for load tests. */
export type MediaMode = "full" | "tiny";

/** Makes the media of finished jobs when they are first asked for, and keeps the files. */
export interface Renderer {
  /** Gets ready to draw: called when a job is made, so that its picture does not wait for a thread to start. */
  warm(): void;
  /** The file of a job's picture. The same `mediaId` always gives the same bytes. */
  picture(mediaId: string, picture: Picture): Promise<Buffer>;
  /** Forgets all files. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the renderer of a data folder; files that are past their time are removed. */
export async function openRenderer(options: {
  readonly dataDir: string;
  readonly media: MediaMode;
  /** Unix milliseconds. */
  readonly now: number;
  /** Where an edit's inputs are. */
  readonly inputsOf: (picture: Picture) => RenderInputs;
}): Promise<Renderer> {
  const folder = join(options.dataDir, "media");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder, options.now - SANDBOX_RETENTION_MS);
  const thread = createRenderThread();
  const underWay = new Map<string, Promise<Buffer>>();

  const make = async (path: string, picture: Picture): Promise<Buffer> => {
    const kept = await readIfThere(path);
    if (kept) return kept;
    const bytes = await thread.make({ picture, inputs: options.inputsOf(picture) }, SANDBOX_RENDER_MS);
    // Moved into place whole: a crash leaves no half of a picture behind.
    await writeFile(`${path}.new`, bytes, { mode: 0o600 });
    await rename(`${path}.new`, path);
    return bytes;
  };

  return {
    warm() {
      if (options.media === "full") thread.warm();
    },
    picture(mediaId, picture) {
      if (options.media === "tiny") return Promise.resolve(tinyPicture(picture.format, mediaId));
      const path = join(folder, `${mediaId}.${picture.format}`);
      const existing = underWay.get(path);
      if (existing) return existing;
      const making = make(path, picture).finally(() => underWay.delete(path));
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

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

/** Pictures can be drawn again from their jobs, so that removing a file never loses anything. */
export async function removeOld(folder: string, oldest: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < oldest || name.endsWith(".new")) await rm(path, { force: true });
  }
}
