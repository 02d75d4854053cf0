import { expect, it } from "vitest";
import { logTrouble, secretsInEnvironment } from "../../support/fault/log-trouble.ts";

const line = (level: string, msg: string, more: object = {}): string =>
  JSON.stringify({ level, time: 0, pid: 7, msg, ...more });

it("finds texts that the page of log messages lacks, by their level", async () => {
  const lines = [line("warn", "no heartbeat"), line("error", "no heartbeat"), line("info", "anything")];
  expect(await logTrouble(lines, [])).toEqual(["not explained: error: no heartbeat"]);
});

it("finds more than 30 lines of a text in a minute of a process", async () => {
  const many = (count: number, time: number): string[] =>
    Array.from({ length: count }, () => line("warn", "no heartbeat", { time }));
  expect(await logTrouble([...many(30, 0), ...many(30, 60_000)], [])).toEqual([]);
  expect(await logTrouble(many(31, 0), [])).toEqual(["31 times in a minute: warn: no heartbeat (7, 0)"]);
});

it("finds the secrets of an environment at any level, as they are and as JSON and addresses write them", async () => {
  const secrets = secretsInEnvironment({
    IMAGE_API_KEY: "sk-known",
    SECRET_KEY: 'a "quoted" secret',
    DATABASE_URL: "postgres://me:pass%2Fword@127.0.0.1/easel",
    PORT: "12345678",
  });
  expect(secrets).toEqual(["sk-known", 'a "quoted" secret', "pass/word"]);
  const leaks = ["sk-known", 'a "quoted" secret', "pass/word", "pass%2Fword"].map((text) =>
    line("info", `with ${text}`),
  );
  expect(await logTrouble([...leaks, line("info", "12345678")], secrets)).toEqual(
    leaks.map((leak) => `holds a secret: ${leak}`),
  );
});
