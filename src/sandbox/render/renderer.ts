import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Picture } from "../image/image-job.ts";
import { openKeptFiles } from "./kept-files.ts";
import type { RenderInputs } from "./render-message.ts";
import { createRenderThread } from "./thread.ts";
import { tinyPicture } from "./tiny.ts";

/** A picture of the largest size takes about two seconds; a renderer silent for this long is stuck. */
const SANDBOX_RENDER_MS = 60_000;

/** Which media are served: real ones, or one small valid file of each type for load tests. */
export type MediaMode = "full" | "tiny";

/** Draws the media of finished jobs on first use, and keeps the files. */
export interface Renderer {
  /** Prepares for drawing: called when a job is created, so that its picture does not wait for a thread to start. */
  warm(): void;
  /** The file of a job's picture. The same `mediaId` always has the same bytes. */
  picture(mediaId: string, picture: Picture): Promise<Buffer>;
  /** Forgets all files. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the renderer of a data folder; expired files are removed. */
export async function openRenderer(options: {
  readonly dataDir: string;
  readonly media: MediaMode;
  /** Unix milliseconds. */
  readonly now: number;
  /** Where an edit's inputs are. */
  readonly inputsOf: (picture: Picture) => RenderInputs;
}): Promise<Renderer> {
  const files = await openKeptFiles<Buffer>(join(options.dataDir, "media"), options.now);
  const thread = createRenderThread();

  const make = async (path: string, picture: Picture): Promise<Buffer> => {
    const kept = await readIfThere(path);
    if (kept) return kept;
    const bytes = await thread.make({ picture, inputs: options.inputsOf(picture) }, SANDBOX_RENDER_MS);
    await files.write(path, bytes);
    return bytes;
  };

  return {
    warm() {
      if (options.media === "full") thread.warm();
    },
    picture(mediaId, picture) {
      if (options.media === "tiny") return Promise.resolve(tinyPicture(picture.format, mediaId));
      const path = files.pathOf(`${mediaId}.${picture.format}`);
      return files.once(path, () => make(path, picture));
    },
    clear: () => files.clear(),
    async close() {
      await thread.close();
      await files.settled();
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
