import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { selfCheckEnvironment } from "../../support/discord/self-check-environment.ts";
import { runEaselScript } from "../../support/process/easel-process.ts";

let here: DiscordEasel;
let dataDir: string;
let environment: Record<string, string>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "easel-doctor-"));
  await mkdir(join(dataDir, "media"));
  here = await startDiscordEasel();
  environment = selfCheckEnvironment(here, dataDir);
});
afterAll(async () => {
  await here.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe("npm run doctor", () => {
  const SCRIPT = "src/app/self-check/main.ts";

  it("ends with 0 if all is well", async () => {
    // Discord would need a public address for links to large results.
    const withoutDiscord = Object.fromEntries(
      Object.entries(environment).filter(([name]) => !/^(?:DISCORD_|ALLOWED_WORKSPACES)/.test(name)),
    );
    const { code, out } = await runEaselScript(SCRIPT, withoutDiscord);
    expect(
      out
        .trimEnd()
        .split("\n")
        .filter((line) => !line.startsWith("✓ ")),
    ).toEqual([]);
    expect(code).toBe(0);
  });

  it("ends with 1 for wrong variables, names each of them, and checks everything else", async () => {
    const wrong = { ...environment, PORT: "eighty", MEDIA_DAYS: "-1", DISCORD_TOKEN: "" };
    const { code, out } = await runEaselScript(SCRIPT, wrong);
    expect(code).toBe(1);
    expect(out.match(/^✗ .*$/gm)?.map((line) => line.split(" ")[1])).toEqual(
      expect.arrayContaining(["PORT", "MEDIA_DAYS", "DISCORD_API_URL"]),
    );
    expect(out).toMatch(/^✓ Database: PostgreSQL/m);
    expect(out).toMatch(/^✓ Gateway for pictures: answers/m);
    expect(out).not.toMatch(/^. Discord|PORT \d+|configuration is complete/m);
  });

  it("never shows a password", async () => {
    const address = "postgres://someone:hunter2@127.0.0.1:1/easel";
    const { code, out } = await runEaselScript(SCRIPT, { ...environment, DATABASE_URL: address });
    expect(code).toBe(1);
    expect(out).toContain("✗ DATABASE_URL: nothing listens there");
    expect(out).not.toContain("hunter2");
  });
});
