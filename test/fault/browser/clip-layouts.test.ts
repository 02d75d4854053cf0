import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../../src/lib/log/log.ts";
import { OWN_TURN } from "../../../src/media/fair-queue.ts";
import { createFitter, type Fitter } from "../../../src/media/fit/fitter.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import { createStaging } from "../../../src/media/store/staging.ts";
import type { MediaStore } from "../../../src/media/store/media-store.ts";
import { browserMissing, launchBrowser } from "../../support/console/browser.ts";
import { browserClip } from "../../support/console/browser-clip.ts";
import { difference, frameAt } from "../../support/media/clip.ts";

describe.skipIf(browserMissing !== undefined)("a clip with an unusual pixel layout", { timeout: 60_000 }, () => {
  let browser: Browser;
  let folder: string;
  let media: MediaStore;
  let fitter: Fitter;

  beforeAll(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), "easel-layouts-"));
    media = await createFolderStore(join(folder, "media"));
    fitter = createFitter({ media, staging: createStaging(join(folder, "fitting")), log: createLog("silent") });
  });

  afterAll(async () => {
    await fitter?.[Symbol.asyncDispose]();
    await browser?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it.each(["4:4:4", "10 bit"] as const)(
    "%s, is re-encoded as H.264, smaller if necessary, and looks the same",
    async (layout) => {
      const clip = await browserClip(browser, layout);
      const { hash } = await media.put(Readable.from([clip]), { maxBytes: 1e9 });
      const never = new AbortController().signal;
      const ofItsSize = await fitter.fit({ hash, mimeType: "video/webm" }, clip.length - 1, OWN_TURN, never);
      expect(ofItsSize).toMatchObject({ mimeType: "video/mp4", width: 640, height: 360 });

      const maxBytes = 26_000;
      expect(clip.length).toBeGreaterThan(maxBytes);
      const fitted = await fitter.fit({ hash, mimeType: "video/webm" }, maxBytes, OWN_TURN, never);
      expect(fitted).toMatchObject({ mimeType: "video/mp4", width: 426, height: 240 });
      const bytes = await buffer(await media.open(fitted?.hash ?? ""));
      expect(bytes.length).toBeLessThanOrEqual(maxBytes);
      const raw = { width: 640, height: 360, channels: 4 } as const;
      const wanted = await sharp(await frameAt(clip, 1), { raw })
        .resize(426, 240, { fit: "fill" })
        .raw()
        .toBuffer();
      expect(difference(wanted, await frameAt(bytes, 1))).toBeLessThan(20);
    },
  );
});
