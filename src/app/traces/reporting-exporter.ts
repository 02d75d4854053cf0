import { ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Clock } from "../../lib/clock.ts";
import { rootCode } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log/log.ts";

/** A collector that is away is reported at most once in this time. */
const REPORT_MS = 60_000;

/** The same exporter. Says in the log that spans could not be sent, and when they can be again, each time with the number lost since the last one. */
export function reportingExporter(
  exporter: SpanExporter,
  { clock, log }: { readonly clock: Pick<Clock, "elapsed">; readonly log: Logger },
): SpanExporter {
  let lost = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  let isSaid = false;

  function failed(error: Error | undefined, spans: number): void {
    lost += spans;
    if (clock.elapsed() - saidAt < REPORT_MS) return;
    saidAt = clock.elapsed();
    isSaid = true;
    // The answer of an address that is no collector may be long and is not ours.
    const reason = rootCode(error) ?? statusOf(error) ?? error?.name ?? "no reason given";
    log.warn({ reason, spans: lost }, "traces could not be sent: is OTEL_EXPORTER_OTLP_ENDPOINT right?");
    lost = 0;
  }

  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) failed(result.error, spans.length);
        else if (isSaid) {
          isSaid = false;
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
