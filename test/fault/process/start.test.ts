import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runEaselProcess, startEaselProcess } from "../../support/process/easel-process.ts";
import { portOf } from "../../support/process/port.ts";
import { processesOn } from "../../support/process/processes-on.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-start-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("a start that can't work", () => {
  it.each<[string, Record<string, string>, string]>([
    ["a data folder that can't be written", { DATA_DIR: "/dev/null/easel" }, "DATA_DIR"],
    ["an invalid database address", { DATABASE_URL: "postgres//nowhere", SECRET_KEY: "s".repeat(40) }, "DATABASE_URL"],
    [
      "a database that is not running",
      { DATABASE_URL: "postgres://someone:hunter2@127.0.0.1:1/easel", SECRET_KEY: "s".repeat(40) },
      "DATABASE_URL",
    ],
    ["a database address without the key for its secrets", { DATABASE_URL: "postgres://a@b/c" }, "SECRET_KEY"],
    ["a key without an address", { IMAGE_API_KEY: "sk-hunter2" }, "IMAGE_BASE_URL"],
    ["an address without a key", { IMAGE_BASE_URL: "https://gateway.example" }, "IMAGE_API_KEY"],
    ["an invalid port", { PORT: "eighty" }, "PORT"],
    ["a Console open to all", { HOST: "0.0.0.0" }, "CONSOLE_PASSWORD"],
  ])("fails for %s, with one line that names the variable", async (name, environment, variable) => {
    const dataDir = join(folder, name.replaceAll(" ", "-"));
    const { code, out, err } = await runEaselProcess({ DATA_DIR: dataDir, PORT: "0", ...environment });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).toContain(variable);
    expect(err).toMatch(/\.\n$|: openssl rand [^\n]+\n$/);
    expect(err).not.toContain("hunter2");
    expect(await processesOn(dataDir)).toEqual([]);
  });

  it("fails for a used port, with one line that names it", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const port = portOf(other);
    const dataDir = join(folder, "used-port");
    const { code, err } = await runEaselProcess({ DATA_DIR: dataDir, PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).toContain(`PORT ${port} is in use`);
  });

  it("fails while another Easel uses the data folder, without disturbing it", async () => {
    const dataDir = join(folder, "shared");
    await using first = await startEaselProcess({ DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" });
    const { code, err } = await runEaselProcess({ DATA_DIR: dataDir, PORT: "0" });
    expect(code).toBe(1);
    expect(err).toContain("DATA_DIR");
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await first.end("SIGINT")).toBe(0);
    expect(await processesOn(dataDir)).toEqual([]);
  });
});

describe("a start with only a folder", () => {
  it("prints one block with what is on and which variables turn on the rest, and leaves no processes behind", async () => {
    const dataDir = join(folder, "fresh");
    await using easel = await startEaselProcess({ DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" });
    const lines = easel.block.trimEnd().split("\n");
    expect(lines[0]).toBe(`Easel is ready: ${easel.url}`);
    expect(easel.block).toMatch(/Discord: .*DISCORD_TOKEN/);
    expect(easel.block).toMatch(/Slack: .*SLACK_BOT_TOKEN/);
    expect(easel.block).toMatch(/Gateway: .*sandbox.*IMAGE_BASE_URL/);
    expect(easel.block).toMatch(/Database: .*embedded.*DATABASE_URL/);
    expect(await easel.end("SIGTERM")).toBe(0);
    expect(await processesOn(dataDir)).toEqual([]);
  });
});
