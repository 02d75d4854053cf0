import { describe, expect, it } from "vitest";
import {
  codeHash,
  isCode,
  newCode,
  operatorCode,
  organisationCode,
} from "../../../../src/core/account/access-codes.ts";

const KEY = "a secret key of more than 32 characters, for tests alone";
const OTHER = `${KEY}!`;
const UNAMBIGUOUS = "[A-HJKMNP-Z2-9]";

describe("a code", () => {
  it("has two halves of unambiguous characters, and is random", () => {
    const codes = Array.from({ length: 20 }, newCode);
    for (const code of codes) expect(code).toMatch(new RegExp(`^${UNAMBIGUOUS}{4}-${UNAMBIGUOUS}{4}$`));
    expect(new Set(codes).size).toBe(20);
    expect(new Set(codes.join("")).size).toBeGreaterThan(15);
  });

  it.each(["K7QM-3XWA", "k7qm-3xwa", " K7QM 3XWA ", "K7QM3XWA", "Ｋ７ＱＭ－３ＸＷＡ"])(
    "is recognised as %j",
    (typed) => {
      expect(isCode(KEY, typed, "K7QM-3XWA")).toBe(true);
      expect(codeHash(KEY, typed)).toBe(codeHash(KEY, "K7QM-3XWA"));
    },
  );

  it.each(["K7QM-3XWB", "K7QM", "", "L7QM-3XWA"])("is not %j", (typed) => {
    expect(isCode(KEY, typed, "K7QM-3XWA")).toBe(false);
  });

  it("is hashed so that it can't be recovered without the key", () => {
    expect(codeHash(KEY, "K7QM-3XWA")).toMatch(/^[\w-]{43}$/);
    expect(codeHash(KEY, "K7QM-3XWA")).not.toBe(codeHash(OTHER, "K7QM-3XWA"));
  });
});

describe("the operator's code and an organisation's code", () => {
  it("have three groups of characters, and are stable for a secret key in every version", () => {
    expect(operatorCode(KEY)).toBe("KQJN-X8GP-G4W6");
    expect(organisationCode(KEY, "o-1")).toBe("72DP-CMA2-KT9P");
    expect(operatorCode(KEY)).toMatch(new RegExp(`^(${UNAMBIGUOUS}{4}-){2}${UNAMBIGUOUS}{4}$`));
  });

  it("differ from each other and by secret key", () => {
    const codes = [
      operatorCode(KEY),
      operatorCode(OTHER),
      organisationCode(KEY, "o-1"),
      organisationCode(KEY, "o-2"),
      organisationCode(OTHER, "o-1"),
    ];
    expect(new Set(codes).size).toBe(codes.length);
  });
});
