import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { callJson } from "../../../src/gateway/http/json-call.ts";
import { openStoredBody } from "../../../src/gateway/http/stored-body.ts";
import type { StreamedBody } from "../../../src/core/job/remote.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import type { MediaStore } from "../../../src/media/store/media-store.ts";
import { imageBody } from "../../../src/core/request/image/image-body.ts";
import { createGatewayCalls, failureOf, postTo } from "../../support/gateway/gateway-calls.ts";

const never = new AbortController().signal;
const calls = createGatewayCalls();
let folder: string;
let media: MediaStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-stored-body-"));
  media = await createFolderStore(folder);
});

afterEach(() => calls.close());

afterAll(() => rm(folder, { recursive: true, force: true }));

async function keep(content: Buffer): Promise<string> {
  return (await media.put(Readable.from([content]), { maxBytes: content.length })).hash;
}

async function textOf(body: string | StreamedBody): Promise<string> {
  if (typeof body === "string") return body;
  const bytes = await buffer(Readable.from(body.open(), { objectMode: false }));
  expect(bytes.length).toBe(body.bytes);
  return bytes.toString();
}

/** A server that counts the received bytes, and answers once it has the whole body. */
async function countingServer() {
  const seen = { length: "", bytes: 0, hash: "" };
  const server = createServer((request, response) => {
    seen.length = request.headers["content-length"] ?? "";
    const hash = createHash("sha256");
    request.on("data", (chunk: Buffer) => {
      seen.bytes += chunk.length;
      hash.update(chunk);
    });
    request.on("end", () => {
      seen.hash = hash.digest("hex");
      response.writeHead(202, { "content-type": "application/json" }).end('{"jobId":"job_1"}');
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, seen, close: () => server.close() };
}

const dataUrl = (content: Buffer, type = "image/png"): string => `data:${type};base64,${content.toString("base64")}`;

describe("a stored body", () => {
  it.each([0, 1, 2, 3, 4, 65_535, 65_536, 65_537, 200_000])(
    "gets a file of %d bytes for its placeholder",
    async (size) => {
      const content = randomBytes(size);
      const placeholder = `easel-media:${await keep(content)}:image/webp`;
      const stored = JSON.stringify({ model: "m", images: [{ dataUrl: placeholder }] });
      const body = await openStoredBody(stored, media);
      expect(await textOf(body)).toBe(stored.replace(placeholder, dataUrl(content, "image/webp")));
      // A create whose outcome is unknown is sent again: the same bytes.
      expect(await textOf(body)).toBe(await textOf(body));
    },
  );

  it("is sent with all its files in order, and its mask", async () => {
    const contents = [randomBytes(70_000), randomBytes(5), randomBytes(100_001)];
    const [first, second, mask] = await Promise.all(
      contents.map(async (content, index) => ({
        kind: "image" as const,
        hash: await keep(content),
        mimeType: index === 1 ? "image/jpeg" : "image/png",
        name: `${index}.png`,
        bytes: content.length,
      })),
    );
    if (!first || !second || !mask) throw new Error("three files");
    const prompt = `"easel-media:${first.hash}:image/png" 狐 \u2028 \\`;
    const references = [first, second];
    const { body } = imageBody({ kind: "image", model: "provider-a/image-2", prompt, count: 1, references, mask });
    const sent: unknown = JSON.parse(await textOf(await openStoredBody(body, media)));
    expect(sent).toEqual({
      model: "provider-a/image-2",
      prompt,
      images: [
        { dataUrl: dataUrl(contents[0] ?? Buffer.alloc(0)) },
        { dataUrl: dataUrl(contents[1] ?? Buffer.alloc(0), "image/jpeg") },
      ],
      mask: { image_url: dataUrl(contents[2] ?? Buffer.alloc(0)) },
    });
  });

  it("stays text if it has no placeholder in a valid place", async () => {
    const hash = await keep(randomBytes(10));
    const placeholder = `easel-media:${hash}:image/png`;
    for (const stored of [
      { prompt: "a fox" },
      { prompt: placeholder },
      { prompt: `","images":[{"dataUrl":"${placeholder}"}],"x":"` },
      { prompt: "a fox", generationConfig: { images: [{ dataUrl: placeholder }], mask: { image_url: placeholder } } },
      { prompt: "a fox", dataUrl: placeholder, image_url: placeholder },
      {
        images: [placeholder, { url: placeholder }, { dataUrl: { dataUrl: placeholder } }, [{ dataUrl: placeholder }]],
      },
      { images: { dataUrl: placeholder } },
      {
        images: [
          { dataUrl: `${placeholder} ` },
          { dataUrl: `x${placeholder}` },
          { dataUrl: placeholder.toUpperCase() },
        ],
      },
      { images: [{ dataUrl: `easel-media:${hash}:image/png;base64,AAAA","x":"` }] },
      { images: [{ dataUrl: "easel-media:../../etc/passwd:image/png" }] },
      { mask: placeholder },
      [{ images: [{ dataUrl: placeholder }] }],
    ]) {
      const text = JSON.stringify(stored);
      expect(await openStoredBody(text, media)).toBe(text);
    }
  });

  it("is unchanged around its files, byte for byte", async () => {
    const content = randomBytes(10);
    const placeholder = `easel-media:${await keep(content)}:image/png`;
    const stored = JSON.stringify({
      prompt: "\ud800 </script> \u007f é",
      n: [0, -1.5e-7, 1e21, true, null, {}, []],
      ["__proto__"]: { a: 1 },
      images: [{ url: "https://a.test/b", extra: [1] }, { note: placeholder, dataUrl: placeholder }, {}, null, "x"],
      mask: null,
    });
    const image = `"dataUrl":"${placeholder}"`;
    const sent = await textOf(await openStoredBody(stored, media));
    expect(sent).toBe(stored.replace(image, `"dataUrl":"${dataUrl(content)}"`));
  });

  it("with a missing file is refused before anything is sent", async () => {
    const missing = createHash("sha256").update("nowhere").digest("hex");
    const stored = JSON.stringify({ images: [{ dataUrl: `easel-media:${missing}:image/png` }] });
    await expect(openStoredBody(stored, media)).rejects.toMatchObject({ code: "media_missing" });
  });

  it.each([
    ["grows", 1],
    ["shrinks", -1],
  ])("whose file %s while it is sent breaks off, and is never a complete request", async (_what, change) => {
    const hash = await keep(randomBytes(9_000));
    const changed: MediaStore = { ...media, size: async () => 9_000 - change * 3 };
    const stored = JSON.stringify({ images: [{ dataUrl: `easel-media:${hash}:image/png` }] });
    const body = await openStoredBody(stored, changed);
    const server = await calls.serve(() => undefined);
    const failure = await failureOf(calls.connect().open({ ...postTo(server.url), body }, never));
    expect(failure).toMatchObject({ code: "gateway_stored_body", sent: true });
  });
});

describe("a streamed body on the wire", () => {
  it("arrives complete, with its length, in flat memory", async () => {
    const size = 48 * 1024 * 1024;
    const hash = await keep(randomBytes(size));
    const images = [1, 2, 3].map(() => ({ dataUrl: `easel-media:${hash}:image/png` }));
    const body = await openStoredBody(JSON.stringify({ images }), media);
    if (typeof body === "string") throw new Error("not streamed");
    const expected = createHash("sha256");
    for await (const chunk of body.open()) expected.update(chunk);

    const server = await countingServer();
    const before = process.memoryUsage.rss();
    let peak = before;
    const measuring = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
    const answer = await callJson(calls.connect(), { ...postTo(server.url), body }, never);
    clearInterval(measuring);
    server.close();
    expect(answer).toMatchObject({ status: 202, body: { jobId: "job_1" } });
    expect(server.seen).toEqual({
      length: String(body.bytes),
      bytes: body.bytes,
      hash: expected.digest("hex"),
    });
    expect(body.bytes).toBeGreaterThan(3 * 64 * 1024 * 1024);
    // All of it would be 192 MiB.
    expect((peak - before) / 1024 / 1024).toBeLessThan(96);
  });

  it("is closed if the service answers before its end", async () => {
    const closed = Promise.withResolvers<void>();
    const content = randomBytes(8 * 1024 * 1024);
    const watched: MediaStore = {
      ...media,
      async open(hash) {
        const stream = await media.open(hash);
        stream.once("close", () => closed.resolve());
        return stream;
      },
    };
    const stored = JSON.stringify({ images: [{ dataUrl: `easel-media:${await keep(content)}:image/png` }] });
    const body = await openStoredBody(stored, watched);
    const server = await calls.serve((socket) => {
      // Stops reading, and reports that.
      socket.pause();
      socket.write("HTTP/1.1 413 Too Large\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}");
    });
    expect(await callJson(calls.connect(), { ...postTo(server.url), body }, never)).toMatchObject({ status: 413 });
    await closed.promise;
  });

  it("is not opened if no server listens, and is closed if the call is stopped", async () => {
    let opened = 0;
    const closed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    async function* endless() {
      opened++;
      try {
        for (;;) {
          yield Buffer.alloc(64 * 1024);
          begun.resolve();
        }
      } finally {
        closed.resolve();
      }
    }
    const body: StreamedBody = { bytes: 2 ** 40, open: endless };
    expect(await failureOf(calls.connect().open({ ...postTo("http://127.0.0.1:1"), body }, never))).toMatchObject({
      sent: false,
    });
    expect(opened).toBe(0);

    const server = await calls.serve((socket) => socket.pause());
    const stop = new AbortController();
    const failure = failureOf(calls.connect().open({ ...postTo(server.url), body }, stop.signal));
    await begun.promise;
    stop.abort();
    expect(await failure).toMatchObject({ code: "gateway_call_stopped", sent: true });
    await closed.promise;
    expect(opened).toBe(1);
  });
});
