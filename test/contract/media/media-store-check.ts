import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MediaTooLargeError, type StoreOptions } from "../../../src/media/store/media-store.ts";
import { inPieces, sha256, type StoreUnderTest } from "./media-store-contract.ts";

const MIB = 1024 * 1024;

/** What every media store must do with content that is checked on its way in. */
export function mediaStoreCheckContract(name: string, open: (options: StoreOptions) => Promise<StoreUnderTest>): void {
  describe(`a media store with a check: ${name}`, () => {
    let tested: StoreUnderTest;

    beforeAll(async () => {
      tested = await open({});
    });

    afterAll(() => tested.close());

    it("passes content to its check, as a file, before it is visible in the store", async () => {
      const content = randomBytes(100_000);
      let looks = 0;
      const check = async (path: string): Promise<void> => {
        looks += 1;
        expect((await readFile(path)).equals(content)).toBe(true);
        expect(await tested.store.size(sha256(content))).toBeUndefined();
      };
      const { hash, bytes } = await tested.store.put(inPieces(content, 30_000), { maxBytes: MIB, check });
      expect([looks, hash, bytes]).toEqual([1, sha256(content), content.length]);
      expect((await buffer(await tested.store.open(hash))).equals(content)).toBe(true);
    });

    it("keeps nothing if the check refuses the content, or if it breaks off or is too large before the check", async () => {
      await tested.clear();
      const refused = new Error("not this");
      const check = (): Promise<void> => Promise.reject(refused);
      await expect(tested.store.put(inPieces(randomBytes(1_000), 100), { maxBytes: MIB, check })).rejects.toBe(refused);
      const reset = new Error("reset");
      const broken = Readable.from(
        (async function* half() {
          yield randomBytes(1_000);
          throw reset;
        })(),
      );
      await expect(tested.store.put(broken, { maxBytes: MIB, check })).rejects.toBe(reset);
      const large = inPieces(randomBytes(2_000), 100);
      await expect(tested.store.put(large, { maxBytes: 1_000, check })).rejects.toBeInstanceOf(MediaTooLargeError);
      expect(await tested.objects()).toEqual([]);
    });
  });
}
