import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { thumbnailName } from "../../../src/media/store/content-name.ts";
import { MediaMissingError, type StoredMedia, type StoreOptions } from "../../../src/media/store/media-store.ts";
import { sha256, type StoreUnderTest } from "./media-store-contract.ts";

/** What every media store must do with pictures' thumbnails. */
export function mediaStoreThumbnailContract(
  name: string,
  open: (options: StoreOptions) => Promise<StoreUnderTest>,
): void {
  describe(`thumbnails in a media store: ${name}`, () => {
    let tested: StoreUnderTest;
    let claims = 0;

    beforeAll(async () => {
      tested = await open({ claim: async () => void claims++ });
    });

    afterEach(() => tested.clear());
    afterAll(() => tested.close());

    const put = (content: string): Promise<StoredMedia> =>
      tested.store.put(Readable.from([Buffer.from(content)]), { maxBytes: 100 });
    const read = async (of: string, range?: { start: number; end: number }): Promise<Buffer> =>
      buffer(await tested.store.open(of, range));

    it("keeps a picture's thumbnails without a claim, and removes them with the picture", async () => {
      const { hash } = await put("a picture");
      const other = await put("another");
      const small = { width: 320, bytes: Buffer.from("small") };
      await tested.store.keepThumbnails(hash, [small, { width: 960, bytes: Buffer.from("larger") }]);
      await tested.store.keepThumbnails(hash, [small]);
      await tested.store.keepThumbnails(other.hash, [small]);
      const named = [320, 960, 480].map((width) => thumbnailName(hash, width));
      expect(await Promise.all(named.map((one) => tested.store.size(one)))).toEqual([5, 6, undefined]);
      expect((await read(named[1] ?? "", { start: 1, end: 2 })).toString()).toBe("ar");
      expect(claims).toBe(2);
      await tested.store.remove(hash);
      expect(await Promise.all(named.map((one) => tested.store.size(one)))).toEqual([undefined, undefined, undefined]);
      expect(await tested.objects()).toHaveLength(2);
      expect((await read(thumbnailName(other.hash, 320))).toString()).toBe("small");
    });

    it("keeps no thumbnails of missing content", async () => {
      const thumbnails = [{ width: 320, bytes: Buffer.from("small") }];
      await expect(tested.store.keepThumbnails(sha256("never stored"), thumbnails)).rejects.toBeInstanceOf(
        MediaMissingError,
      );
      expect(await tested.objects()).toEqual([]);
    });
  });
}
