import { describe, expect, it } from "vitest";
import { maskedKey } from "../../../../../src/core/account/keys/masked.ts";
import { holdsSecret, isLikeKey, withoutSecrets } from "../../../../../src/core/account/keys/typed-secret.ts";

const LIVE = "sk-live0123456789abcdefghij";

describe("stored text", () => {
  it.each([
    [`/imagine a fox ${LIVE}`, "/imagine a fox [key removed]"],
    [`use “${LIVE}”, please`, "use “[key removed]”, please"],
    ["/easel-admin keys add hunter2", "/easel-admin keys add [key removed]"],
    ["/easel-admin keys add --name team --secret x", "/easel-admin keys add [key removed]"],
    ["easel key add a b c", "easel key add [key removed]"],
    ["/easel-admin keys check sk-short", "/easel-admin keys check [key removed]"],
    ["/EASEL-ADMIN  Keys assign --key=sk-short --to all", "/EASEL-ADMIN  Keys assign --key=[key removed] --to all"],
    ["/easel-admin keys remove aVeryLongWordOf32Characters01234", "/easel-admin keys remove [key removed]"],
  ])("contains no key: %s", (given, kept) => {
    expect(withoutSecrets(given)).toBe(kept);
    expect(holdsSecret(given)).toBe(true);
    // Stored text is recognised when it comes again.
    expect(holdsSecret(kept)).toBe(true);
    expect(withoutSecrets(kept)).toBe(kept);
  });

  it.each([
    "/imagine a key-shaped island, sk-ateboard style",
    "/imagine https://example.com/sk-1234567890123456789012345.png",
    "/easel-admin keys list",
    "/easel-admin keys add",
    "/easel-admin keys disable design team 2",
    "/easel key list",
    "/jobs show 0199a1b2-c3d4-7000-8000-0123456789ab",
    "",
  ])("is complete if it contains no key: %s", (given) => {
    expect(withoutSecrets(given)).toBe(given);
    expect(holdsSecret(given)).toBe(false);
  });
});

describe("a word that looks like a key", () => {
  it.each(["sk-abcd", "sk_live_1234", "pk-test-1", "AbCdEfGhIjKlMnOpQrStUvWx1"])("such as %s", (word) => {
    expect(isLikeKey(word)).toBe(true);
  });
  it.each([
    "team",
    "design-team-of-the-second-floor",
    "sk-",
    "2026-11-21",
    "123456789012345678901234",
    "sk-abcd,efgh",
    "https://x.test/sk-abcd",
    "https://x.test/AbCdEfGhIjKlMnOpQrStUvWx1",
    "AbCdEfGhIjKlMnOpQrStUvWx1/index.html",
  ])("unlike %s", (word) => {
    expect(isLikeKey(word)).toBe(false);
  });
});

describe("a masked key", () => {
  it.each([
    ["sk-0123456789abcdef", "sk-…cdef"],
    ["sk-short", "sk-…rt"],
    ["0123456789abcdef", "…cdef"],
    ["0ab-456789abcdef", "…cdef"],
    ["ab", "…ab"],
  ])("%s is %s", (secret, masked) => {
    expect(maskedKey(secret)).toBe(masked);
  });
});
