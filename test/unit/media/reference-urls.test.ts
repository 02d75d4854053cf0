import { describe, expect, it } from "vitest";
import { VIDEO_TIMEOUT_MS } from "../../../src/lib/limits.ts";
import { LinkError } from "../../../src/media/link/link-error.ts";
import type { LinkedFile } from "../../../src/media/link/linked-file.ts";
import { createReferenceUrls } from "../../../src/media/relay/reference-urls.ts";
import type { Reference } from "../../../src/core/request/reference.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const CDN = "https://cdn.test/1/2/a.png?ex=1";

function setUp(relayUrl: string | undefined, look: () => Promise<LinkedFile>) {
  const clock = createManualClock();
  const looked: string[] = [];
  const urls = createReferenceUrls({
    relay: { urlFor: () => relayUrl },
    links: {
      async look(link) {
        looked.push(link);
        return look();
      },
    },
    clock,
  });
  const reference = (url: string | undefined, more: Partial<Reference> = {}): Reference => ({
    kind: "image",
    hash: "a".repeat(64),
    mimeType: "image/png",
    name: "a.png",
    bytes: 10,
    ...(url === undefined ? {} : { publicUrl: { url, expiresAt: clock.now() + VIDEO_TIMEOUT_MS } }),
    ...more,
  });
  return { urls, clock, looked, reference };
}

const whole = async (): Promise<LinkedFile> => ({ mimeType: "image/png", bytes: 10 });

describe("the address of a reference", () => {
  it("is Easel's if it has one, and nothing is checked", async () => {
    const { urls, looked, reference } = setUp("https://easel.test/media/1", whole);
    expect(urls.urlFor(reference(CDN))).toBe("https://easel.test/media/1");
    expect(await urls.canLoad([reference(CDN), reference(undefined)])).toBe(true);
    expect(looked).toEqual([]);
  });

  it("is the platform's if that still shows the complete file", async () => {
    const { urls, looked, reference } = setUp(undefined, whole);
    expect(await urls.canLoad([reference(CDN)])).toBe(true);
    expect(looked).toEqual([CDN]);
    expect(urls.urlFor(reference(CDN))).toBe(CDN);
  });

  it("is missing if no file needs one", async () => {
    expect(await setUp(undefined, whole).urls.canLoad([])).toBe(true);
  });

  it.each([
    ["there is none", undefined, {}],
    ["it is not encrypted", "http://cdn.test/a.png", {}],
    ["it is a sound whose address does not end with .mp3", "https://cdn.test/a", { kind: "audio" as const }],
  ])("does not exist if %s", async (_what, url, more) => {
    const { urls, looked, reference } = setUp(undefined, whole);
    expect(urls.urlFor(reference(url, more))).toBeUndefined();
    expect(await urls.canLoad([reference(CDN), reference(url, more)])).toBe(false);
    expect(looked).toEqual([CDN]);
  });

  it("of an MP3 has the required ending", async () => {
    const { urls, reference } = setUp(undefined, whole);
    expect(await urls.canLoad([reference("https://cdn.test/a.MP3?ex=1", { kind: "audio" })])).toBe(true);
  });

  it("is missing if it would expire before the clip can be made", async () => {
    const { urls, clock, reference } = setUp(undefined, whole);
    const old = reference(CDN);
    clock.advance(1);
    expect(urls.urlFor(old)).toBeUndefined();
    expect(await urls.canLoad([old])).toBe(false);
  });

  it.each([
    ["no longer shows the file", () => Promise.reject(new LinkError({ why: "status", status: 404 }))],
    ["shows something else", async () => ({ mimeType: "text/html", bytes: 4_000 })],
    ["does not report the size", async () => ({ mimeType: "image/png", bytes: undefined })],
  ])("does not exist if the platform %s", async (_what, look) => {
    const { urls, reference } = setUp(undefined, look);
    expect(await urls.canLoad([reference(CDN)])).toBe(false);
  });
});
