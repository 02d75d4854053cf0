import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Claim,
  MediaMissingError,
  MediaTooLargeError,
  type StoredMedia,
  type StoreOptions,
  type SweepableStore,
} from "../../../src/media/store/media-store.ts";

const MIB = 1024 * 1024;

/** A store under test, with access to its objects. */
export interface StoreUnderTest {
  readonly store: SweepableStore;
  /** The names of all objects that the store has written. */
  objects(): Promise<string[]>;
  /** Removes all objects. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export function sha256(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The content in pieces, as it arrives over the network. */
export function inPieces(content: Buffer, size: number): Readable {
  return Readable.from(
    (function* pieces() {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
    })(),
  );
}

/** What every media store must do. */
export function mediaStoreContract(
  name: string,
  open: (options: Required<StoreOptions>) => Promise<StoreUnderTest>,
): void {
  describe(`a media store: ${name}`, () => {
    let tested: StoreUnderTest;
    let claimed: StoredMedia[] = [];
    let onClaim: Claim | undefined;
    let onGive: (() => Promise<void>) | undefined;

    beforeAll(async () => {
      tested = await open({
        claim: async (media, claiming) => {
          claimed.push(media);
          await onClaim?.(media, claiming);
        },
        replyPriority: { take: () => () => undefined, give: () => onGive?.() },
      });
    });

    afterEach(async () => {
      claimed = [];
      onClaim = undefined;
      onGive = undefined;
      await tested.clear();
    });

    afterAll(() => tested.close());

    const put = (content: Buffer | string): Promise<StoredMedia> =>
      tested.store.put(Readable.from([Buffer.from(content)]), { maxBytes: 64 * MIB });
    const read = async (hash: string, range?: { start: number; end: number }): Promise<Buffer> =>
      buffer(await tested.store.open(hash, range));

    it.each([0, 1, 10, 200_000, 3 * MIB, 20 * MIB + 1])(
      "names %i bytes by their hash and gives them back",
      async (size) => {
        const content = randomBytes(size);
        const stored = await tested.store.put(inPieces(content, 50_000), { maxBytes: 64 * MIB });
        expect(stored).toEqual({ hash: sha256(content), bytes: size });
        expect(await tested.store.size(stored.hash)).toBe(size);
        expect((await read(stored.hash)).equals(content)).toBe(true);
      },
    );

    it("keeps the same content once, even if it arrives concurrently", async () => {
      const content = randomBytes(200_000);
      const all = await Promise.all(
        Array.from({ length: 4 }, (_, index) => tested.store.put(inPieces(content, 1_000 + index), { maxBytes: MIB })),
      );
      expect(new Set(all.map((stored) => stored.hash))).toEqual(new Set([sha256(content)]));
      expect(await tested.objects()).toHaveLength(1);
      expect((await read(sha256(content))).equals(content)).toBe(true);
    });

    it("accepts exactly as many bytes as are allowed", async () => {
      expect(await tested.store.put(inPieces(randomBytes(10), 3), { maxBytes: 10 })).toMatchObject({ bytes: 10 });
    });

    it.each([MIB, 20 * MIB])("keeps nothing of more than %i bytes, and stops reading", async (maxBytes) => {
      let pieces = 0;
      const endless = Readable.from(
        (function* chunks() {
          for (;;) {
            pieces++;
            yield Buffer.alloc(64 * 1024);
          }
        })(),
      );
      const error: unknown = await tested.store.put(endless, { maxBytes }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(MediaTooLargeError);
      expect(error).toMatchObject({ code: "media_too_large", maxBytes });
      expect(endless.destroyed).toBe(true);
      expect(pieces).toBeLessThan(maxBytes / 64 / 1024 + 200);
      expect(await tested.objects()).toEqual([]);
      expect(claimed).toEqual([]);
    });

    it.each([10_000, 12 * MIB])("keeps nothing of content that breaks off after %i bytes", async (size) => {
      const broken = Readable.from(
        (async function* chunks() {
          yield randomBytes(size);
          throw new Error("reset");
        })(),
      );
      await expect(tested.store.put(broken, { maxBytes: 64 * MIB })).rejects.toThrow("reset");
      expect(await tested.objects()).toEqual([]);
    });

    it("leaves nothing behind when stopped before or midway", async () => {
      const before = new AbortController();
      before.abort(new Error("stopping"));
      const source = inPieces(randomBytes(1_000), 100);
      await expect(tested.store.put(source, { maxBytes: MIB, signal: before.signal })).rejects.toThrow(
        /abort|stopping/,
      );
      expect(source.destroyed).toBe(true);

      const between = new AbortController();
      const silent = new Readable({ read() {} });
      silent.push(Buffer.alloc(1_000));
      const putting = tested.store.put(silent, { maxBytes: MIB, signal: between.signal });
      between.abort(new Error("stopping"));
      await expect(putting).rejects.toThrow(/abort|stopping/);
      expect(silent.destroyed).toBe(true);
      expect(await tested.objects()).toEqual([]);
    });

    it("makes a claim before content becomes visible, and keeps nothing without it", async () => {
      let seen: number | undefined = -1;
      onClaim = async ({ hash }) => {
        seen = await tested.store.size(hash);
      };
      const stored = await put("wanted");
      expect(claimed).toEqual([stored]);
      expect(seen).toBeUndefined();

      onClaim = async () => {
        throw new Error("not now");
      };
      await expect(put("unwanted")).rejects.toThrow("not now");
      expect(await tested.store.size(sha256("unwanted"))).toBeUndefined();
      expect(await tested.objects()).toHaveLength(1);
    });

    it.each([
      [{ start: 0, end: 1 }, "01"],
      [{ start: 2, end: 4 }, "234"],
      [{ start: 9, end: 9 }, "9"],
      [{ start: 5, end: 100 }, "56789"],
    ])("reads the range %j", async (range, text) => {
      const { hash } = await put("0123456789");
      expect((await read(hash, range)).toString()).toBe(text);
    });

    it("can be read in part, and by many readers concurrently", async () => {
      const content = randomBytes(2 * MIB);
      const { hash } = await put(content);
      const part = await tested.store.open(hash);
      for await (const chunk of part) {
        expect(content.subarray(0, chunk.length).equals(chunk)).toBe(true);
        break;
      }
      await expect.poll(() => part.destroyed).toBe(true);
      const all = await Promise.all(Array.from({ length: 8 }, () => read(hash)));
      expect(all.every((bytes) => bytes.equals(content))).toBe(true);
    });

    it("returns large content without accumulating buffers", async () => {
      const { hash } = await tested.store.put(inPieces(Buffer.alloc(63 * MIB, "clip"), MIB), { maxBytes: 64 * MIB });
      const before = process.memoryUsage().arrayBuffers;
      let most = 0;
      for await (const chunk of await tested.store.open(hash)) {
        expect(chunk.length).toBeGreaterThan(0);
        most = Math.max(most, process.memoryUsage().arrayBuffers);
      }
      expect(most - before).toBeLessThan(16 * MIB);
    });

    it("says so when there is no such content", async () => {
      const hash = sha256("never stored");
      await expect(tested.store.open(hash)).rejects.toBeInstanceOf(MediaMissingError);
      expect(await tested.store.size(hash)).toBeUndefined();
    });

    it("deletes removed content, and accepts it again; removing missing content succeeds", async () => {
      const { hash } = await put("old");
      const other = await put("other");
      await tested.store.remove(hash);
      await tested.store.remove(hash);
      expect(await tested.store.size(hash)).toBeUndefined();
      await expect(tested.store.open(hash)).rejects.toBeInstanceOf(MediaMissingError);
      expect((await read(other.hash)).toString()).toBe("other");
      await put("old");
      expect((await read(hash)).toString()).toBe("old");
    });

    it("yields before each chunk that is written or read", async () => {
      const content = randomBytes(MIB);
      let waits = 0;
      onGive = async () => void waits++;
      const { hash } = await tested.store.put(inPieces(content, MIB / 16), { maxBytes: MIB });
      expect(waits).toBe(16);

      waits = 0;
      const waitsAt: number[] = [];
      const source = await tested.store.open(hash);
      source.on("data", () => waitsAt.push(waits));
      expect((await buffer(source)).equals(content)).toBe(true);
      expect(waitsAt.length).toBeGreaterThan(1);
      for (const [before, waited] of waitsAt.entries()) expect(waited).toBeGreaterThan(before);
    });

    it("holds back chunks that are written or read until they may pass", async () => {
      const hold = (): { readonly asked: Promise<void>; goOn(): void } => {
        const [asked, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        onGive = () => {
          asked.resolve();
          return may.promise;
        };
        return { asked: asked.promise, goOn: may.resolve };
      };
      const into = hold();
      const putting = put("what somebody sent");
      await into.asked;
      expect(claimed).toEqual([]);
      into.goOn();
      const { hash } = await putting;

      const out = hold();
      const source = await tested.store.open(hash);
      const pieces: Buffer[] = [];
      const reading = buffer(source.on("data", (piece: Buffer) => pieces.push(piece)));
      await out.asked;
      expect(pieces).toEqual([]);
      out.goOn();
      expect((await reading).toString()).toBe("what somebody sent");
    });

    it("cleans up nothing that is still being written", async () => {
      const source = new Readable({ read() {} });
      source.push("first half, ");
      const putting = tested.store.put(source, { maxBytes: 100 });
      await tested.store.removeAbandoned();
      source.push("second half");
      source.push(null);
      expect((await read((await putting).hash)).toString()).toBe("first half, second half");
    });

    it.each([
      "",
      "..",
      "../secret",
      "../../etc/passwd",
      `../${"a".repeat(61)}`,
      "/etc/passwd",
      "incoming/half",
      "A".repeat(64),
      `${"a".repeat(64)}\n`,
      `${"a".repeat(64)}-`,
      `${"a".repeat(64)}-0`,
      `${"a".repeat(64)}-12345`,
      `${"a".repeat(64)}-320/../b`,
      `${"a".repeat(63)}\0`,
      "__proto__",
    ])("accepts only a hash as a name: %j", async (hostile) => {
      await expect(tested.store.open(hostile)).rejects.toBeInstanceOf(MediaMissingError);
      expect(await tested.store.size(hostile)).toBeUndefined();
      await expect(tested.store.remove(hostile)).rejects.toBeInstanceOf(MediaMissingError);
    });
  });
}
