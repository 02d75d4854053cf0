import { Readable } from "node:stream";
import { pino } from "pino";
import { expect, it } from "vitest";
import { fetchArtifact } from "../../src/delivery/fetch-artifact.ts";
import type { ArtifactContent } from "../../src/delivery/store.ts";
import type { RemoteService } from "../../src/job/remote.ts";
import { createDeliveryWorld } from "../support/memory-delivery.ts";
import { createManualClock } from "../support/manual-clock.ts";
import type { MediaStore } from "../../src/media/store.ts";
import * as good from "../support/media-files.ts";

const HASH = "b".repeat(64);

/** Fetches a picture whose content then reads as `open` has it; returns what was kept of it. */
async function fetchOne(
  open: () => Promise<Readable>,
  chunks: readonly Buffer[] = [Buffer.from("bytes")],
): Promise<ArtifactContent | undefined> {
  const clock = createManualClock();
  const kept: ArtifactContent[] = [];
  const { store } = createDeliveryWorld({ now: () => clock.now() });
  const elsewhere = (): never => {
    throw new Error("no part of these tests");
  };
  const service: RemoteService = {
    create: elsewhere,
    look: elsewhere,
    fetchArtifact: async () => ({
      kind: "artifact",
      mimeType: "image/png",
      body: Readable.from(chunks),
      usage: undefined,
    }),
  };
  await fetchArtifact(
    { id: "job", remote: { baseUrl: "http://gateway.test", apiKey: "k", remoteId: "r" }, endedAt: clock.now() },
    {
      service,
      media: { put: takeIn, open, size: async () => 5 },
      store: { ...store, artifactFetched: async (_jobId, content) => void kept.push(content) },
      clock,
      random: () => 0.5,
      log: pino({ level: "silent" }),
    },
    new AbortController().signal,
  );
  return kept[0];
}

const takeIn: MediaStore["put"] = async (source, { seen }) => {
  for await (const chunk of source as AsyncIterable<Buffer>) seen?.(chunk);
  return { hash: HASH, bytes: 5 };
};

it("a fetched picture is kept with the size that its first bytes tell, and is not read again", async () => {
  const png = await good.png();
  const chunks = [png.subarray(0, 7), png.subarray(7, 19), png.subarray(19)];
  const content = await fetchOne(() => Promise.reject(new Error("EIO")), chunks);
  expect(content).toMatchObject({ width: 96, height: 64 });
});

it("a fetched picture is kept with its size wherever that stands", async () => {
  const png = await good.png();
  const content = await fetchOne(async () => Readable.from([png]));
  expect(content).toEqual({ hash: HASH, bytes: 5, mimeType: "image/png", width: 96, height: 64 });
});

it.each([
  ["can't be opened", () => Promise.reject(new Error("EIO"))],
  [
    "breaks while it is read",
    async () =>
      new Readable({
        read: (): never => {
          throw new Error("EIO");
        },
      }),
  ],
  ["breaks at once", async () => new Readable({ construct: (done) => done(new Error("EIO")) })],
  ["is no picture", async () => Readable.from([Buffer.from("nothing of the kind")])],
])("a fetched picture that %s is kept without a size, and nothing else happens", async (_what, open) => {
  expect(await fetchOne(open)).toEqual({
    hash: HASH,
    bytes: 5,
    mimeType: "image/png",
    width: undefined,
    height: undefined,
  });
});
