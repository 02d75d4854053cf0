import { describe, expect, it } from "vitest";
import { readConfig, secretsIn, type Config } from "../../../src/config/config.ts";
import { plain, settingsOf } from "../../support/config.ts";
import { ConfigError } from "../../../src/lib/errors.ts";

const CWD = "/srv/easel";
const SECRET_KEY = "0123456789abcdef0123456789abcdef-secret";
const DATABASE_URL = "postgres://easel:pa55word@db.example.com:5432/easel";
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/" };
const IMAGE = { IMAGE_BASE_URL: "https://gateway.example.com", IMAGE_API_KEY: "sk-very-secret" };

const read = (environment: Record<string, string>): Config => readConfig(environment, CWD);

const consoleWith = (settings: object): unknown =>
  expect.arrayContaining([expect.objectContaining({ name: "console", settings: expect.objectContaining(settings) })]);

function refusal(environment: Record<string, string>): ConfigError {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("was accepted");
}

describe("the configuration", () => {
  it("needs no variables", () => {
    expect(read({})).toMatchObject({
      role: "all",
      port: 8080,
      host: "127.0.0.1",
      publicUrl: undefined,
      dataDir: "/srv/easel/data",
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      secretKey: undefined,
      image: undefined,
      platforms: consoleWith({ on: true, password: undefined }),
      logLevel: "info",
    });
  });

  it("treats an empty variable as unset", () => {
    const names = [
      "PORT",
      "HOST",
      "PUBLIC_URL",
      "DATA_DIR",
      "DATABASE_URL",
      "SECRET_KEY",
      "IMAGE_BASE_URL",
      "IMAGE_API_KEY",
    ];
    const empty = Object.fromEntries([...names, "CONSOLE", "CONSOLE_PASSWORD", "LOG_LEVEL"].map((name) => [name, " "]));
    expect(plain(read(empty))).toEqual(plain(read({})));
  });

  it("reads values without surrounding white space", () => {
    const config = read({
      PORT: " 9000 ",
      HOST: "0.0.0.0",
      PUBLIC_URL: "https://easel.example.com/",
      DATA_DIR: "/var/lib/easel",
      DATABASE_URL,
      DATABASE_DIRECT_URL: ` ${DATABASE_URL} `,
      SECRET_KEY,
      ...IMAGE,
      CONSOLE: "ON",
      CONSOLE_PASSWORD: "open sesame, please",
      LOG_LEVEL: "Debug",
    });
    expect(config).toMatchObject({
      port: 9000,
      host: "0.0.0.0",
      publicUrl: "https://easel.example.com",
      dataDir: "/var/lib/easel",
      databaseUrl: DATABASE_URL,
      databaseDirectUrl: DATABASE_URL,
      secretKey: SECRET_KEY,
      image: { baseUrl: "https://gateway.example.com", apiKey: "sk-very-secret" },
      platforms: consoleWith({ on: true, password: "open sesame, please" }),
      logLevel: "debug",
    });
  });

  it("accepts a short password if only this machine reaches the Console, and counts an emoji as one character", () => {
    for (const HOST of ["127.0.0.1", "::1", "localhost"]) {
      expect(settingsOf(read({ HOST, CONSOLE_PASSWORD: "short" }), "console")).toMatchObject({ password: "short" });
    }
    expect(settingsOf(read({ HOST: "0.0.0.0", CONSOLE_PASSWORD: "short", CONSOLE: "off" }), "console")).toMatchObject({
      on: false,
    });
    const twelve = "🦊".repeat(12);
    expect(settingsOf(read({ HOST: "0.0.0.0", CONSOLE_PASSWORD: twelve }), "console")).toMatchObject({
      password: twelve,
    });
    expect(() => read({ HOST: "0.0.0.0", CONSOLE_PASSWORD: "🦊".repeat(11) })).toThrow("12 characters");
  });

  it("accepts proxies by number or by address", () => {
    expect(read({}).trustProxy).toBeUndefined();
    expect(read({ TRUST_PROXY: "0" }).trustProxy).toBeUndefined();
    expect(read({ TRUST_PROXY: "2" }).trustProxy).toEqual({ hops: 2 });
    expect(read({ TRUST_PROXY: "10.0.0.5, fd00::/8" }).trustProxy).toEqual({ addresses: ["10.0.0.5", "fd00::/8"] });
  });

  it("resolves a relative folder against the working directory", () => {
    expect(read({ DATA_DIR: "other/data" }).dataDir).toBe("/srv/easel/other/data");
  });

  it("is frozen", () => {
    const config = read({ ...IMAGE });
    for (const part of [config, config.platforms, ...config.platforms.map(({ settings }) => settings), config.image])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it("knows the passwords of both addresses of the database as secrets", () => {
    const DATABASE_DIRECT_URL = "postgres://easel:0ther%40word@db.example.com:5433/easel";
    const secrets = secretsIn(read({ DATABASE_URL, DATABASE_DIRECT_URL, SECRET_KEY }));
    expect(secrets).toEqual(expect.arrayContaining(["pa55word", "0ther@word"]));
  });

  it("accepts a role, and a worker never has the Console", () => {
    const shared = { DATABASE_URL, SECRET_KEY, ...IMAGE };
    expect(read({ ...shared, ROLE: "Chat" })).toMatchObject({ role: "chat", platforms: consoleWith({ on: true }) });
    expect(read({ ...shared, ROLE: "worker", CONSOLE: "on", HOST: "0.0.0.0" })).toMatchObject({
      role: "worker",
      platforms: consoleWith({ on: false }),
    });
  });

  it("needs no password on loopback addresses", () => {
    for (const HOST of ["127.0.0.1", "::1", "localhost"])
      expect(settingsOf(read({ HOST }), "console")).toMatchObject({ on: true });
    expect(settingsOf(read({ HOST: "0.0.0.0", CONSOLE: "off" }), "console")).toMatchObject({ on: false });
  });
});

describe("a refusal", () => {
  it.each<[string, string, Record<string, string>]>([
    ["PORT", "8080", { PORT: "http" }],
    ["PORT", "8080", { PORT: "65536" }],
    ["PORT", "8080", { PORT: "-1" }],
    ["PORT", "8080", { PORT: "80.5" }],
    ["PORT", "8080", { PORT: "0x50" }],
    ["PUBLIC_URL", "https://", { PUBLIC_URL: "easel.example.com" }],
    ["PUBLIC_URL", "https://", { PUBLIC_URL: "ftp://easel.example.com" }],
    ["PUBLIC_URL", "https://", { PUBLIC_URL: "https://easel.example.com/?a=b" }],
    ["DATABASE_URL", "postgres://", { DATABASE_URL: "db.example.com", SECRET_KEY }],
    ["DATABASE_URL", "postgres://", { DATABASE_URL: "mysql://root:pa55word@db/easel", SECRET_KEY }],
    ["DATABASE_URL", "postgres://", { DATABASE_URL: "postgres://easel:pa55word@db", SECRET_KEY }],
    ["DATABASE_URL", "postgres://", { DATABASE_URL: "postgres://", SECRET_KEY }],
    ["DATABASE_URL", "%25", { DATABASE_URL: "postgres://easel:pa55word%@db/easel", SECRET_KEY }],
    ["DATABASE_URL", "%25", { DATABASE_URL: "postgres://easel%:pa55word@db/easel", SECRET_KEY }],
    [
      "DATABASE_DIRECT_URL",
      "postgres://",
      { DATABASE_URL, DATABASE_DIRECT_URL: "postgres:easel:pa55word", SECRET_KEY },
    ],
    ["DATABASE_DIRECT_URL", "without DATABASE_URL", { DATABASE_DIRECT_URL: DATABASE_URL }],
    ["SECRET_KEY", "openssl", { DATABASE_URL }],
    ["SECRET_KEY", "openssl", { SECRET_KEY: "too short, very-secret" }],
    ["IMAGE_BASE_URL", "https://", { ...IMAGE, IMAGE_BASE_URL: "gateway" }],
    ["IMAGE_BASE_URL", "https://", { ...IMAGE, IMAGE_BASE_URL: "https://user:pa55word@gateway.example.com" }],
    ["IMAGE_BASE_URL", "https://", { ...IMAGE, IMAGE_BASE_URL: "https://:pa55word@gateway.example.com" }],
    ["IMAGE_BASE_URL", "sandbox", { IMAGE_API_KEY: "sk-very-secret" }],
    ["IMAGE_API_KEY", "sandbox", { IMAGE_BASE_URL: "https://gateway.example.com" }],
    ["IMAGE_API_KEY", "copy the key", { ...IMAGE, IMAGE_API_KEY: "“sk-very-secret”" }],
    ["IMAGE_API_KEY", "copy the key", { ...IMAGE, IMAGE_API_KEY: "sk-very secret" }],
    ["IMAGE_API_KEY", "copy the key", { ...IMAGE, IMAGE_API_KEY: "sk-very-secret\u200B" }],
    ["CONSOLE", "on, off", { CONSOLE: "maybe" }],
    ["CONSOLE_PASSWORD", "CONSOLE=off", { HOST: "0.0.0.0" }],
    ["CONSOLE_PASSWORD", "CONSOLE=off", { HOST: "192.168.1.5" }],
    ["CONSOLE_PASSWORD", "CONSOLE=off", { PUBLIC_URL: "https://easel.example.com" }],
    ["CONSOLE_PASSWORD", "12 characters", { HOST: "0.0.0.0", CONSOLE_PASSWORD: "very-secret" }],
    ["CONSOLE_PASSWORD", "openssl", { HOST: "::", CONSOLE_PASSWORD: "very-secret" }],
    ["TRUST_PROXY", "e.g. 1", { TRUST_PROXY: "yes" }],
    ["TRUST_PROXY", "10.0.0.5", { TRUST_PROXY: "0.0.0.0/0" }],
    ["TRUST_PROXY", "10.0.0.5", { TRUST_PROXY: "10.0.0.5,proxy.example.com" }],
    ["TRUST_PROXY", "e.g. 1", { TRUST_PROXY: "11" }],
    ["METRICS_TOKEN", "openssl", { METRICS_TOKEN: "very-secret" }],
    ["METRICS_TOKEN", "openssl", { METRICS_TOKEN: "a very-secret token of many words" }],
    ["ROLE", "all, chat, worker", { ROLE: "boss" }],
    ["ROLE", "DATABASE_URL, or ROLE=all", { ROLE: "chat", ...IMAGE }],
    ["ROLE", "IMAGE_BASE_URL or VIDEO_BASE_URL, or ROLE=all", { ROLE: "worker", DATABASE_URL, SECRET_KEY }],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
    ["OTEL_EXPORTER_OTLP_HEADERS", "name=value", { ...COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS: "very-secret" }],
    ["OTEL_EXPORTER_OTLP_HEADERS", "name=value", { ...COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS: "key=very-secret%0a" }],
    ["OTEL_EXPORTER_OTLP_HEADERS", "%20", { ...COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS: "key=very-secret%" }],
    ["OTEL_TRACES_SAMPLER", "traceidratio", { ...COLLECTOR, OTEL_TRACES_SAMPLER: "jaeger_remote" }],
    [
      "OTEL_TRACES_SAMPLER_ARG",
      "0.1",
      { ...COLLECTOR, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" },
    ],
    ["LOG_LEVEL", "trace, debug, info", { LOG_LEVEL: "loud" }],
  ])("names %s and the fix (%s), in one line, without secrets", (variable, fix, environment) => {
    const { message, variable: named } = refusal(environment);
    expect(named).toBe(variable);
    expect(message).toContain(variable);
    expect(message).toContain(fix);
    expect(message).not.toContain("\n");
    for (const secret of ["pa55word", "very-secret", "very secret", SECRET_KEY]) expect(message).not.toContain(secret);
  });

  it("quotes a value that is not secret", () => {
    expect(refusal({ PORT: "http" }).message).toContain("http");
    expect(refusal({ LOG_LEVEL: "loud" }).message).toContain("loud");
  });
});

describe("traces", () => {
  it("are off without a collector's address", () => {
    expect(read({ OTEL_SERVICE_NAME: "easel", OTEL_TRACES_SAMPLER: "jaeger_remote" }).traces).toBeUndefined();
  });

  it("are sent whole under the name easel, unless configured otherwise", () => {
    const endpoint = "http://127.0.0.1:4318";
    expect(read(COLLECTOR).traces).toEqual({ endpoint, headers: {}, serviceName: "easel", ratio: 1 });
    const config = read({
      ...COLLECTOR,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=very%20secret%3D, x-team = pictures ",
      OTEL_SERVICE_NAME: "easel-test",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
    });
    const headers = { "api-key": "very secret=", "x-team": "pictures" };
    expect(config.traces).toEqual({ endpoint, headers, serviceName: "easel-test", ratio: 0.25 });
    expect(secretsIn(config)).toContain("very secret=");
  });

  it.each([
    ["always_on", 1],
    ["always_off", 0],
    ["traceidratio", 1],
    ["parentbased_always_off", 0],
  ])("with the sampler %s are sent to the share %d", (OTEL_TRACES_SAMPLER, ratio) => {
    expect(read({ ...COLLECTOR, OTEL_TRACES_SAMPLER }).traces).toMatchObject({ ratio });
  });
});

describe("media storage", () => {
  const S3 = {
    S3_ENDPOINT: "https://s3.example.com/",
    S3_BUCKET: "easel-media",
    S3_ACCESS_KEY_ID: "AKIA",
    S3_SECRET_ACCESS_KEY: "very secret",
  };

  it("is a folder and keeps files for 30 days, unless configured otherwise", () => {
    expect(read({})).toMatchObject({ s3: undefined, mediaDays: 30 });
    expect(read({ ...S3, MEDIA_DAYS: "7" })).toMatchObject({
      s3: { endpoint: "https://s3.example.com", bucket: "easel-media", accessKeyId: "AKIA" },
      mediaDays: 7,
    });
  });

  it("keeps requests, messages and the audit for good, unless configured otherwise", () => {
    expect(read({})).toMatchObject({ keepDays: undefined, keepAuditDays: undefined });
    expect(read({ KEEP_DAYS: "45", KEEP_AUDIT_DAYS: "90" })).toMatchObject({ keepDays: 45, keepAuditDays: 90 });
    expect(refusal({ KEEP_DAYS: "30" }).message).toContain("because monthly quotas");
  });

  it.each(Object.keys(S3))("is refused without %s, by name and without secrets", (missing) => {
    const error = refusal({ ...S3, [missing]: "" });
    expect(error.variable).toBe(missing);
    expect(error.message).toContain(`without ${missing}`);
    expect(error.message).not.toContain("very secret");
  });

  it.each([
    ["S3_ENDPOINT", "s3.example.com"],
    ["S3_BUCKET", "easel/media"],
    ["S3_BUCKET", "Easel"],
    ["MEDIA_DAYS", "0"],
    ["MEDIA_DAYS", "-1"],
    ["MEDIA_DAYS", "forever"],
    ["MEDIA_DAYS", "1.5"],
    ["MEDIA_DAYS", "9999"],
    ["KEEP_DAYS", "44"],
    ["KEEP_DAYS", "forever"],
    ["KEEP_AUDIT_DAYS", "89"],
    ["KEEP_AUDIT_DAYS", "9999"],
  ])("is refused if %s is “%s”", (variable, value) => {
    expect(refusal({ ...S3, [variable]: value }).variable).toBe(variable);
  });
});
