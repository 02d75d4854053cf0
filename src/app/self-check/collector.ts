import type { TracesConfig } from "../../config/traces-config.ts";
import { rootCode } from "../../lib/errors.ts";
import { bad, well, type Line } from "./line.ts";

const ANSWER_MS = 10_000;

/** Whether the collector accepts traces. Sends it an empty export. */
export async function collectorLines(traces: TracesConfig | undefined): Promise<Line[]> {
  if (!traces) return [well("Traces: off (OTEL_EXPORTER_OTLP_ENDPOINT turns them on).")];
  const { endpoint, headers } = traces;
  try {
    const response = await fetch(`${endpoint}/v1/traces`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-protobuf" },
      // A protobuf message without fields.
      body: new Uint8Array(),
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.body?.cancel();
    const { status } = response;
    if (response.ok) return [well(`Traces: the collector at ${endpoint} takes them.`)];
    const fix =
      status === 401 || status === 403
        ? "correct OTEL_EXPORTER_OTLP_HEADERS"
        : status === 429 || status >= 500
          ? "look at the collector's own log"
          : "set OTEL_EXPORTER_OTLP_ENDPOINT to a collector that takes OTLP over HTTP";
    return [bad(`Traces: ${endpoint} answers ${status}: ${fix}.`)];
  } catch (error) {
    const code = rootCode(error);
    const why = code === undefined ? "" : ` (${code})`;
    return [bad(`Traces: ${endpoint} does not answer${why}: check OTEL_EXPORTER_OTLP_ENDPOINT and the collector.`)];
  }
}
