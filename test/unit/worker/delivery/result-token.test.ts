import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createResultTokens } from "../../../../src/worker/delivery/result/result-token.ts";

const tokens = createResultTokens("an instance's secret key of some length");
const grant = { batchId: randomUUID(), ordinal: 3, expiresAt: 1_800_000_000_000 };

describe("a result's token", () => {
  it("returns what was signed, for its own purpose only", () => {
    const page = tokens.sign(grant, "page");
    expect(tokens.read(page, "page")).toEqual(grant);
    expect(tokens.read(page, "file")).toBeUndefined();
    expect(tokens.read(tokens.sign(grant, "file"), "file")).toEqual(grant);
  });

  it("is short, and contains nothing that a chat reads as markup", () => {
    expect(tokens.sign(grant, "page")).toMatch(/^[0-9a-f]{76}$/);
  });

  it("is invalid if any digit differs, or if it is spelled differently", () => {
    const token = tokens.sign(grant, "page");
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom("0", "1", "7", "a", "f"), (at, digit) => {
        const changed = token.slice(0, at) + digit + token.slice(at + 1);
        expect(tokens.read(changed, "page") === undefined).toBe(changed !== token);
      }),
    );
    for (const other of ["", token.toUpperCase(), token.slice(2), `${token}00`, "../../etc/passwd"]) {
      expect(tokens.read(other, "page")).toBeUndefined();
    }
  });

  it("of another instance is invalid here", () => {
    const other = createResultTokens("another instance's secret key, as long");
    expect(tokens.read(other.sign(grant, "page"), "page")).toBeUndefined();
  });
});
