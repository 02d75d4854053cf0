import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createApp } from "../../../src/app/app.ts";
import { readConfig } from "../../../src/config/config.ts";
import { ownProcessVersion, schemaNumber } from "../../../src/db/schema-version.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";

it("a process logs its start, with version and schema, a misspelt variable, and its stop, as JSON", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), "easel-lifecycle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = {
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SECRET_KEY: "a secret key that is used by tests alone",
    CONSOLE_PASWORD: "correct horse battery",
  };
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line));
  const log = createLog("info", { write }, { role: "all" });
  const app = await createApp(readConfig(environment, folder), log, new AbortController().signal);
  const { version, ...schema } = await ownProcessVersion();
  const said = () => lines.filter(({ msg }) => String(msg).startsWith("Easel "));
  expect(said()).toEqual([
    expect.objectContaining({
      level: "info",
      role: "all",
      version,
      schema: schemaNumber(schema),
      msg: "Easel has started",
    }),
  ]);
  expect(lines.filter(({ level }) => level === "warn")).toEqual([
    expect.objectContaining({
      variable: "CONSOLE_PASWORD",
      meant: "CONSOLE_PASSWORD",
      msg: "an unknown variable is set, and it is probably misspelt: correct its name or unset it",
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain("correct horse");
  await app.stop();
  expect(said().slice(1)).toEqual([
    expect.objectContaining({ version, msg: "Easel is stopping" }),
    expect.objectContaining({ version, msg: "Easel has stopped" }),
  ]);
});
