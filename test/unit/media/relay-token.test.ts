import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRelayTokens } from "../../../src/media/relay/relay-token.ts";

const SECRET = "an instance's secret key of some length";
const grant = { hash: "ab".repeat(32), fileName: "song.mp3", expiresAt: Date.UTC(2026, 10, 20) };
const tokens = createRelayTokens(SECRET);

it("a token returns its grant", () => {
  expect(tokens.read(tokens.sign(grant), grant.fileName)).toEqual(grant);
});

it("a token fits into one part of a path", () => {
  expect(tokens.sign(grant)).toMatch(/^[\w-]{92}$/);
});

describe("nothing else is a token", () => {
  it("with any one of its characters changed", () => {
    const token = tokens.sign(grant);
    const other = fc.stringMatching(/^[\w-]$/);
    fc.assert(
      fc.property(fc.nat({ max: token.length - 1 }), other, (at, character) => {
        fc.pre(token[at] !== character);
        const forged = token.slice(0, at) + character + token.slice(at + 1);
        expect(tokens.read(forged, grant.fileName)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it.each(["song.mp4", "song.mp3 ", "Song.mp3", ""])("under another file name: %j", (fileName) => {
    expect(tokens.read(tokens.sign(grant), fileName)).toBeUndefined();
  });

  it("under another instance's key", () => {
    const others = createRelayTokens(`${SECRET}.`);
    expect(tokens.read(others.sign(grant), grant.fileName)).toBeUndefined();
  });

  it("in another spelling of the same bytes", () => {
    const token = tokens.sign(grant);
    for (const spelling of [
      `${token}=`,
      `${token} `,
      ` ${token}`,
      token.replaceAll("-", "+").replaceAll("_", "/") + "\n",
    ]) {
      expect(tokens.read(spelling, grant.fileName)).toBeUndefined();
    }
  });

  it("of any other text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(tokens.read(text, grant.fileName)).toBeUndefined();
      }),
    );
  });
});
