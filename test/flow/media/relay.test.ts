import { Readable } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDownloads, DOWNLOADS_OF_LINK } from "../../../src/media/relay/downloads.ts";
import { createRelay, type Relay, RELAY_LINK_MS } from "../../../src/media/relay/relay.ts";
import type { FileSource } from "../../../src/media/relay/send-file.ts";
import type { Reference } from "../../../src/core/request/reference.ts";
import { startTestIntake, type TestIntake } from "../../support/media/intake.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import * as good from "../../support/media/media-files.ts";

const SECRET_KEY = "an instance's secret key of some length";
const CONTENT = good.mp3(20);
let test: TestIntake;
let server: FastifyInstance;
let clock: ManualClock;
let relay: Relay;
let files: FileSource;
let song: Reference;
let base: string | undefined;

beforeEach(async () => {
  test = await startTestIntake();
  clock = createManualClock();
  files = { media: test.media, downloads: createDownloads({ ofSigner: DOWNLOADS_OF_LINK, clock }) };
  relay = createRelay({ files, secretKey: SECRET_KEY, clock });
  server = fastify({ forceCloseConnections: true });
  await server.register(relay.routes);
  base = await server.listen({ host: "127.0.0.1", port: 0 });
  const { hash, bytes } = await test.media.put(Readable.from([CONTENT]), { maxBytes: 1e6 });
  song = { kind: "audio", hash, bytes, mimeType: "audio/mpeg", name: "Mein Lied.MP3", seconds: 1 };
});

afterEach(async () => {
  await server.close();
  await test[Symbol.asyncDispose]();
});

function urlOf(reference: Reference): string {
  const url = relay.at(base).urlFor(reference);
  if (url === undefined) throw new Error("no address");
  return url;
}

describe("an address", () => {
  it("ends with the type's extension, and reveals neither the content's name nor the secret", () => {
    const url = urlOf(song);
    expect(url).toMatch(/\/media\/[\w-]{92}\/mein-lied\.mp3$/);
    expect(url).not.toContain(song.hash);
    expect(url).not.toContain(SECRET_KEY);
  });

  it("works below a public address with a path", () => {
    base = "https://easel.example/bot/";
    expect(urlOf(song)).toMatch(/^https:\/\/easel\.example\/bot\/media\/[\w-]+\/mein-lied\.mp3$/);
  });

  it("is missing without a public address, and for unaccepted types", () => {
    expect(relay.at(base).urlFor({ ...song, mimeType: "text/html" })).toBeUndefined();
    base = undefined;
    expect(relay.at(base).urlFor(song)).toBeUndefined();
  });
});

describe("an address returns", () => {
  it("the whole file, with its type, and forbids caching", async () => {
    const answer = await fetch(urlOf(song));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "audio/mpeg",
      "content-length": String(CONTENT.length),
      "content-disposition": 'inline; filename="mein-lied.mp3"',
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "accept-ranges": "bytes",
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(CONTENT)).toBe(true);
  });

  it("only headers for HEAD", async () => {
    const answer = await fetch(urlOf(song), { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe(String(CONTENT.length));
    expect(answer.headers.get("content-type")).toBe("audio/mpeg");
    expect((await answer.arrayBuffer()).byteLength).toBe(0);
  });

  it.each([
    ["bytes=0-0", 0, 1],
    ["bytes=417-833", 417, 834],
    ["bytes=8000-", 8000, CONTENT.length],
    ["bytes=-10", CONTENT.length - 10, CONTENT.length],
    ["bytes=8000-99999999", 8000, CONTENT.length],
  ])("a range: %s", async (range, start, end) => {
    const answer = await fetch(urlOf(song), { headers: { range } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/${CONTENT.length}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(CONTENT.subarray(start, end))).toBe(true);
  });

  it("a range's length for HEAD", async () => {
    const answer = await fetch(urlOf(song), { method: "HEAD", headers: { range: "bytes=0-9" } });
    expect([answer.status, answer.headers.get("content-length")]).toEqual([206, "10"]);
  });

  it("no range outside the file", async () => {
    const answer = await fetch(urlOf(song), { headers: { range: `bytes=${CONTENT.length}-` } });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("content-range")).toBe(`bytes */${CONTENT.length}`);
  });

  it("the whole file instead of another version's range", async () => {
    const url = urlOf(song);
    const tag = (await fetch(url, { method: "HEAD" })).headers.get("etag") ?? "";
    const part = await fetch(url, { headers: { range: "bytes=0-9", "if-range": tag } });
    const whole = await fetch(url, { headers: { range: "bytes=0-9", "if-range": '"another"' } });
    expect([part.status, whole.status]).toEqual([206, 200]);
  });

  it.each([
    ["image/png", "png"],
    ["image/jpeg", "jpg"],
    ["image/webp", "webp"],
    ["video/mp4", "mp4"],
    ["video/quicktime", "mov"],
    ["video/webm", "webm"],
  ])("%s under .%s", async (mimeType, ending) => {
    const answer = await fetch(urlOf({ ...song, kind: "video", mimeType, name: "a.b.c" }));
    expect(answer.url).toMatch(new RegExp(`/a-b\\.${ending}$`));
    expect(answer.headers.get("content-type")).toBe(mimeType);
    await answer.arrayBuffer();
  });
});

describe("an address is refused", () => {
  it("after 72 hours, and not before", async () => {
    const url = urlOf(song);
    clock.advance(RELAY_LINK_MS - 1_000);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    clock.advance(1_000);
    const late = await fetch(url);
    expect(late.status).toBe(410);
    expect(await late.text()).toBe("410\n");
  });

  it.each([
    ["another name", (url: string) => url.replace("mein-lied", "dein-lied")],
    ["another type", (url: string) => url.replace(/\.mp3$/, ".html")],
    ["another token", (url: string) => url.replace(/media\/../, "media/__")],
    ["no token", (url: string) => url.replace(/media\/[^/]+/, "media/x")],
    ["a file's hash instead of a token", (url: string) => url.replace(/media\/[^/]+/, `media/${song.hash}`)],
    ["a folder", (url: string) => url.replace(/mein.*$/, "..%2f..%2fsecret.key")],
    ["a longer token", (url: string) => url.replace("/media/", "/media/AAAA")],
  ])("with %s", async (_what, change) => {
    const answer = await fetch(change(urlOf(song)));
    expect(answer.status).toBe(404);
    expect(answer.headers.get("etag")).toBeNull();
    await answer.arrayBuffer();
  });

  it("when its content is gone, with the same answer as for one that never existed", async () => {
    const gone = await fetch(urlOf({ ...song, hash: "0".repeat(64) }));
    const never = await fetch(urlOf(song).replace("mein", "dein"));
    expect([gone.status, never.status]).toEqual([404, 404]);
    expect(await gone.text()).toBe(await never.text());
  });

  it("for everything except reading", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      expect((await fetch(urlOf(song), { method })).status).toBe(404);
    }
  });

  it("with another instance's key", async () => {
    const other = createRelay({ files, secretKey: `${SECRET_KEY}2`, clock });
    expect((await fetch(other.at(base).urlFor(song) ?? "")).status).toBe(404);
  });
});
