import { SANDBOX_RETENTION_MS } from "../limits.ts";
import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderInputs } from "../render/render-message.ts";
import type { Picture } from "./image-job.ts";

/** The bytes that edits are made from, by their hash. */
export interface InputStore {
  /** Keeps bytes until the results made from them expire; returns their name. */
  keep(bytes: Buffer): Promise<string>;
  /** Where kept bytes are. */
  pathOf(name: string): string;
  /** The files of an edit, in the request's order. */
  filesOf(picture: Picture): RenderInputs;
  clear(): Promise<void>;
}

/** Opens the inputs of a data folder; `now` (Unix milliseconds) decides which have expired. */
export async function openInputs(dataDir: string, now: number): Promise<InputStore> {
  const folder = join(dataDir, "inputs");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < now - SANDBOX_RETENTION_MS) await rm(path, { force: true });
  }

  return {
    async keep(bytes) {
      const name = createHash("sha256").update(bytes).digest("hex");
      const path = join(folder, name);
      const used = new Date();
      // Existing bytes get a new expiry.
      const there = await utimes(path, used, used).then(
        () => true,
        () => false,
      );
      if (there) return name;
      const fresh = `${path}.${process.hrtime.bigint()}`;
      await writeFile(fresh, bytes, { mode: 0o600 });
      await rename(fresh, path);
      return name;
    },
    pathOf: (name) => join(folder, name),
    filesOf: ({ images, mask }) => ({
      images: images.flatMap((image) => ("file" in image ? [join(folder, image.file)] : [])),
      mask: mask === undefined ? undefined : join(folder, mask),
    }),
    async clear() {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
  };
}
