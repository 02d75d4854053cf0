import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redacted } from "../../../../src/lib/log/redact.ts";
import { processorMs } from "../../../support/processor-time.ts";

const LONG = 200_000;

describe("the gateway's text without secrets", () => {
  it.each([
    ["Incorrect API key provided: sk-abc123DEF456.", "Incorrect API key provided: […]."],
    ["Authorization: Bearer eyJhbGciOi.abc.def failed", "Authorization: Bearer […] failed"],
    ["bad header “Bearer sk-live-1”", "bad header “Bearer […]”"],
    ["Basic dXNlcjpwYXNzd29yZDE= refused", "Basic […] refused"],
    ["see https://user:pass@host.test/a/b.png?expires=1&sig=ab#x now", "see https://host.test/a/b.png?[…] now"],
    ["GET https://easel.test/media/abcdefghijklmnopqrstuvwxyz0123/fox.mp3", "GET https://easel.test/media/[…]/fox.mp3"],
    ["/v1/videos/t/content?expires=99&sig=deadbeef", "/v1/videos/t/content?expires=[…]&sig=[…]"],
    ["data:image/png;base64,iVBORw0KGgo= is no image", "data:image/png,[…] is no image"],
    ["token ghp_0123456789abcdef and xoxb-1-2-abc", "token […] and […]"],
    ["hash AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEf ends", "hash […] ends"],
  ])("%s", (text, shown) => {
    expect(redacted(text)).toBe(shown);
  });

  it.each([
    "size must be <= 3840, got 4000x100 (request id: 20261122083059abcdef0123456789)",
    "The bearer authentication scheme is required",
    "Invalid key: must be a string",
    "model provider-a/image-2.5-flare has no capacity, try gamma3.0-video-480p",
    "seconds: must be between 4 and 15",
    "task_2cbe60ddcfc9404e9f91913ae44731c5 not found",
  ])("leaves plain words as they are: %s", (text) => {
    expect(redacted(text)).toBe(text);
  });

  it("is idempotent", () => {
    const part = fc.constantFrom(
      "https://",
      "a/b",
      "?sig=",
      "Bearer ",
      "sk-",
      "eyJ",
      ".",
      "=",
      "A1b2",
      " ",
      "data:a/b,",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const once = redacted(parts.join(""));
        expect(redacted(once)).toBe(once);
      }),
    );
  });

  it.each(["https://a", "data:a/b,", "Bearer ", "key=", "A1b", "sk-a", "+", "/", "a+", "a1/"])(
    "is made quickly from a text of only %j",
    (part) => {
      const long = part.repeat(LONG / part.length);
      expect(processorMs(() => redacted(long))).toBeLessThan(1_000);
    },
  );

  it.each(["+", "/", "+/+"])("lacks opaque text also after signs that such text may contain: %j", (signs) => {
    const opaque = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEf";
    expect(redacted(`hash ${signs}${opaque} ends`)).toBe("hash […] ends");
  });
});
