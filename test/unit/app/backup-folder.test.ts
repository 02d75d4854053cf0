import { expect, test } from "vitest";
import { backUp } from "../../../src/app/backup/back-up.ts";
import { readConfig } from "../../../src/config/config.ts";
import { createLog } from "../../../src/lib/log/log.ts";

test.each(["/proc/easel/copy", "/dev/null/copy"])(
  "a copy in %s is refused, because no folder can be created there",
  async (folder) => {
    const copying = backUp(
      readConfig({}, "/srv/easel"),
      folder,
      { withMedia: true },
      createLog("silent"),
      new AbortController().signal,
    );
    await expect(copying).rejects.toThrow(`${folder} can't be created`);
  },
);
