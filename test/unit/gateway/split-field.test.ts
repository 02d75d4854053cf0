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

function split(json: string, sizes: readonly number[] = [json.length], maxRest = 100_000) {
  const splitter = createFieldSplitter("base64", maxRest);
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
          const json = JSON.stringify({ before: a, base64: field, after: b });
          const result = split(json, sizes);
          expect(JSON.parse(`"${result.field}"`)).toBe(field);
          expect(JSON.parse(result.rest)).toEqual({ before: a, base64: "", after: b });
        },
      ),
    );
  });

  it("is not fooled by the name as a value, by escaped quotes, or by other types", () => {
    const json = String.raw`{"a":"base64","b":"x\"base64\":\"no","base64" : 5,"c":{"base64":null},"base64":["no"],"base64" :  "yes"}`;
    expect(split(json).field).toBe("yes");
  });

  it("takes the first and drops later ones", () => {
    expect(split('[{"base64":"one"},{"base64":"two"}]')).toEqual({
      field: "one",
      rest: '[{"base64":""},{"base64":""}]',
    });
  });

  it("refuses a rest that grows without end", () => {
    expect(() => split(`{"other":"${"x".repeat(200)}"}`, [7], 100)).toThrow(RangeError);
  });

  it("stays fast if every character is escaped", () => {
    const splitter = createFieldSplitter("base64", 1_000);
    const chunk = Buffer.from(String.raw`\/`.repeat(32_768));
    splitter.push(Buffer.from('{"base64":"'));
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
