import { expect, it } from "vitest";
import { systemClock } from "../../../../src/lib/clock.ts";
import { createResultLinks } from "../../../../src/worker/delivery/result/result-links.ts";
import { createResultTokens } from "../../../../src/worker/delivery/result/result-token.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

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

it("reads only addresses of result pages below its own address, until they expire", () => {
  const tokens = createResultTokens("an instance's secret key of some length");
  const clock = createManualClock();
  const links = createResultLinks({ tokens, clock, lifeMs: 5_000, baseUrl: "https://easel.example.com/" });
  const batchId = "11111111-2222-4333-8444-555555555555";
  const url = links.linkTo(batchId, 2, false)?.url ?? "";
  expect(links.read(url)).toMatchObject({ batchId, ordinal: 2 });
  for (const other of [
    `${url}/file`,
    `${url}?x`,
    url.replace("easel.", "weasel."),
    url.replace("results", "media"),
    "",
  ])
    expect(links.read(other)).toBeUndefined();
  const elsewhere = createResultLinks({ tokens, clock, lifeMs: 5_000, baseUrl: undefined });
  expect(elsewhere.read(url)).toBeUndefined();
  clock.advance(6_000);
  expect(links.read(url)).toBeUndefined();
});

it("links a public address on every platform, and none without one", () => {
  for (const opensLocalLinks of [true, false]) {
    expect(linkOn(opensLocalLinks, "https://easel.example.com/")).toBe("https://easel.example.com/results/token");
    expect(linkOn(opensLocalLinks, undefined)).toBeUndefined();
  }
});
