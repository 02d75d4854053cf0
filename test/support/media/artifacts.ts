import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createLog } from "../../../src/lib/log/log.ts";
import { createArtifactIntake, type ArtifactIntake, type TakenArtifact } from "../../../src/media/artifact-intake.ts";
import { createInspector } from "../../../src/media/inspect/inspector.ts";
import { createDiskAlarm, withDiskAlarm, type DiskAlarm } from "../../../src/media/store/disk-alarm.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import type { MediaStore } from "../../../src/media/store/media-store.ts";

/** The intake for artifacts, with its own store and staging folder. */
export interface TestArtifacts extends AsyncDisposable {
  readonly artifacts: ArtifactIntake;
  readonly media: MediaStore;
  readonly disk: DiskAlarm;
  /** Receives these bytes in chunks of `piece` bytes. */
  take(bytes: Buffer, kind: "image" | "video", piece?: number): Promise<TakenArtifact>;
  /** The number of files in the store, including unfinished ones. */
  files(): Promise<number>;
}

export async function startTestArtifacts(store?: MediaStore): Promise<TestArtifacts> {
  const folder = await mkdtemp(join(tmpdir(), "easel-artifacts-"));
  const log = createLog("silent");
  const disk = createDiskAlarm(log);
  const media = withDiskAlarm(store ?? (await createFolderStore(join(folder, "media"))), disk);
  const inspector = createInspector(log);
  const artifacts = createArtifactIntake({ media, inspector });
  return {
    artifacts,
    media,
    disk,
    take: (bytes, kind, piece = 16 * 1024) =>
      artifacts.take(Readable.from(piecesOf(bytes, piece)), kind, new AbortController().signal),
    async files() {
      const entries = await readdir(join(folder, "media"), { recursive: true, withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).length;
    },
    async [Symbol.asyncDispose]() {
      await inspector[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function* piecesOf(bytes: Buffer, piece: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}
