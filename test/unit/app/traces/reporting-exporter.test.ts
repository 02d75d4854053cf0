import { expect, it } from "vitest";
import { ExportResultCode, type ExportResult } from "@opentelemetry/core";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { reportingExporter } from "../../../../src/app/traces/reporting-exporter.ts";
import { createLog } from "../../../../src/lib/log/log.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const SUCCESS: ExportResult = { code: ExportResultCode.SUCCESS };
const refused: ExportResult = {
  code: ExportResultCode.FAILED,
  error: new Error("a web page of a secret fox", { cause: Object.assign(new Error("no"), { code: "ECONNREFUSED" }) }),
};

function setUp() {
  const lines: unknown[] = [];
  const clock = createManualClock();
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }, { clock });
  let result = SUCCESS;
  const told: ExportResult[] = [];
  const twoSpans: ReadableSpan[] = [];
  twoSpans.length = 2;
  const exporter = reportingExporter(
    { export: (_spans, done) => done(result), shutdown: () => Promise.resolve() },
    { clock, log },
  );
  return {
    lines,
    told,
    clock,
    send(given: ExportResult, times = 1) {
      result = given;
      for (let at = 0; at < times; at++) exporter.export(twoSpans, (one) => told.push(one));
    },
  };
}

it("reports an unavailable collector once a minute, and when it is back", () => {
  const { lines, clock, send } = setUp();
  send(refused, 20);
  clock.advance(60_000);
  send(refused, 21);
  send(SUCCESS, 2);
  clock.advance(60_000);
  send(refused);
  expect(lines).toMatchObject([
    { level: "warn", reason: "ECONNREFUSED", spans: 2 },
    { level: "warn", reason: "ECONNREFUSED", spans: 40 },
    { level: "info", spans: 40, msg: "traces can be sent again" },
    { level: "warn", reason: "ECONNREFUSED", spans: 2 },
  ]);
});

it("logs nothing for a collector that answers, and never logs its response", () => {
  const { lines, send } = setUp();
  send(SUCCESS, 3);
  expect(lines).toEqual([]);
  send({ code: ExportResultCode.FAILED, error: Object.assign(new Error("a secret fox"), { code: 401 }) });
  expect(lines).toMatchObject([{ reason: "HTTP 401" }]);
  expect(JSON.stringify(lines)).not.toContain("fox");
});

it("lets the SDK report nothing by itself", () => {
  const { told, send } = setUp();
  send(refused);
  expect(told).toEqual([SUCCESS]);
});
