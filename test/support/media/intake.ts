import type { FileKind } from "../../../src/core/request/reference.ts";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createLog } from "../../../src/lib/log/log.ts";
import { OWN_TURN } from "../../../src/media/fair-queue.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import { createIntake, type Intake, type Taken } from "../../../src/media/intake.ts";
import type { MediaStore } from "../../../src/media/store/media-store.ts";

/** An intake with its own store and staging folder. */
export interface TestIntake extends AsyncDisposable {
  readonly media: MediaStore;
  readonly intake: Intake;
  readonly staging: string;
  /** Receives bytes as a file with this name. Accepts every kind unless `accept` is given. */
  take(bytes: Uint8Array, name: string, accept?: readonly FileKind[]): Promise<Taken>;
  /** The number of files in the store and in staging. */
  files(): Promise<{ readonly stored: number; readonly staged: number }>;
  /** Removes all files. */
  clear(): Promise<void>;
}

export async function startTestIntake(): Promise<TestIntake> {
  const folder = await mkdtemp(join(tmpdir(), "easel-intake-"));
  const store = join(folder, "media");
  const staging = join(folder, "staging");
  const media = await createFolderStore(store);
  const intake = createIntake({ media, log: createLog("silent"), folder: staging });
  const list = async (path: string): Promise<string[]> => {
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  };
  return {
    media,
    intake,
    staging,
    take: (bytes, name, accept = ["image", "video", "audio"]) =>
      intake.take({ name, open: async () => Readable.from([bytes]) }, accept, OWN_TURN, new AbortController().signal),
    files: async () => ({ stored: (await list(store)).length, staged: (await list(staging)).length }),
    async clear() {
      await Promise.all((await list(folder)).map((path) => rm(path)));
    },
    async [Symbol.asyncDispose]() {
      await intake[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
