import { expect, it } from "vitest";
import { plainHttpOf } from "../../../src/app/http/plain-http.ts";
import { readConfig } from "../../../src/config/config.ts";
import type { PlainHttp } from "../../../src/core/account/doctor.ts";
import { readyBlock, type ReadyFacts } from "../../../src/app/ready.ts";

const FACTS: ReadyFacts = {
  role: "all",
  url: "http://127.0.0.1:8080",
  platforms: {},
  operatorCode: "ABCD-EFGH-JKLM",
  organisations: [],
  gateway: "images at https://gateway.example",
  parts: [],
  lacksAddress: false,
  publicFilesOf: [],
  plainHttp: [],
  database: "PostgreSQL at db:5432/easel",
};
const line = (facts: Partial<ReadyFacts>, name: string): string =>
  readyBlock({ ...FACTS, ...facts })
    .split("\n")
    .find((one) => one.trimStart().startsWith(`${name}:`)) ?? "";

it("says where Discord is connected, or why it is not", () => {
  const known = { account: "Easel", how: undefined, invite: "https://discord.com/invite" };
  expect(
    line({ platforms: { discord: { ...known, how: "in 2 servers", state: { kind: "connected" } } } }, "Discord"),
  ).toBe("  Discord:  Easel, in 2 servers; invite it with https://discord.com/invite");
  const unknown = { account: undefined, how: undefined, invite: undefined };
  expect(
    line(
      { platforms: { discord: { ...unknown, state: { kind: "connecting", reason: "Discord answered 503" } } } },
      "Discord",
    ),
  ).toBe("  Discord:  not connected (Discord answered 503); Easel keeps trying");
  expect(line({ platforms: { discord: { ...known, state: { kind: "standby" } } } }, "Discord")).toContain(
    "another process holds the connection until 15 seconds after it dies",
  );
});

it("names the variables that turn a platform on", () => {
  expect(line({}, "Discord")).toBe("  Discord:  off (DISCORD_TOKEN turns it on)");
  expect(line({}, "Slack")).toBe("  Slack:    off (SLACK_BOT_TOKEN and SLACK_APP_TOKEN turn it on)");
});

it("says how Slack delivers, or why it is not connected", () => {
  const way = { how: "Socket Mode", invite: undefined };
  expect(line({ platforms: { slack: { account: "Acme (T1)", ...way, state: { kind: "connected" } } } }, "Slack")).toBe(
    "  Slack:    Acme (T1), Socket Mode",
  );
  expect(
    line(
      { platforms: { slack: { account: undefined, ...way, state: { kind: "connecting", reason: "ECONNREFUSED" } } } },
      "Slack",
    ),
  ).toBe("  Slack:    Socket Mode, not connected (ECONNREFUSED); Easel keeps trying");
});

it("mentions a service only while it is in trouble", () => {
  const up = { name: "clips", isUp: true, summary: "up" };
  const away = { name: "images", isUp: false, summary: "away (HTTP 503); Easel keeps checking" };
  expect(line({ parts: [up, away] }, "Images")).toBe("  Images:   away (HTTP 503); Easel keeps checking");
  expect(line({ parts: [up, away] }, "Clips")).toBe("");
});

it("says that clips can't use files if the video service can't load them, and how to change that", () => {
  expect(line({}, "Files")).toBe("");
  expect(line({ lacksAddress: true }, "Files")).toMatch(/^ {2}Files: {4}clips can't use files: .*PUBLIC_URL/);
  expect(line({ lacksAddress: true, publicFilesOf: ["Discord"] }, "Files")).toContain(
    "except those attached in Discord",
  );
});

it.each<[PlainHttp[], NodeJS.ProcessEnv]>([
  [[], {}],
  [[], { HOST: "127.0.0.2" }],
  [[], { CONSOLE_PASSWORD: "of this machine", PUBLIC_URL: "https://easel.example" }],
  [[], { CONSOLE_PASSWORD: "of this machine", PUBLIC_URL: "http://127.0.0.1:8081" }],
  [["public"], { CONSOLE_PASSWORD: "of this machine", PUBLIC_URL: "http://easel.example" }],
  [["console"], { HOST: "0.0.0.0", CONSOLE_PASSWORD: "of a whole network" }],
  [[], { HOST: "0.0.0.0", CONSOLE_PASSWORD: "of a whole network", TRUST_PROXY: "1" }],
  [[], { HOST: "0.0.0.0", CONSOLE: "off" }],
])("warns about %j over plain HTTP, and nothing else, with %j", (expected, environment) => {
  const plainHttp = plainHttpOf(readConfig(environment, "/srv/easel"));
  expect(plainHttp).toEqual(expected);
  expect(line({ plainHttp }, "Warning") === "").toBe(expected.length === 0);
});
