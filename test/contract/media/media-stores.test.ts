import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import { openS3Store } from "../../../src/media/store/s3-store.ts";
import { startTestS3 } from "../../support/media/s3.ts";
import type { StoreOptions } from "../../../src/media/store/media-store.ts";
import { mediaStoreCheckContract } from "./media-store-check.ts";
import { mediaStoreThumbnailContract } from "./media-store-thumbnails.ts";
import { mediaStoreContract, type StoreUnderTest } from "./media-store-contract.ts";

const openFolder = async (options: StoreOptions): Promise<StoreUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), "easel-media-"));
  const files = async (): Promise<string[]> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  return {
    store: await createFolderStore(folder, options),
    objects: files,
    clear: async () => void (await Promise.all((await files()).map((path) => rm(path)))),
    close: () => rm(folder, { recursive: true }),
  };
};

const openS3 = async (options: StoreOptions): Promise<StoreUnderTest> => {
  const s3 = await startTestS3();
  const store = openS3Store(s3.address, { ...options, staging: s3.staging });
  return {
    store,
    objects: s3.objects,
    clear: s3.clear,
    async close() {
      store.close();
      await s3.stop();
    },
  };
};

mediaStoreContract("a folder", openFolder);
mediaStoreContract("an S3-compatible server", openS3);
mediaStoreCheckContract("a folder", openFolder);
mediaStoreCheckContract("an S3-compatible server", openS3);
mediaStoreThumbnailContract("a folder", openFolder);
mediaStoreThumbnailContract("an S3-compatible server", openS3);
