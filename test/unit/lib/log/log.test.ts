import { DrizzleQueryError } from "drizzle-orm/errors";
import { describe, expect, it } from "vitest";
import { createLog } from "../../../../src/lib/log/log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void, secrets: readonly string[] = []): string {
  let text = "";
  write(createLog("info", { write: (line: string) => void (text += line) }, secrets));
  return text;
}

describe("the log", () => {
  it.each([
    ["", ""],
    [" on two lines", "\nparams: and more\n"],
    [" that look like a stack", "\n    at a secret fox (den.ts:1:2)\ncaused by: a secret fox"],
  ])("names a failed query's cause but not what people wrote%s", (_name, more) => {
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
