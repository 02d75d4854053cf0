import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type HrTime } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Role } from "../../config/config.ts";
import type { TracesConfig } from "../../config/traces-config.ts";
import { ownVersion } from "../../db/schema-version.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { createLineRedaction } from "../../lib/log/redact.ts";
import { traceIdOf } from "../../lib/log/trace-id.ts";
import { reportingExporter } from "./reporting-exporter.ts";
import { SPANS, type SpanType } from "./span-table.ts";
import type { Traces } from "./traces.ts";

/** How long stopping may wait for the collector: Easel must end within 10 seconds, and other parts need most of that. */
const LAST_EXPORT_MS = 1_500;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

export interface OpenedTraces extends Traces {
  /** Sends the remaining spans. Resolves after `LAST_EXPORT_MS` at the latest. */
  stop(): Promise<void>;
}

/**
 * Opens the export of traces to an OpenTelemetry collector (OTLP over HTTP, protobuf). Spans are sent in the background, in
 * groups. While the collector is unavailable, spans are dropped: those whose export fails, and, uncounted, new ones while 2,048
 * are queued.
 */
export async function openTraces(
  config: TracesConfig,
  { role, clock, log }: { readonly role: Role; readonly clock: Clock; readonly log: Logger },
): Promise<OpenedTraces> {
  const exporter = new OTLPTraceExporter({ url: `${config.endpoint}/v1/traces`, headers: { ...config.headers } });
  const ids = createIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": config.serviceName,
      "service.version": await ownVersion(),
      "service.instance.id": randomUUID(),
      "host.name": hostname(),
      "process.pid": process.pid,
      "easel.role": role,
    }),
    // Decides by the trace's id, so that all processes decide the same about a batch.
    sampler: new TraceIdRatioBasedSampler(config.ratio),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: reportingExporter(exporter, { clock, log }) })],
  });
  const tracer = provider.getTracer("easel");
  // Codes and request ids come from other services, which could put anything there.
  const redact = createLineRedaction([]);

  return {
    record(name, { batchId, from, to, attributes }) {
      const type: SpanType = SPANS[name];
      const own = batchId === undefined ? undefined : idsOf(batchId);
      const set = Object.entries(attributes)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, typeof value === "string" ? redact(value) : value]);
      const options = { kind: KINDS[type.kind], startTime: hrTime(from), attributes: Object.fromEntries(set) };
      const span =
        own === undefined || type.isFirst
          ? ids.using(own, () => tracer.startSpan(name, options, ROOT_CONTEXT))
          : tracer.startSpan(name, options, trace.setSpanContext(ROOT_CONTEXT, own));
      if (attributes["error.type"] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(hrTime(Math.max(from, to)));
    },
    async stop() {
      const late = Promise.withResolvers<void>();
      const forget = clock.after(LAST_EXPORT_MS, late.resolve);
      // The exporter reports failures.
      await Promise.race([provider.shutdown().catch(() => {}), late.promise]);
      forget();
    },
  };
}

/** The ids of the first span of a batch's trace. Every process derives them from the batch's id. */
function idsOf(batchId: string) {
  const traceId = traceIdOf(batchId);
  return { traceId, spanId: traceId.slice(0, 16), traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Random ids, except for a span that is started within `using`. */
function createIds() {
  const random = new RandomIdGenerator();
  let next: { readonly traceId: string; readonly spanId: string } | undefined;
  return {
    generateTraceId: () => next?.traceId ?? random.generateTraceId(),
    generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    using<T>(own: typeof next, start: () => T): T {
      next = own;
      try {
        return start();
      } finally {
        next = undefined;
      }
    },
  };
}

/**
 * Seconds and nanoseconds. OpenTelemetry reads a plain number from before the process's start as a time relative to that start.
 */
function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.floor((ms - seconds * 1_000) * 1_000_000)];
}
