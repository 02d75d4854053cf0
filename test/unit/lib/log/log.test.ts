import { hostname } from "node:os";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import { DatabaseUnavailableError } from "../../../../src/lib/errors.ts";
import { createLog } from "../../../../src/lib/log/log.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void, secrets: readonly string[] = []): string {
  let text = "";
  write(createLog("info", { write: (line: string) => void (text += line) }, { secrets }));
  return text;
}

describe("the log", () => {
  it.each([
    ["", ""],
    [" on two lines", "\nparams: and more\n"],
    [" that look like a stack", "\n    at a secret fox (den.ts:1:2)\ncaused by: a secret fox"],
  ])("names a failed query's cause, but not what people wrote%s", (_name, more) => {
    const cause = Object.assign(new Error("connection lost"), { detail: `Key (prompt)=(a secret fox${more})` });
    const failed = new DrizzleQueryError("select $1", [`a secret fox${more}`, 7], cause);
    const text = logged((log) => log.warn({ err: new Error("wrapped", { cause: failed }) }, "not read"));
    const direct = logged((log) => log.warn({ err: failed }, "not read"));
    for (const line of [text, direct]) {
      expect(line).toContain("connection lost");
      expect(line).toContain("select $1");
      expect(line).not.toContain("secret fox");
    }
  });

  it("censors fields that may hold a secret, even nested ones", () => {
    const text = logged((log) => log.info({ apiKey: "sk-1", request: { authorization: "Bearer sk-2" } }, "called"));
    expect(text).not.toContain("sk-");
    expect(text).toContain("[secret]");
  });

  it("shows where an error was thrown, and its causes", () => {
    const text = logged((log) => log.error({ err: new Error("outer", { cause: new TypeError("inner") }) }, "failed"));
    const { err } = JSON.parse(text);
    expect(err).toMatchObject({ type: "Error", message: "outer: inner" });
    expect(err.stack).toMatch(/^Error: outer\n {4}at .*log\.test\.ts:\d+:\d+.*\ncaused by: TypeError: inner\n {4}at /s);
    expect(text.trimEnd()).not.toContain("\n");
  });

  it("leaves out the value that PostgreSQL could not read", () => {
    const error = Object.assign(new Error('invalid input syntax for type uuid: "a secret fox"'), { code: "22P02" });
    const text = logged((log) => log.error({ err: error }, "failed"));
    expect(text).toContain("invalid input syntax for type uuid");
    expect(text).not.toContain("secret fox");
  });

  it("leaves out the secrets of all errors in an aggregate", () => {
    const inner = new DrizzleQueryError("select $1", ["a secret fox"], new Error("gone"));
    const text = logged((log) => log.error({ err: new AggregateError([inner], "both failed") }, "failed"));
    expect(text).toContain("gone");
    expect(text).not.toContain("secret fox");
  });

  it.each([
    ["an address's password", "postgres://easel:hunter2@db:5432/easel", "hunter2"],
    ["a gateway's key", "sk-abcdef123456 was refused", "abcdef123456"],
    ["a Slack token", "xapp-1-A2-3-abcdef and xoxb-12-34-abc", "abc"],
    ["a Discord token", `${"M".repeat(24)}.AAAAAA.${"s".repeat(38)}`, "sss"],
    ["a bearer token", "Authorization: Bearer abc.def.ghi", "def"],
    ["a sealed secret", `v1.${"a".repeat(16)}.${"b".repeat(22)}.${"c".repeat(30)}`, "ccc"],
    ["a signature", "GET /media/x?expires=1&sig=deadbeef", "deadbeef"],
  ])("removes %s from every text", (_name, text, secret) => {
    const line = logged((log) => log.warn({ reason: text, err: new Error(text) }, text));
    expect(line).not.toContain(secret);
    expect(() => JSON.parse(line)).not.toThrow();
  });

  it("removes the given secrets, as they are and within addresses", () => {
    const secret = 'correct "horse" / battery';
    const line = logged(
      (log) => log.warn({ reason: `${secret} and ${encodeURIComponent(secret)}` }, secret),
      [secret, "short"],
    );
    expect(line).not.toContain("horse");
    expect(JSON.parse(line).reason).toBe("[…] and […]");
    expect(logged((log) => log.warn("a short word"), ["short"])).toContain("short");
  });
});

describe("the lines of several processes", () => {
  it("can be told apart, and name their level", () => {
    let text = "";
    const log = createLog("info", { write: (line: string) => void (text += line) }, { role: "worker" });
    log.child({ platform: "discord" }).warn({ batch: "b1" }, "not delivered");
    expect(JSON.parse(text)).toMatchObject({
      level: "warn",
      host: hostname(),
      pid: process.pid,
      role: "worker",
      platform: "discord",
      batch: "b1",
      msg: "not delivered",
    });
  });
});

function lineOf(isTraced: boolean, fields: object): unknown {
  let text = "";
  createLog("info", { write: (line: string) => void (text += line) }, { isTraced }).info(fields, "job");
  return JSON.parse(text);
}

describe("the lines of a batch", () => {
  const batch = "0f8fad5b-d9cb-469f-a165-70867728950e";

  it("name its trace if traces are sent", () => {
    expect(lineOf(true, { batch, job: "j" })).toMatchObject({ batch, trace_id: "0f8fad5bd9cb469fa16570867728950e" });
    expect(lineOf(true, { job: "j" })).not.toHaveProperty("trace_id");
    expect(lineOf(false, { batch })).not.toHaveProperty("trace_id");
  });
});

function outage(): {
  log: ReturnType<typeof createLog>;
  lines: () => Record<string, unknown>[];
  pass(ms: number): void;
} {
  const lines: Record<string, unknown>[] = [];
  const clock = createManualClock();
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }, { clock });
  return { log, lines: () => lines, pass: (ms) => clock.advance(ms) };
}

describe("while an external service is away", () => {
  const failed = new DrizzleQueryError("select 1 from jobs", [], new Error("connect ECONNREFUSED"));
  const err = new DatabaseUnavailableError("the database can't be reached", failed);

  it("the same text is written once a minute, with the number of lines left out", () => {
    const { log, lines, pass } = outage();
    for (let at = 0; at < 100; at++) log.warn({ err, what: "claim" }, "trying again");
    pass(59_999);
    log.child({ batch: "b1" }).warn({ err, what: "claim" }, "trying again");
    expect(lines()).toMatchObject([{ what: "claim" }]);
    expect(lines()[0]).not.toHaveProperty("leftOut");
    pass(1);
    log.warn({ err, what: "claim" }, "trying again");
    expect(lines().slice(1)).toMatchObject([{ what: "claim", leftOut: 100 }]);
  });

  it("other texts and other errors are all written", () => {
    const { log, lines } = outage();
    log.warn({ err, what: "claim" }, "trying again");
    log.warn({ err, what: "sweep" }, "trying again");
    log.warn({ err }, "no heartbeat");
    for (let at = 0; at < 2; at++) log.warn({ err: new Error("broken"), what: "claim" }, "trying again");
    expect(lines()).toHaveLength(5);
  });

  it("other services that are away at the same time have lines of their own", () => {
    const { log, lines, pass } = outage();
    const platform = new PlatformError("unavailable", "HTTP 503");
    const write = (batch: string): void => {
      log.warn({ batch, err }, "message not delivered yet");
      log.warn({ batch, err: platform }, "message not delivered yet");
      log.warn({ batch, reason: "ECONNREFUSED", away: "gateway" }, "create not sent");
    };
    for (const batch of ["b1", "b2", "b3"]) write(batch);
    expect(lines().map(({ batch }) => batch)).toEqual(["b1", "b1", "b1"]);
    pass(60_000);
    write("b4");
    expect(lines().slice(3)).toMatchObject([{ leftOut: 2 }, { leftOut: 2 }, { leftOut: 2, away: "gateway" }]);
  });

  it("what a retry can't fix is always written", () => {
    const { log, lines } = outage();
    const forbidden = new PlatformError("forbidden", "HTTP 403");
    for (let at = 0; at < 2; at++) {
      log.warn({ err: forbidden }, "message not delivered yet");
      log.warn({ reason: "the key is no longer known", away: undefined }, "create not sent");
    }
    expect(lines()).toHaveLength(4);
  });

  it("the reason is named, without the statement", () => {
    const { log, lines } = outage();
    log.warn({ err }, "no heartbeat");
    expect(lines()[0]).toMatchObject({
      err: { message: "the database can't be reached: connect ECONNREFUSED", code: "database_unavailable" },
    });
    expect(JSON.stringify(lines())).not.toContain("select 1");
  });
});
