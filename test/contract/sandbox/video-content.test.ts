import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";
import { createdVideo, linkOf } from "../../support/gateway/video-sandbox.ts";

/** `docs/gateway.md#videos-endpoints`, the signed link: a small valid clip, whole and in parts. */
let sandbox: TestSandbox;
let id: string;
let link: string;
let clip: Buffer;

beforeAll(async () => {
  sandbox = await openTestSandbox({ speed: 0 });
  id = await createdVideo(sandbox);
  link = await linkOf(sandbox, id);
  clip = Buffer.from(await (await fetch(link)).arrayBuffer());
});
afterAll(() => sandbox.close());

const get = (headers: Record<string, string> = {}, method = "GET") => fetch(link, { method, headers });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
/** The status and code of a link's answer. */
const refusal = async (url: string): Promise<unknown[]> => {
  const response = await fetch(url);
  const body: unknown = await response.json();
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
  return [response.status, code];
};

describe("a signed link", () => {
  it("returns the clip without any key", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("video/mp4");
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    expect(response.headers.get("x-gateway-request-id")).toMatch(/^req_/);
    expect(response.headers.get("content-length")).toBe(String(clip.length));
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(clip) });
    expect(await input.computeDuration()).toBeCloseTo(1, 1);
    expect(await (await input.getPrimaryVideoTrack())?.getCodec()).toBe("avc");
    expect(await (await input.getPrimaryAudioTrack())?.getCodec()).toBe("aac");
  });

  it("reports length and type for HEAD", async () => {
    const response = await get({}, "HEAD");
    expect([response.status, response.headers.get("content-length")]).toEqual([200, String(clip.length)]);
    expect(await response.text()).toBe("");
  });

  it.each([
    ["the beginning", "bytes=0-99", 0, 99],
    ["the middle", "bytes=100-199", 100, 199],
    ["up to the end", "bytes=1000-", 1000, undefined],
    ["the last bytes", "bytes=-10", -10, undefined],
    ["beyond the end", "bytes=1000-99999999", 1000, undefined],
  ])("gives %s", async (_name, range, start, end) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    const part = clip.subarray(start, end === undefined ? undefined : end + 1);
    const first = start < 0 ? clip.length + start : start;
    expect(response.headers.get("content-range")).toBe(`bytes ${first}-${first + part.length - 1}/${clip.length}`);
    expect(await bytesOf(response)).toEqual(part);
  });

  it.each(["bytes=0-1,5-6", "pages=1-2", "bytes=9-3", "bytes=-"])("ignores the range %s", async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(200);
    expect(await bytesOf(response)).toEqual(clip);
  });

  it("refuses a range outside the clip", async () => {
    const response = await get({ range: "bytes=99999999-" });
    expect([response.status, response.headers.get("content-range")]).toEqual([416, `bytes */${clip.length}`]);
  });

  it("returns everything if the range is of another file", async () => {
    expect((await get({ range: "bytes=0-9", "if-range": '"another"' })).status).toBe(200);
    const etag = (await get()).headers.get("etag") ?? "";
    expect((await get({ range: "bytes=0-9", "if-range": etag })).status).toBe(206);
  });

  it("is refused if any part of it was changed", async () => {
    const url = new URL(link);
    const expires = String(url.searchParams.get("expires"));
    const sig = String(url.searchParams.get("sig"));
    const other = await linkOf(sandbox, await createdVideo(sandbox));
    const at = (query: string, task = id): string => `${sandbox.url}/v1/videos/${task}/content${query}`;
    expect(await refusal(at(""))).toEqual([403, "invalid_signature"]);
    expect(await refusal(at(`?expires=${expires}`))).toEqual([403, "invalid_signature"]);
    expect(await refusal(at(`?expires=${Number(expires) + 1}&sig=${sig}`))).toEqual([403, "invalid_signature"]);
    expect(await refusal(at(`?expires=${expires}&sig=${"0".repeat(64)}`))).toEqual([403, "invalid_signature"]);
    expect(await refusal(at(`?expires=${expires}&sig=ü`))).toEqual([403, "invalid_signature"]);
    expect(await refusal(at(new URL(other).search))).toEqual([403, "invalid_signature"]);
    expect(await refusal(at(url.search, "task_0"))).toEqual([404, "not_found"]);
  });

  it("expires early if its prompt says so, and reading the task again renews it", async () => {
    const task = await createdVideo(sandbox, { prompt: "a fox [link:60]" });
    const stale = await linkOf(sandbox, task);
    await sandbox.advance(60);
    expect(await refusal(stale)).toEqual([410, "link_expired"]);
    expect((await fetch(await linkOf(sandbox, task))).status).toBe(200);
  });

  it("breaks off when a fault cuts it", async () => {
    const match = { method: "GET", path: "/v1/videos/{id}/content" };
    await sandbox.call("POST", "/sandbox/faults", { match, action: { type: "cut" } });
    const response = await get();
    expect(response.headers.get("content-length")).toBe(String(clip.length));
    await expect(response.arrayBuffer()).rejects.toThrow("terminated");
  });

  it("is recorded in the call list without its signature", async () => {
    const calls = await (await fetch(new URL("/sandbox/calls", sandbox.url))).text();
    expect(calls).toContain("sig=***");
    expect(calls).not.toContain(String(new URL(link).searchParams.get("sig")));
  });
});
