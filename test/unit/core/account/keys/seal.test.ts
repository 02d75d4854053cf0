import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSeal } from "../../../../../src/core/account/keys/seal.ts";
import { EaselError } from "../../../../../src/lib/errors.ts";

const KEY = "a secret key of more than 32 characters, for tests alone";
const seal = createSeal(KEY);

function errorOf(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

function codeOf(act: () => unknown): string | undefined {
  const error = errorOf(act);
  if (error === undefined) return undefined;
  return error instanceof EaselError ? error.code : "another error";
}

/** The sealed text with one of its parts replaced. */
function withPart(sealed: string, index: number, change: (bytes: Buffer) => Buffer): string {
  const parts = sealed.split(".");
  parts[index] = change(Buffer.from(parts[index] ?? "", "base64url")).toString("base64url");
  return parts.join(".");
}

describe("a sealed secret", () => {
  it("opens to the original secret", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (secret, context) => {
        expect(seal.open(seal.close(secret, context), context)).toBe(secret);
      }),
    );
  });

  it("reveals nothing of the secret, and differs every time", () => {
    const sealed = [seal.close("sk-secret", "o-1"), seal.close("sk-secret", "o-1")];
    expect(new Set(sealed).size).toBe(2);
    for (const text of sealed) {
      expect(text).toMatch(/^v1\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
      expect(Buffer.from(text.split(".")[3] ?? "", "base64url").toString("latin1")).not.toContain("secret");
    }
  });

  it("opens with the same key in another process", () => {
    expect(createSeal(KEY).open(seal.close("sk-secret", "o-1"), "o-1")).toBe("sk-secret");
  });

  it("opens with a previous SECRET_KEY, which no longer seals anything", () => {
    const old = createSeal("an old secret key of more than 32 characters");
    const both = createSeal(KEY, [
      "one of more than 32 characters before that",
      "an old secret key of more than 32 characters",
    ]);
    expect(both.open(old.close("sk-secret", "o-1"), "o-1")).toBe("sk-secret");
    expect(codeOf(() => old.open(both.close("sk-secret", "o-1"), "o-1"))).toBe("seal_broken");
    expect(both.keyId).toBe(seal.keyId);
    expect(both.keyId).not.toBe(old.keyId);
    expect(both.fingerprint("sk-secret")).toBe(seal.fingerprint("sk-secret"));
  });

  it("still opens in a later version of Easel", () => {
    const sealed = "v1.4YpSwnmEt5IshNZq.4glJRtd3yDPr6DPRNWMlvg.Dn-5eO69UNPlcQ";
    expect(seal.open(sealed, "o-1")).toBe("sk-sëcret");
    expect(seal.keyId).toBe("AYsr7dKv");
    expect(seal.fingerprint("sk-sëcret")).toBe("H-STr0-I5_gEEi8vvOgeviwwCBkwzlYirVhYUR0lRMw");
  });

  it("does not open with another key or for another organisation", () => {
    const sealed = seal.close("sk-secret", "o-1");
    expect(codeOf(() => createSeal(`${KEY}!`).open(sealed, "o-1"))).toBe("seal_broken");
    expect(codeOf(() => seal.open(sealed, "o-2"))).toBe("seal_broken");
    expect(codeOf(() => seal.open(sealed, ""))).toBe("seal_broken");
  });

  it.each([
    ["nonce", 1],
    ["tag", 2],
    ["text", 3],
  ])("does not open if a bit of its %s was changed", (_name, part) => {
    const sealed = seal.close("sk-secret", "o-1");
    const length = Buffer.from(sealed.split(".")[part] ?? "", "base64url").length;
    for (let at = 0; at < length; at++) {
      const changed = withPart(sealed, part, (bytes) => {
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        return bytes;
      });
      expect(codeOf(() => seal.open(changed, "o-1"))).toBe("seal_broken");
    }
  });

  it("does not open with a shortened tag, which could be guessed", () => {
    const sealed = seal.close("sk-secret", "o-1");
    for (const length of [4, 8, 12, 13, 14, 15]) {
      const shortened = withPart(sealed, 2, (bytes) => bytes.subarray(0, length));
      expect(
        codeOf(() => seal.open(shortened, "o-1")),
        `${length} bytes`,
      ).toBe("seal_broken");
    }
  });

  it.each(["", "v1", "v1.a", "v1.a.b", "v2.a.b.c", "sk-secret"])(
    "%j is not sealed, and the error's cause says so",
    (text) => {
      expect(errorOf(() => seal.open(text, "o-1"))).toMatchObject({
        code: "seal_broken",
        cause: new RangeError("not a sealed secret"),
      });
    },
  );

  it.each(["v1...", "...."])("%j does not open", (text) => {
    expect(codeOf(() => seal.open(text, "o-1"))).toBe("seal_broken");
  });

  it("does not open with another version prefix", () => {
    const sealed = seal.close("sk-secret", "o-1").replace("v1", "v2");
    expect(codeOf(() => seal.open(sealed, "o-1"))).toBe("seal_broken");
  });

  it("reveals neither the secret nor the key when it fails to open", () => {
    try {
      createSeal("another key of more than thirty-two characters").open(seal.close("sk-secret", "o-1"), "o-1");
      expect.unreachable();
    } catch (error) {
      const { message } = error instanceof Error ? error : { message: "" };
      expect(message).toContain("SECRET_KEY");
      expect(message).not.toContain("sk-secret");
      expect(message).not.toContain("another key");
    }
  });
});

describe("a fingerprint", () => {
  it("is equal for equal secrets, under the same key only", () => {
    expect(seal.fingerprint("sk-1")).toBe(createSeal(KEY).fingerprint("sk-1"));
    expect(seal.fingerprint("sk-1")).not.toBe(seal.fingerprint("sk-2"));
    expect(seal.fingerprint("sk-1")).not.toBe(createSeal(`${KEY}!`).fingerprint("sk-1"));
    expect(seal.fingerprint("sk-1")).not.toContain("sk-1");
  });
});
