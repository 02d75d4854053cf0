import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResultLink } from "../../../src/worker/delivery/result/result-links.ts";
import { resultPageTexts } from "../../../src/text/render/result-page.ts";
import { aRequest } from "../../support/database/jobs.ts";
import * as good from "../../support/media/media-files.ts";
import { startResultServer, type ResultServer } from "../../support/media/result-server.ts";

const texts = resultPageTexts("en");
const PROMPT = `A <b>"lighthouse"</b> & 'dusk'</title><script>alert(1)</script>`;
let server: ResultServer;
let png: Buffer;
let link: ResultLink & { readonly hash: string; readonly batchId: string };

beforeAll(async () => {
  server = await startResultServer();
  png = await good.png();
  link = await server.publish(
    png,
    { mimeType: "image/png", width: 96, height: 64 },
    { request: aRequest({ prompt: PROMPT }) },
  );
});

afterAll(() => server[Symbol.asyncDispose]());

async function page(url: string, init?: RequestInit): Promise<{ answer: Response; html: string }> {
  const answer = await fetch(url, init);
  return { answer, html: await answer.text() };
}

/** The bytes' address in the page. */
async function fileUrl(): Promise<string> {
  const { html } = await page(link.url);
  return new URL(/<img src="([^"]+)"/.exec(html)?.[1] ?? "", link.url).href;
}

describe("the page of a result", () => {
  it("shows the picture with its prompt, when it expires, and a way to save it", async () => {
    const { answer, html } = await page(link.url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).toContain('width="96" height="64"');
    expect(html).toContain("96 × 64");
    expect(html).toContain("PNG");
    expect(html).toContain(`>${texts.download}</a>`);
    expect(html).toMatch(/\d{4} at \d\d:\d\d UTC/);
    expect(html).toContain('<html lang="en">');
  });

  it("escapes the prompt", async () => {
    const { html } = await page(link.url);
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<b>");
    expect(html).toContain("A &lt;b&gt;&quot;lighthouse&quot;&lt;/b&gt; &amp; &#39;dusk&#39;");
  });

  it("is private, and may load only the result", async () => {
    const { answer } = await page(link.url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
      "referrer-policy": "no-referrer",
      vary: "accept-language",
    });
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; media-src 'self'; /);
    expect(policy).not.toContain("unsafe");
  });

  it("is in Chinese for those who prefer it", async () => {
    const { html } = await page(link.url, { headers: { "accept-language": "zh-CN,zh;q=0.9,en;q=0.8" } });
    expect(html).toContain('<html lang="zh-CN">');
    expect(html).toContain(`>${resultPageTexts("zh-CN").download}</a>`);
  });

  it("returns only headers for HEAD", async () => {
    const { answer, html } = await page(link.url, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(html).toBe("");
  });

  it("plays a clip", async () => {
    const clip = await server.publish(Buffer.from("clip"), { mimeType: "video/mp4" }, { service: "video" });
    const { html } = await page(clip.url);
    expect(html).toContain("<video controls");
    expect(html).toContain('type="video/mp4"');
  });
});

describe("the bytes", () => {
  it("can be read whole, in part, or as headers only, for display or download", async () => {
    const url = await fileUrl();
    const whole = await fetch(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(png)).toBe(true);
    expect(whole.headers.get("content-type")).toBe("image/png");
    expect(whole.headers.get("content-disposition")).toMatch(/^inline; filename="a-b-lighthouse/);
    expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
    expect(whole.headers.get("content-security-policy")).toContain("sandbox");
    expect((await fetch(`${url}?save`)).headers.get("content-disposition")).toMatch(/^attachment; /);

    const part = await fetch(url, { headers: { range: "bytes=10-19" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 10-19/${png.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(png.subarray(10, 20))).toBe(true);

    const head = await fetch(url, { method: "HEAD", headers: { range: "bytes=10-19" } });
    expect(head.status).toBe(206);
    expect(await head.text()).toBe("");
    expect((await fetch(url, { headers: { range: `bytes=${png.length}-` } })).status).toBe(416);
  });

  it("are only downloaded if a browser might run their type", async () => {
    const odd = await server.publish(Buffer.from("<svg onload=alert(1)>"), { mimeType: "image/svg+xml" });
    const { html } = await page(odd.url);
    const url = new URL(/<img src="([^"]+)"/.exec(html)?.[1] ?? "", odd.url);
    const answer = await fetch(url);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
  });
});

describe("nothing is shown", () => {
  it("for forged or misused links", async () => {
    const token = new URL(link.url).pathname.split("/").at(-1) ?? "";
    const forged = `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
    for (const path of [`/results/${forged}`, "/results/x", "/results/%00"]) {
      const { answer, html } = await page(server.url + path);
      expect(answer.status).toBe(404);
      expect(html).toContain(texts.unknownTitle);
    }
    expect((await fetch(`${server.url}/results/${token}/file`)).status).toBe(404);
    const fileToken = new URL(await fileUrl()).pathname.split("/").at(-2);
    expect((await fetch(`${server.url}/results/${fileToken}`)).status).toBe(404);
  });

  it("once the content is no longer stored", async () => {
    const gone = await server.publish(Buffer.from("soon gone"), { mimeType: "image/png" });
    await server.media.remove(gone.hash);
    const { answer, html } = await page(gone.url);
    expect(answer.status).toBe(410);
    expect(html).toContain(texts.goneTitle);
  });

  it("once the link has expired, for page and bytes", async () => {
    const url = await fileUrl();
    server.clock.advance(server.lifeMs + 1_000);
    const { answer, html } = await page(link.url);
    expect(answer.status).toBe(410);
    expect(html).toContain(texts.expiredTitle);
    expect((await fetch(url)).status).toBe(410);
  });
});
