import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readArguments } from "../../../src/sandbox/arguments.ts";
import { matches, type Fault } from "../../../src/sandbox/errors/fault.ts";
import { isPrivateAddress } from "../../../src/lib/http/address-scope.ts";
import { readImageUrl } from "../../../src/sandbox/image/image-url.ts";
import { sizeOfProviderB } from "../../../src/sandbox/image/size.ts";
import { maskedHeaders, maskedPath, recordedBody } from "../../../src/sandbox/recorded-call.ts";
import { tinyPicture } from "../../../src/sandbox/render/tiny.ts";
import { wrapText } from "../../../src/sandbox/render/wrap.ts";

const fault = (match: Fault["match"]): Fault => ({ id: "1", match, action: { type: "hang" }, times: 1 });
const measure = (text: string): number => Array.from(text).length;

describe("a fault's match", () => {
  it("accepts exact paths, stars and names in braces", () => {
    expect(matches(fault({ method: "post", path: "/v1/videos" }), "POST", "/v1/videos")).toBe(true);
    expect(matches(fault({ method: "POST", path: "/v1/videos" }), "POST", "/v1/videos/1")).toBe(false);
    expect(matches(fault({ path: "/api/v1/images/jobs/*/result" }), "GET", "/api/v1/images/jobs/job_1/result")).toBe(
      true,
    );
    expect(matches(fault({ path: "/api/v1/images/jobs/{jobId}" }), "DELETE", "/api/v1/images/jobs/job_1")).toBe(true);
    expect(matches(fault({}), "GET", "/anything")).toBe(true);
  });

  it("matches every other character literally", () => {
    expect(matches(fault({ path: "/a.b+(c)" }), "GET", "/a.b+(c)")).toBe(true);
    expect(matches(fault({ path: "/a.b" }), "GET", "/axb")).toBe(false);
  });
});

describe("the call list's masking", () => {
  it("shows enough of a key to tell it from others, and no more", () => {
    const headers = maskedHeaders({ authorization: "Bearer sk-verysecretkey", cookie: "a=b", "idempotency-key": "k1" });
    expect(headers).toEqual({ authorization: "Bearer sk-...tkey", cookie: "***", "idempotency-key": "k1" });
    expect(maskedHeaders({ authorization: "Bearer short" })["authorization"]).toBe("Bearer ***");
  });

  it("hides the signature of a link", () => {
    expect(maskedPath("/v1/videos/1/content?expires=1&sig=abc&x=1")).toBe("/v1/videos/1/content?expires=1&sig=***&x=1");
  });

  it("hides a key wherever a client puts it", () => {
    expect(maskedHeaders({ "api-key": "sk-verysecretkey", "x-api-key": "sk-verysecretkey" })).toEqual({
      "api-key": "***",
      "x-api-key": "***",
    });
    expect(maskedPath("/v1/models?api_key=a&key=b&token=c&access_token=d&page=2")).toBe(
      "/v1/models?api_key=***&key=***&token=***&access_token=***&page=2",
    );
    const { body } = recordedBody(Buffer.from(JSON.stringify({ api_key: "sk-1", extra: { apiKey: "sk-2" }, n: 1 })));
    expect(body).toEqual({ api_key: "***", extra: { apiKey: "***" }, n: 1 });
  });

  it("hides nothing else", () => {
    expect(maskedPath("/v1/models?monkey=1&keyword=2")).toBe("/v1/models?monkey=1&keyword=2");
    const { body } = recordedBody(Buffer.from(JSON.stringify({ max_tokens: "9", prompt: "a key" })));
    expect(body).toEqual({ max_tokens: "9", prompt: "a key" });
  });

  it("keeps a body's structure, and shortens long texts in it", () => {
    const long = "x".repeat(100_000);
    const { body } = recordedBody(Buffer.from(JSON.stringify({ prompt: "a fox", images: [{ dataUrl: long }] })));
    expect(body).toMatchObject({
      prompt: "a fox",
      images: [{ dataUrl: expect.stringMatching(/^x+\.\.\. \(100000 characters\)$/) }],
    });
    expect(JSON.stringify(body).length).toBeLessThan(10_000);
  });

  it("keeps a body that is not JSON as text, and a missing one as null", () => {
    expect(recordedBody(Buffer.from("{nonsense")).body).toBe("{nonsense");
    expect(recordedBody(undefined)).toEqual({ body: null, bodySha256: null });
  });

  it("tells two long bodies apart by their hash", () => {
    const [a, b] = ["a", "b"].map((last) =>
      recordedBody(Buffer.from(JSON.stringify({ p: "x".repeat(50_000) + last }))),
    );
    expect(a?.bodySha256).not.toBe(b?.bodySha256);
  });
});

describe("an address of an image", () => {
  it.each(["https://example.com/a.png", "https://93.184.216.34/a.png"])("may be %s", (url) => {
    expect(readImageUrl(url, "images[0]", false).href).toBe(url);
  });

  it.each([
    "http://example.com/a.png",
    "https://user:password@example.com/a.png",
    "https://localhost/a.png",
    "https://intranet/a.png",
    "https://printer.local/a.png",
    "https://127.0.0.1/a.png",
    "https://10.1.2.3/a.png",
    "https://169.254.169.254/latest",
    "https://[::1]/a.png",
    "https://[fd00::1]/a.png",
    "https://[::ffff:10.0.0.1]/a.png",
    "https://2130706433/a.png",
    "ftp://example.com/a.png",
    "file:///etc/passwd",
    "nonsense",
  ])("may not be %s", (url) => {
    expect(() => readImageUrl(url, "images[0]", false)).toThrow(
      expect.objectContaining({ code: "invalid_image_url", param: "images[0]" }),
    );
  });

  it("may be on this machine only if that is allowed", () => {
    expect(readImageUrl("http://127.0.0.1:8080/a.png", "images[0]", true).port).toBe("8080");
    expect(() => readImageUrl("http://10.0.0.1/a.png", "images[0]", true)).toThrow("public https");
  });

  it("treats an IPv4 address within IPv6 like the IPv4 address", () => {
    expect(isPrivateAddress("::ffff:192.168.1.1")).toBe(true);
    expect(isPrivateAddress("::ffff:93.184.216.34")).toBe(false);
  });
});

describe("a provider-b size", () => {
  it("has about as many pixels as its tier for a ratio that is not in the table", () => {
    const { width, height, tier } = sizeOfProviderB("1K", "21:9");
    expect(tier).toBe("1K");
    expect(width / height).toBeCloseTo(21 / 9, 1);
    expect(width * height).toBeGreaterThan(0.9 * 1024 * 1024);
    expect(width * height).toBeLessThan(1.1 * 1024 * 1024);
  });
});

describe("a caption", () => {
  it("breaks between words, and in Chinese anywhere except before punctuation", () => {
    expect(wrapText("a lighthouse at dusk", 12, 3, measure)).toEqual({
      lines: ["a lighthouse", "at dusk"],
      whole: true,
    });
    expect(wrapText("黄昏的灯塔，海浪", 5, 3, measure)).toEqual({ lines: ["黄昏的灯", "塔，海浪"], whole: true });
  });

  it("breaks a word that is longer than a line", () => {
    expect(wrapText("abcdefgh", 3, 5, measure)).toEqual({ lines: ["abc", "def", "gh"], whole: true });
  });

  it("ends in an ellipsis if it does not fit", () => {
    expect(wrapText("one two three four five", 9, 2, measure)).toEqual({ lines: ["one two", "three…"], whole: false });
  });
});

describe("the command line", () => {
  it("has sensible defaults, with a folder for each port", () => {
    const rest = { host: "127.0.0.1", speed: 1, media: "full" };
    expect(readArguments([])).toEqual({ port: 9090, dataDir: "data/sandbox-9090", ...rest });
    expect(readArguments(["--port", "1234", "--speed", "10", "--data", "/x", "--media", "tiny"])).toEqual({
      port: 1234,
      host: "127.0.0.1",
      speed: 10,
      media: "tiny",
      dataDir: "/x",
    });
  });

  it.each([["--port", "x"], ["--port", "70000"], ["--speed", "-1"], ["--media", "huge"], ["--nothing"]])(
    "names what is wrong: %s %s",
    (...argv) => {
      expect(() => readArguments(argv.filter((part) => part !== undefined))).toThrow(argv[0]);
    },
  );
});

describe("a tiny picture", () => {
  it.each(["png", "jpeg", "webp"] as const)("is a complete %s", async (format) => {
    const { data, info } = await sharp(tinyPicture(format, "one")).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 16, height: 16 });
    expect(data.length).toBe(16 * 16 * info.channels);
  });

  it.each(["png", "jpeg"] as const)("has different bytes for each id, as %s", (format) => {
    expect(tinyPicture(format, "one")).toEqual(tinyPicture(format, "one"));
    expect(tinyPicture(format, "one")).not.toEqual(tinyPicture(format, "two"));
  });
});
