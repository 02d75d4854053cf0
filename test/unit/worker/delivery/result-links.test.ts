import { expect, it } from "vitest";
import { systemClock } from "../../../../src/lib/clock.ts";
import { createResultLinks } from "../../../../src/worker/delivery/result/result-links.ts";

function linkOn(opensLocalLinks: boolean, url: string | undefined): string | undefined {
  const tokens = { sign: () => "token", read: () => undefined };
  const links = createResultLinks({ tokens, clock: systemClock, lifeMs: 1_000, baseUrl: url });
  return links.linkTo("batch-1", 1, opensLocalLinks)?.url;
}

it.each([
  "http://127.0.0.1:8081",
  "http://localhost:8081",
  "http://easel.localhost",
  "http://[::1]:8081",
  "http://10.1.2.3",
  "http://192.168.1.5:8081",
  "http://169.254.1.1",
])("never links %s where people read from elsewhere", (url) => {
  expect(linkOn(false, url)).toBeUndefined();
  expect(linkOn(true, url)).toBe(`${url}/results/token`);
});

it("links a public address on every platform, and none without one", () => {
  for (const opensLocalLinks of [true, false]) {
    expect(linkOn(opensLocalLinks, "https://easel.example.com/")).toBe("https://easel.example.com/results/token");
    expect(linkOn(opensLocalLinks, undefined)).toBeUndefined();
  }
});
