import { afterEach, expect, it } from "vitest";
import { collectorLines } from "../../../../src/app/self-check/collector.ts";
import { refusedUrl } from "../../../support/process/tcp-server.ts";
import { startCollector, type Collector } from "../../../support/traces/collector.ts";

let collector: Collector | undefined;

afterEach(async () => {
  await collector?.close();
  collector = undefined;
});

const lineOf = async (endpoint: string): Promise<unknown> => {
  const [line] = await collectorLines({ endpoint, headers: { "api-key": "planted" }, serviceName: "easel", ratio: 1 });
  return line;
};

it("says that traces are off", async () => {
  expect(await collectorLines(undefined)).toEqual([{ isWell: true, text: expect.stringContaining("Traces: off") }]);
});

it("sends an empty export with the configured headers, as the exporter would", async () => {
  collector = await startCollector();
  expect(await lineOf(collector.url)).toEqual({
    isWell: true,
    text: `Traces: the collector at ${collector.url} takes them.`,
  });
  expect(collector.headers).toMatchObject([{ "api-key": "planted" }]);
  expect(collector.spans).toEqual([]);
});

it.each([
  [401, "OTEL_EXPORTER_OTLP_HEADERS"],
  [403, "OTEL_EXPORTER_OTLP_HEADERS"],
  [404, "OTEL_EXPORTER_OTLP_ENDPOINT"],
  [429, "the collector's own log"],
  [503, "the collector's own log"],
])("says what to correct when the collector answers %d", async (status, fix) => {
  collector = await startCollector(status);
  const text = expect.stringMatching(new RegExp(`answers ${status}: .*${fix}`));
  expect(await lineOf(collector.url)).toEqual({ isWell: false, text });
});

it("says that nothing answers", async () => {
  const text = expect.stringContaining("does not answer (ECONNREFUSED)");
  expect(await lineOf(await refusedUrl())).toEqual({ isWell: false, text });
});
