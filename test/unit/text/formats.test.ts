import { expect, it } from "vitest";
import { dateFormat, numberFormat } from "../../../src/text/formats.ts";

it("makes each format once", () => {
  const berlin = { dateStyle: "long", timeZone: "Europe/Berlin" } as const;
  expect(dateFormat("en", berlin)).toBe(dateFormat("en", { ...berlin }));
  expect(dateFormat("zh-CN", berlin)).not.toBe(dateFormat("en", berlin));
  expect(dateFormat("en", { ...berlin, timeZone: "Asia/Tokyo" })).not.toBe(dateFormat("en", berlin));
  const euros = { style: "currency", currency: "EUR" } as const;
  expect(numberFormat("en", euros)).toBe(numberFormat("en", { ...euros }));
  expect(numberFormat("en", { ...euros, currency: "USD" })).not.toBe(numberFormat("en", euros));
});

it("writes English as in Britain", () => {
  const at = new Date("2026-11-03T12:00:00Z");
  expect(dateFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(at)).toBe("3 November 2026");
  expect(dateFormat("zh-CN", { dateStyle: "long", timeZone: "UTC" }).format(at)).toBe("2026年11月3日");
});
