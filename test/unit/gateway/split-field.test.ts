import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBase64Decoder } from "../../../src/gateway/http/base64-stream.ts";
import { createFieldSplitter } from "../../../src/gateway/http/split-field.ts";

/** Cuts bytes into pieces at the given places. */
function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (let index = 0; at < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

const PICTURE = { list: "images", field: "base64" };

function split(json: string, sizes: readonly number[] = [json.length], maxRest = 100_000) {
  const splitter = createFieldSplitter(PICTURE, maxRest);
  const field = Buffer.concat(cut(Buffer.from(json), sizes).flatMap((chunk) => splitter.push(chunk)));
  return { field: field.toString(), rest: splitter.rest() };
}

function decode(text: string, sizes: readonly number[]): Buffer {
  const decoder = createBase64Decoder();
  const parts = cut(Buffer.from(text), sizes).map((piece) => decoder.push(piece));
  return Buffer.concat([...parts, decoder.end()]);
}

describe("splitting a field off", () => {
  it("removes the field's text and leaves the rest as JSON", () => {
    const json = '{"images":[{"url":"u","base64":"QUJD","mimeType":"image/png"}],"usage":{"n":1}}';
    expect(split(json)).toEqual({ field: "QUJD", rest: json.replace("QUJD", "") });
  });

  it("is the same wherever the chunks are cut", () => {
    const text = fc.string({ unit: "grapheme" });
    const value = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), text);
    const extra = fc.dictionary(
      text.filter((key) => key !== "base64" && key !== "__proto__"),
      value,
    );
    fc.assert(
      fc.property(
        extra,
        text,
        extra,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (a, field, b, sizes) => {
          const whole = (base64: string) => ({ first: a, images: [{ before: a, base64, after: b }], last: b });
          const json = JSON.stringify(whole(field));
          const result = split(json, sizes);
          expect(JSON.parse(`"${result.field}"`)).toBe(field);
          expect(JSON.parse(result.rest)).toEqual(whole(""));
        },
      ),
    );
  });

  it("is not fooled by the name as a value, by escaped quotes, or by other types", () => {
    const image = String.raw`{"a":"base64","b":"x\"base64\":\"no","base64" : 5,"c":{"base64":null},"base64":["no"],"base64" :  "yes"}`;
    const json = String.raw`{"images" : [${image}]}`;
    expect(split(json).field).toBe("yes");
  });

  it("takes the first and drops later ones", () => {
    expect(split('{"images":[{"base64":"one"},{"base64":"two"}]}')).toEqual({
      field: "one",
      rest: '{"images":[{"base64":""},{"base64":""}]}',
    });
  });

  it.each([
    '{"usage":{"base64":"no"},"images":[{"base64":"yes"}]}',
    '{"usage":[{"base64":"no"}],"images":[{"base64":"yes"}]}',
    '{"base64":"no","images":[{"base64":"yes"}]}',
    '{"images":[{"more":{"base64":"no"},"base64":"yes"}]}',
    '{"images":[{"more":[{"images":[{"base64":"no"}]}],"base64":"yes"}]}',
    '{"more":{"images":[{"base64":"no"}]},"images":[{"base64":"yes"}]}',
    '{"images":[{"a":"]}"},{"base64":"no"}],"usage":{"images":[{"base64":"no"}]}}',
  ])("takes it from the first object of its list only: %s", (json) => {
    for (const sizes of [[json.length], [1]]) {
      const { field, rest } = split(json, sizes);
      expect(field).toBe(json.includes("yes") ? "yes" : "");
      expect(rest).toBe(json.replaceAll(/"(?:yes|no)"/g, '""'));
    }
  });

  it("refuses a rest that grows without end", () => {
    expect(() => split(`{"other":"${"x".repeat(200)}"}`, [7], 100)).toThrow(RangeError);
  });

  it("stays fast if every character is escaped", () => {
    const splitter = createFieldSplitter(PICTURE, 1_000);
    const chunk = Buffer.from(String.raw`\/`.repeat(32_768));
    splitter.push(Buffer.from('{"images":[{"base64":"'));
    const startedAt = performance.now();
    for (let count = 0; count < 10; count++) splitter.push(chunk);
    // A search to the end of the chunk for each escape would take minutes.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe("base64 in chunks", () => {
  it("is the same wherever it is split", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        fc.boolean(),
        fc.boolean(),
        (bytes, sizes, escaped, padded) => {
          let text = Buffer.from(bytes).toString("base64");
          if (!padded) text = text.replaceAll("=", "");
          if (escaped) text = text.replaceAll("/", String.raw`\/`).replaceAll("+", String.raw`\u002b`);
          expect(decode(text, sizes)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  it("ignores line breaks", () => {
    const bytes = randomBytes(100);
    const text = bytes.toString("base64").replaceAll(/.{20}/g, String.raw`$&\r\n`);
    expect(decode(text, [3])).toEqual(bytes);
  });

  it.each([
    "A",
    "AAAAA",
    "AA==BBBB",
    "AA==B",
    "A===",
    "<html>",
    "AA-_",
    "data:image/png;base64,AAAA",
    String.raw`AA\x`,
  ])("is not %s", (text) => {
    expect(() => decode(text, [3])).toThrow(SyntaxError);
    expect(() => decode(text, [100])).toThrow(SyntaxError);
  });
});
