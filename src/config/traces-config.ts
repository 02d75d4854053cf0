import { oneOf, webAddress } from "../lib/env-value.ts";
import { ConfigError } from "../lib/errors.ts";

/** How traces are exported. The variables are OpenTelemetry's own, with the meanings that its specification gives them. */
export interface TracesConfig {
  /** The collector's address, without a trailing slash and without `/v1/traces`. */
  readonly endpoint: string;
  /** Sent with every export; their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces that is exported, from 0 to 1. */
  readonly ratio: number;
}

/** The variables of traces, as given. */
export interface TracesVariables {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  readonly OTEL_SERVICE_NAME?: string | undefined;
  readonly OTEL_TRACES_SAMPLER?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: string | undefined;
}

/** No trace begins outside Easel, so the `parentbased_` samplers decide like the others. */
const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Reads the variables of traces; undefined without an endpoint: traces are off. */
export function tracesConfig(env: TracesVariables): TracesConfig | undefined {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return Object.freeze({
    endpoint: webAddress("OTEL_EXPORTER_OTLP_ENDPOINT", env.OTEL_EXPORTER_OTLP_ENDPOINT, "http://127.0.0.1:4318"),
    headers: Object.freeze(headers(env.OTEL_EXPORTER_OTLP_HEADERS)),
    serviceName: env.OTEL_SERVICE_NAME ?? "easel",
    ratio: ratio(env),
  });
}

/** Pairs of a name and a percent-encoded value, separated by commas. */
function headers(given: string | undefined): Record<string, string> {
  const pairs = (given ?? "").split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(pairs.map((pair) => header(pair)));
}

function header(pair: string): readonly [string, string] {
  const at = pair.indexOf("=");
  const name = pair.slice(0, Math.max(0, at)).trim();
  const value = decoded(pair.slice(at + 1).trim());
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || value === undefined || !/^[\x20-\x7e]+$/.test(value)) {
    throw new ConfigError(
      "OTEL_EXPORTER_OTLP_HEADERS",
      "OTEL_EXPORTER_OTLP_HEADERS is not a list of headers; set it to name=value, separated by commas, with special characters as %20 and so on.",
    );
  }
  return [name, value];
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function ratio({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: TracesVariables): number {
  const sampler = oneOf("OTEL_TRACES_SAMPLER", OTEL_TRACES_SAMPLER, SAMPLERS, "parentbased_always_on");
  if (sampler.endsWith("always_on")) return 1;
  if (sampler.endsWith("always_off")) return 0;
  const share = OTEL_TRACES_SAMPLER_ARG === undefined ? 1 : Number(OTEL_TRACES_SAMPLER_ARG);
  if (share >= 0 && share <= 1) return share;
  throw new ConfigError(
    "OTEL_TRACES_SAMPLER_ARG",
    `OTEL_TRACES_SAMPLER_ARG is “${OTEL_TRACES_SAMPLER_ARG}”; set it to the share of traces to send, from 0 to 1, e.g. 0.1.`,
  );
}
