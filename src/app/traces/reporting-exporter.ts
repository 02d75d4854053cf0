import { ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Clock } from "../../lib/clock.ts";
import { rootCode } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log/log.ts";

/** Minimum interval between warnings about an unavailable collector. */
const REPORT_MS = 60_000;

/**
 * Wraps an exporter to log when spans can't be sent, and when they can be again, each time with the number lost since the last
 * message.
 */
export function reportingExporter(
  exporter: SpanExporter,
  { clock, log }: { readonly clock: Pick<Clock, "elapsed">; readonly log: Logger },
): SpanExporter {
  let lost = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;

  function failed(error: Error | undefined, spans: number): void {
    lost += spans;
    if (clock.elapsed() - loggedAt < REPORT_MS) return;
    loggedAt = clock.elapsed();
    isFailing = true;
    // Don't log the response: it may come from something other than a collector, and be arbitrarily long.
    const reason = rootCode(error) ?? statusOf(error) ?? error?.name ?? "no reason given";
    log.warn({ reason, spans: lost }, "traces could not be sent: is OTEL_EXPORTER_OTLP_ENDPOINT right?");
    lost = 0;
  }

  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) failed(result.error, spans.length);
        else if (isFailing) {
          isFailing = false;
          log.info({ spans: lost }, "traces can be sent again");
          lost = 0;
        }
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function statusOf(error: Error | undefined): string | undefined {
  return error && "code" in error && typeof error.code === "number" ? `HTTP ${error.code}` : undefined;
}
