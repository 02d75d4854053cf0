import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTraces, type OpenedTraces } from "../../../../src/app/traces/open-traces.ts";
import { traceIdOf } from "../../../../src/lib/log/trace-id.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { startCollector, type Collector } from "../../../support/traces/collector.ts";
import { startTcpServer } from "../../../support/process/tcp-server.ts";

const log = pino({ level: "silent" });
const clock = createManualClock();
let collector: Collector;

beforeEach(async () => {
  collector = await startCollector();
});

afterEach(() => collector.close());

function open(endpoint: string, ratio = 1): Promise<OpenedTraces> {
  return openTraces({ endpoint, headers: {}, serviceName: "easel", ratio }, { role: "all", clock, log });
}

function recordWait(traces: OpenedTraces, batchId: string, from = 1_000, to = 2_000): void {
  traces.record("wait for a slot", { batchId, from, to, attributes: { "easel.batch": batchId } });
}

it("keeps times from before the process, and fractions of milliseconds", async () => {
  const traces = await open(collector.url);
  recordWait(traces, randomUUID(), 1_000_000_000_000.25, 1_000_000_001_000.5);
  await traces.stop();
  expect(collector.spans).toMatchObject([{ from: 1_000_000_000_000_250_000n, to: 1_000_000_001_000_500_000n }]);
});

it("records a span that ends before it began, because a clock was set, with zero duration", async () => {
  const traces = await open(collector.url);
  recordWait(traces, randomUUID(), 1_000, 500);
  await traces.stop();
  expect(collector.spans).toMatchObject([{ from: 1_000_000_000n, to: 1_000_000_000n }]);
});

it("sends the same share of batches in every process", async () => {
  const batches = Array.from({ length: 60 }, () => randomUUID());
  const processes = await Promise.all([open(collector.url, 0.5), open(collector.url, 0.5)]);
  for (const traces of processes) for (const batchId of batches) recordWait(traces, batchId);
  await Promise.all(processes.map((traces) => traces.stop()));
  const sent = Map.groupBy(collector.spans, ({ traceId }) => traceId);
  expect(sent.size).toBeGreaterThan(0);
  expect(sent.size).toBeLessThan(batches.length);
  for (const spans of sent.values()) expect(spans).toHaveLength(2);
  const known = new Set(batches.map((batchId) => traceIdOf(batchId)));
  expect([...sent.keys()].filter((traceId) => !known.has(traceId))).toEqual([]);
});

it("marks a span that failed", async () => {
  const traces = await open(collector.url);
  const attributes = { "error.type": "platform_unavailable", "easel.post": undefined };
  traces.record("post message", { batchId: randomUUID(), from: 1, to: 2, attributes });
  await traces.stop();
  expect(collector.spans).toMatchObject([{ failed: true }]);
  expect(collector.spans[0]?.attributes).toEqual({ "error.type": "platform_unavailable" });
});

it("removes anything that looks like a secret from other services' texts", async () => {
  const traces = await open(collector.url);
  const attributes = { "easel.request_id": "req-1 sk-live-0123456789" };
  traces.record("create at the gateway", { batchId: randomUUID(), from: 1, to: 2, attributes });
  await traces.stop();
  expect(collector.spans[0]?.attributes).toEqual({ "easel.request_id": "req-1 […]" });
});

it("does not wait long for a silent collector when stopping", async () => {
  const asked = Promise.withResolvers<void>();
  const silent = await startTcpServer(() => asked.resolve());
  const traces = await open(silent.url);
  recordWait(traces, randomUUID());
  const stopped = traces.stop();
  await asked.promise;
  clock.advance(1_500);
  await expect(stopped).resolves.toBeUndefined();
  await silent.close();
});
