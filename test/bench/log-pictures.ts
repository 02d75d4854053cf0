import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { THUMBNAIL_WIDTHS } from "../../src/lib/limits.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log/log.ts";
import { OWN_TURN } from "../../src/media/fair-queue.ts";
import { createInspector } from "../../src/media/inspect/inspector.ts";
import { createFolderStore } from "../../src/media/store/folder-store.ts";
import type { StoredMedia } from "../../src/media/store/media-store.ts";
import { createStaging } from "../../src/media/store/staging.ts";
import { createThumbnails } from "../../src/media/thumbnails.ts";
import { drawPicture } from "../../src/sandbox/render/draw-picture.ts";
import { openFonts } from "../../src/media/fonts.ts";
import { atMost, type Bench, type Figure } from "./harness/bench.ts";

const PICTURES = 50;
const MB = 1e6;
const PROMPTS = [
  "a lighthouse at dusk",
  "a red fox in the snow",
  "a market street",
  "a cup of coffee",
  "a mountain lake",
];

export const logPictures: Bench = {
  name: "log-pictures",
  floor: "the pictures themselves; for the time, sharp in one process, which keeps nothing",
  async run({ folder }) {
    const log = createLog("silent");
    const store = await createFolderStore(join(folder, "pictures"));
    const staging = createStaging(join(folder, "pictures-staged"));
    await using inspector = createInspector(log);
    await using thumbnails = createThumbnails({ store, served: store, staging, inspector, clock: systemClock, log });
    const never = new AbortController().signal;
    const find = async (kept: StoredMedia, width: number): Promise<number> => {
      const found = await thumbnails.find(kept, width, OWN_TURN, never);
      if (!found) throw new Error("a picture has no thumbnail");
      return found.bytes;
    };

    const pictures = await drawPictures();
    const kept = await Promise.all(
      pictures.map((bytes) => store.put(Readable.from([bytes]), { maxBytes: bytes.length })),
    );
    const began = performance.now();
    for (const one of kept) await find(one, THUMBNAIL_WIDTHS[0]);
    const ms = (performance.now() - began) / PICTURES;
    const begunBare = performance.now();
    for (const bytes of pictures) {
      for (const width of THUMBNAIL_WIDTHS) await sharp(bytes).resize(width).webp({ quality: 75 }).toBuffer();
    }
    const bareMs = (performance.now() - begunBare) / PICTURES;
    const whole = kept.reduce((sum, { bytes }) => sum + bytes, 0) / MB;
    const figures: Figure[] = [];
    for (const width of THUMBNAIL_WIDTHS) {
      const sizes = await Promise.all(kept.map((one) => find(one, width)));
      const value = sizes.reduce((sum, bytes) => sum + bytes, 0) / MB;
      // The widest ones, for high-density screens, have no aim.
      const aims = width <= 480 ? { aims: [atMost(3)] } : {};
      figures.push({
        what: `${PICTURES} pictures of 1K, ${width} pixels wide`,
        unit: "MB",
        value,
        floor: whole,
        ...aims,
      });
    }
    return {
      figures: [...figures, { what: "making the thumbnails of a picture of 1K", unit: "ms", value: ms, floor: bareMs }],
      notes: ["On a usual screen, a picture on its own is 480 pixels wide at most, and one of several 320."],
    };
  },
};

async function drawPictures(): Promise<Buffer[]> {
  const fonts = openFonts();
  const pictures: Buffer[] = [];
  for (let seed = 0; seed < PICTURES; seed++) {
    const prompt = PROMPTS[seed % PROMPTS.length] ?? "";
    const asked = {
      prompt,
      model: "provider-a/image-2",
      width: 1024,
      height: 1024,
      tier: "1K",
      format: "png",
    } as const;
    const picture = { ...asked, transparent: false, seed, images: [] };
    pictures.push(await drawPicture(fonts, picture, { images: [], mask: undefined }));
  }
  return pictures;
}
