import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { reach } from "../crash-point.ts";
import { FILE_CHUNK_BYTES, STAGED_FILE_MS } from "../limits.ts";
import { type Claim, MediaMissingError, MediaTooLargeError, type SweepableStore } from "./store.ts";

/**
 * A media store in a folder: `ab/abcdef…` for content, `incoming/` for what is still being written. Several processes may
 * share the folder.
 */
export async function createFolderStore(folder: string, claim?: Claim): Promise<SweepableStore> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true });
  await removeOld(incoming);
  const pathOf = (hash: string): string => join(folder, safeHash(hash).slice(0, 2), hash);

  return {
    async put(source, { maxBytes, signal }) {
      // It may break before the file is open; the pipeline then learns of it all the same.
      source.on("error", () => {});
      const path = join(incoming, randomUUID());
      const hash = createHash("sha256");
      let bytes = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          if (bytes > maxBytes) {
            done(new MediaTooLargeError(maxBytes));
            return;
          }
          reach("store:chunk");
          hash.update(chunk);
          done(null, chunk);
        },
      });
      try {
        const file = await open(path, "wx");
        await pipeline(
          source,
          measure,
          file.createWriteStream({ flush: true, highWaterMark: FILE_CHUNK_BYTES }),
          ...(signal ? [{ signal }] : []),
        );
        const name = hash.digest("hex");
        const stored = { hash: name, bytes };
        await claim?.(stored, signal);
        await mkdir(join(folder, name.slice(0, 2)), { recursive: true });
        await rename(path, pathOf(name));
        return stored;
      } catch (error) {
        source.destroy();
        await rm(path, { force: true });
        throw error;
      }
    },

    async open(hash, range) {
      const path = pathOf(hash);
      await stat(path).catch((error: unknown) => {
        throw new MediaMissingError(hash, error);
      });
      return createReadStream(path, { ...range, highWaterMark: FILE_CHUNK_BYTES });
    },

    async size(hash) {
      try {
        return (await stat(pathOf(hash))).size;
      } catch {
        return undefined;
      }
    },

    remove: async (hash) => rm(pathOf(hash), { force: true }),
    removeAbandoned: () => removeOld(incoming),
  };
}

/** What a killed process left half-written is of no use to anyone; what another one is just writing is young. */
async function removeOld(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > STAGED_FILE_MS) await rm(path, { force: true });
  }
}

/** A hash becomes part of a path, so nothing but a hash may pass. */
function safeHash(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new MediaMissingError(hash);
  return hash;
}
