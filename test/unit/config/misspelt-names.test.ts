import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config/config.ts";

const misspelt = (environment: Record<string, string>) => readConfig(environment, "/srv/easel").misspelt;

describe("a variable that is set but unknown", () => {
  it.each([
    ["CONSOLE_PASWORD", "CONSOLE_PASSWORD"],
    ["CONSOLE_PASSWROD", "CONSOLE_PASSWORD"],
    ["console_password", "CONSOLE_PASSWORD"],
    ["DISCORD_TOKN", "DISCORD_TOKEN"],
    ["SLACK_BOT_TOKENS", "SLACK_BOT_TOKEN"],
    ["METRIC_TOKEN", "METRICS_TOKEN"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["PROT", "PORT"],
  ])("%s probably means %s", (variable, meant) => {
    expect(misspelt({ [variable]: "a value" })).toEqual([{ variable, meant }]);
  });

  it.each([
    ..."HOME PATH PWD USER SHELL SHLVL TERM LANG LC_ALL TZ TMPDIR HOSTNAME MAIL EDITOR PAGER DISPLAY LOGNAME OLDPWD".split(
      " ",
    ),
    ..."NODE_ENV NODE_OPTIONS NODE_VERSION INIT_CWD NO_COLOR HTTP_PROXY HTTPS_PROXY no_proxy SSL_CERT_FILE SSL_CERT_DIR".split(
      " ",
    ),
    ..."PGHOST PGPORT PGDATA POSTGRES_URL REDIS_URL XDG_DATA_DIRS XDG_DATA_HOME SSH_TTY INVOCATION_ID JOURNAL_STREAM".split(
      " ",
    ),
    ..."OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_PROTOCOL OTEL_RESOURCE_ATTRIBUTES OTEL_LOG_LEVEL".split(" "),
    ..."EASEL_PORT EASEL_SERVICE_HOST EASEL_SERVICE_PORT KUBERNETES_PORT KUBERNETES_SERVICE_HOST AWS_ACCESS_KEY_ID".split(
      " ",
    ),
    ..."POSTGRES_PASSWORD AWS_SECRET_ACCESS_KEY npm_config_loglevel npm_lifecycle_event npm_execpath _ CODE SECRET".split(
      " ",
    ),
  ])("%s belongs to another program", (variable) => {
    expect(misspelt({ [variable]: "a value" })).toEqual([]);
  });

  it("does not matter while it is empty", () => {
    expect(misspelt({ CONSOLE_PASWORD: " " })).toEqual([]);
  });

  it("is found next to the right one", () => {
    expect(misspelt({ LOG_LEVL: "debug", LOG_LEVEL: "info" })).toEqual([{ variable: "LOG_LEVL", meant: "LOG_LEVEL" }]);
  });

  it("is named when the start fails, because it may be the cause", () => {
    const environment = { SLACK_BOT_TOKEN: "xoxb-1", SLACK_APP_TOKN: "xapp-secret", CONSOLE_PASWORD: "secret" };
    expect(() => misspelt(environment)).toThrow(
      /^SLACK_BOT_TOKEN .+\. SLACK_APP_TOKN is set, but Easel doesn't know it: write SLACK_APP_TOKEN, or unset it\. CONSOLE_PASWORD is set, .+ unset it\.$/,
    );
    expect(() => misspelt(environment)).not.toThrow(/secret/);
  });
});
