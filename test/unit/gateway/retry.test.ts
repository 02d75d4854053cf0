import { describe, expect, it } from "vitest";
import { backoffMs, retryAfterMs, RETRY_AFTER_CAP_MS } from "../../../src/gateway/http/retry.ts";

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["7", 7_000],
    [" 120 ", 120_000],
    ["1.5", 1_500],
    ["Fri, 20 Nov 2026 12:00:30 GMT", 30_000],
    ["Friday, 20-Nov-26 12:01:00 GMT", 60_000],
    ["Fri Nov 20 12:02:00 2026 GMT", 120_000],
  ])("understands %s", (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });

  it("treats a past date as a wait of zero", () => {
    expect(retryAfterMs("Thu, 19 Nov 2026 12:00:00 GMT", NOW)).toBe(0);
  });

  it.each(["99999999999999999999", `1${"0".repeat(400)}`, "Sat, 20 Nov 2094 12:00:00 GMT"])(
    "caps the absurd %s",
    (header) => {
      expect(retryAfterMs(header, NOW)).toBe(RETRY_AFTER_CAP_MS);
    },
  );

  it.each([undefined, "", "  ", "soon", "-5", "1e9", "NaN", "0x10", "Fri, 99 Nov 2026 99:00:00 GMT"])(
    "ignores %s",
    (header) => {
      expect(retryAfterMs(header, NOW)).toBeUndefined();
    },
  );
});

describe("backoff", () => {
  const backoff = { firstMs: 1_000, capMs: 10_000 };

  it("doubles with each failure up to the cap", () => {
    const waits = [1, 2, 3, 4, 5, 6, 2_000].map((failures) => backoffMs(failures, backoff, () => 1));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  });

  it("subtracts a random part of at most half", () => {
    expect(backoffMs(2, backoff, () => 0)).toBe(1_000);
    expect(backoffMs(2, backoff, () => 0.5)).toBe(1_500);
  });
});
