import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { createStaging } from "../../media/store/staging.ts";
import { folderTrouble } from "../checks/store-folder.ts";
import { bad, well, type Line } from "./line.ts";

/** Writes, reads and deletes a file in the media store, if it exists yet. Throws a `ConfigError` for what a person must fix. */
export async function storeLines(config: Config, signal: AbortSignal): Promise<Line[]> {
  if (config.s3) {
    const { openS3Store } = await import("../../media/store/s3-store.ts");
    const staging = createStaging(join(config.dataDir, "fetching"), { alone: false });
    const store = openS3Store(config.s3, { staging });
    try {
      await store.check(signal);
      return [well(`Store: bucket ${config.s3.bucket} can be written, read and deleted from.`)];
    } finally {
      store.close();
    }
  }
  const folder = join(config.dataDir, "media");
  const trouble = await folderTrouble(folder);
  switch (trouble) {
    case undefined:
      return [well(`Store: ${folder} can be written, read and deleted from.`)];
    case "missing":
      return [well(`Store: ${folder}, which the first start creates.`)];
    case "denied":
      return [bad(`Store: ${folder} can't be written: change its permissions.`)];
    case "full":
      return [bad(`Store: the disk of ${folder} is full: free some space, or lower MEDIA_DAYS.`)];
    case "unreliable":
      return [
        bad(`Store: ${folder} does not return what was written: check the disk, or set DATA_DIR to another folder.`),
      ];
  }
}
