import { databaseAddresses, type DatabaseAddressConfig } from "./database-address.ts";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import type { PriceTable } from "../core/request/prices.ts";
import type { ConfiguredPlatform } from "../platforms/entry.ts";
import { PLATFORMS } from "../platforms/registry.ts";
import { keepAuditDays, keepDays, mediaDays } from "./kept-days.ts";
import { misspeltNames, misspeltText, type MisspeltName } from "./misspelt-names.ts";
import { priceTable } from "./price-table.ts";
import { previousSecretKeys, secretKey } from "./secrets.ts";
import { allowedWorkspaces, operatorCode, type AllowedWorkspace } from "./allowed-workspaces.ts";
import { metricsToken, trustProxy, type TrustProxy } from "./proxy-config.ts";
import { s3Settings, type S3Settings } from "./s3-config.ts";
import { tracesConfig, type TracesConfig } from "./traces-config.ts";
import { hostName, oneOf, portNumber, webAddress } from "../lib/env-value.ts";
import { ConfigError } from "../lib/errors.ts";

/** Every setting, checked and frozen. Only this file reads the environment. */
export interface Config extends DatabaseAddressConfig {
  readonly role: Role;
  readonly port: number;
  readonly host: string;
  /** The port that `publicUrl` leads to. Opened if there is a public address, or for Slack over HTTP. */
  readonly publicPort: number;
  /** The public address, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: generated and kept in the data folder. */
  readonly secretKey: string | undefined;
  /** Previous keys: secrets encrypted with them are re-encrypted at the start. */
  readonly previousSecretKeys: readonly string[];
  /** Both undefined: the embedded sandbox. One undefined: that service is off. */
  readonly image: ImageGateway | undefined;
  readonly video: Gateway | undefined;
  /** The enabled platforms. */
  readonly platforms: readonly ConfiguredPlatform[];
  /** Workspaces that may use Easel without being claimed. */
  readonly allowedWorkspaces: readonly AllowedWorkspace[];
  /** Undefined: derived from the secret key. */
  readonly operatorCode: string | undefined;
  /** Which proxies are trusted about a request's origin; undefined: none. */
  readonly trustProxy: TrustProxy | undefined;
  /** The bearer token for metrics. */
  readonly metricsToken: string | undefined;
  /** Undefined: media are kept in a folder of the data folder. */
  readonly s3: S3Settings | undefined;
  /** How long media are kept after their last use. */
  readonly mediaDays: number;
  /**
   * Days to keep requests, Console messages, notes to admins, and the ended windows of quotas. Undefined keeps them indefinitely.
   */
  readonly keepDays: number | undefined;
  /** Days to keep audit entries. Undefined keeps them indefinitely. */
  readonly keepAuditDays: number | undefined;
  /** Undefined: Easel states no amounts of money. */
  readonly prices: PriceTable | undefined;
  readonly logLevel: string;
  /** Variables that are set but unknown, and probably misspelt. */
  readonly misspelt: readonly MisspeltName[];
  /** Undefined: traces are not exported. */
  readonly traces: TracesConfig | undefined;
}

/**
 * This process's share of the work. `chat` connects to the platforms and accepts requests, but runs no jobs. `worker` runs jobs
 * and delivers results, but accepts no requests.
 */
export type Role = "all" | "chat" | "worker";

export interface Gateway {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface ImageGateway extends Gateway {
  /** Serves the same paths, for when the main address times out often. */
  readonly alternateUrl: string | undefined;
}

const text = z
  .string()
  .trim()
  .transform((value) => (value === "" ? undefined : value))
  .optional();

const Environment = z.object({
  PORT: text,
  HOST: text,
  PUBLIC_PORT: text,
  PUBLIC_URL: text,
  DATA_DIR: text,
  DATABASE_URL: text,
  DATABASE_DIRECT_URL: text,
  SECRET_KEY: text,
  SECRET_KEY_PREVIOUS: text,
  IMAGE_BASE_URL: text,
  IMAGE_ALT_BASE_URL: text,
  IMAGE_API_KEY: text,
  VIDEO_BASE_URL: text,
  VIDEO_API_KEY: text,
  ALLOWED_WORKSPACES: text,
  OPERATOR_CODE: text,
  TRUST_PROXY: text,
  METRICS_TOKEN: text,
  ROLE: text,
  S3_ENDPOINT: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  MEDIA_DAYS: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: text,
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_SERVICE_NAME: text,
  OTEL_TRACES_SAMPLER: text,
  OTEL_TRACES_SAMPLER_ARG: text,
  KEEP_DAYS: text,
  KEEP_AUDIT_DAYS: text,
  PRICES: text,
  PRICES_FILE: text,
  LOG_LEVEL: text,
});

/** The variables of the platforms. */
const PlatformEnvironment = z.object(
  Object.fromEntries(PLATFORMS.flatMap(({ variables }) => variables).map((name) => [name, text])),
);

const KNOWN = [...Object.keys(Environment.shape), ...Object.keys(PlatformEnvironment.shape)];

/**
 * Reads the configuration. `environment` is `process.env`; relative folders are resolved against `cwd`. Throws a `ConfigError`
 * that names the variable and the fix. It also names misspelt variables, because one of them may be the cause.
 */
export function readConfig(environment: NodeJS.ProcessEnv, cwd: string): Config {
  try {
    return readVariables(environment, cwd);
  } catch (error) {
    const misspelt = misspeltNames(environment, KNOWN);
    if (!(error instanceof ConfigError) || misspelt.length === 0) throw error;
    throw new ConfigError(error.variable, [error.message, ...misspelt.map(misspeltText)].join(" "), error);
  }
}

/** Like `readConfig`, but the error names only one mistake. */
export function readVariables(environment: NodeJS.ProcessEnv, cwd: string): Config {
  const env = Environment.parse(environment);
  const host = hostName("HOST", env.HOST, "127.0.0.1");
  const publicUrl =
    env.PUBLIC_URL === undefined ? undefined : webAddress("PUBLIC_URL", env.PUBLIC_URL, "https://easel.example.com");
  const addresses = databaseAddresses(env.DATABASE_URL, env.DATABASE_DIRECT_URL);
  const dataDir = env.DATA_DIR ?? "data";
  const image = imageGateway(env.IMAGE_BASE_URL, env.IMAGE_ALT_BASE_URL, env.IMAGE_API_KEY);
  const video = gateway("VIDEO", env.VIDEO_BASE_URL, env.VIDEO_API_KEY);
  const role = oneOf("ROLE", env.ROLE, ["all", "chat", "worker"], "all");
  const surroundings = { host, publicUrl, takesRequests: role !== "worker" };
  const ofPlatforms = PlatformEnvironment.parse(environment);
  if (addresses.databaseUrl === undefined) requireAll(role, "database", "DATABASE_URL");
  if (!image && !video) requireAll(role, "sandbox", "IMAGE_BASE_URL or VIDEO_BASE_URL");
  return Object.freeze({
    role,
    port: portNumber("PORT", env.PORT, 8080),
    host,
    publicUrl,
    publicPort: portNumber("PUBLIC_PORT", env.PUBLIC_PORT, 8081),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(cwd, dataDir),
    ...addresses,
    secretKey: secretKey(env.SECRET_KEY, addresses.databaseUrl),
    previousSecretKeys: previousSecretKeys(env.SECRET_KEY_PREVIOUS),
    image,
    video,
    platforms: Object.freeze(PLATFORMS.flatMap((platform) => platform.configure(ofPlatforms, surroundings) ?? [])),
    allowedWorkspaces: allowedWorkspaces(env.ALLOWED_WORKSPACES),
    operatorCode: operatorCode(env.OPERATOR_CODE),
    trustProxy: trustProxy(env.TRUST_PROXY),
    metricsToken: metricsToken(env.METRICS_TOKEN),
    s3: s3Settings(env),
    mediaDays: mediaDays(env.MEDIA_DAYS),
    traces: tracesConfig(env),
    keepDays: keepDays(env.KEEP_DAYS),
    keepAuditDays: keepAuditDays(env.KEEP_AUDIT_DAYS),
    prices: priceTable(env, cwd),
    logLevel: oneOf("LOG_LEVEL", env.LOG_LEVEL, ["trace", "debug", "info", "warn", "error", "silent"], "info"),
    misspelt: misspeltNames(environment, KNOWN),
  });
}

function imageGateway(
  baseUrl: string | undefined,
  alternateUrl: string | undefined,
  apiKey: string | undefined,
): ImageGateway | undefined {
  const main = gateway("IMAGE", baseUrl, apiKey);
  if (main === undefined && alternateUrl !== undefined) {
    throw new ConfigError(
      "IMAGE_BASE_URL",
      "IMAGE_ALT_BASE_URL is set without IMAGE_BASE_URL; set the main address too, or remove the alternate one.",
    );
  }
  return (
    main &&
    Object.freeze({
      ...main,
      alternateUrl: alternateUrl === undefined ? undefined : webAddress("IMAGE_ALT_BASE_URL", alternateUrl),
    })
  );
}

/** The address and the key of a service: both or none. */
function gateway(
  service: "IMAGE" | "VIDEO",
  baseUrl: string | undefined,
  apiKey: string | undefined,
): Gateway | undefined {
  if (baseUrl === undefined && apiKey === undefined) return undefined;
  if (baseUrl === undefined) {
    throw new ConfigError(
      `${service}_BASE_URL`,
      `${service}_API_KEY is set without ${service}_BASE_URL; set the address too, or remove the key to use the sandbox.`,
    );
  }
  if (apiKey === undefined) {
    throw new ConfigError(
      `${service}_API_KEY`,
      `${service}_BASE_URL is set without ${service}_API_KEY; set the key too, or remove the address to use the sandbox.`,
    );
  }
  // It becomes a header. Text copied from a web page may contain a curly quote or an invisible character.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new ConfigError(
      `${service}_API_KEY`,
      `${service}_API_KEY contains a space or a character that keys don't have; copy the key again, without quotation marks.`,
    );
  }
  return Object.freeze({ baseUrl: webAddress(`${service}_BASE_URL`, baseUrl), apiKey });
}

/** An embedded part serves one process, which must then have every role. */
function requireAll(role: Role, part: string, variable: string): void {
  if (role === "all") return;
  throw new ConfigError(
    "ROLE",
    `ROLE is ${role}, but the embedded ${part} serves one process only; set ${variable}, or ROLE=all.`,
  );
}

/** Every secret in the configuration, to be redacted in logs. */
export function secretsIn(config: Config): readonly string[] {
  const { databaseUrl, databaseDirectUrl, image, video, s3 } = config;
  const addresses = [databaseUrl, databaseDirectUrl].filter((address) => address !== undefined);
  const given = [
    config.secretKey,
    ...config.previousSecretKeys,
    config.operatorCode,
    config.metricsToken,
    ...addresses.map((address) => decodeURIComponent(new URL(address).password)),
    image?.apiKey,
    video?.apiKey,
    ...config.platforms.flatMap(({ secrets }) => secrets),
    s3?.secretAccessKey,
    ...Object.values(config.traces?.headers ?? {}),
  ];
  return given.filter((secret) => secret !== undefined);
}
