import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, execute, type TestDatabase } from "../../support/database/postgres.ts";
import { discordEnvironment } from "../../support/discord/discord-easel.ts";
import { startEaselProcess } from "../../support/process/easel-process.ts";
import { startFakeDiscord, type FakeDiscord } from "../../support/fake-discord/fake-discord.ts";
import type { FakeGuild } from "../../support/fake-discord/world.ts";

let dataDir: string;
let discord: FakeDiscord;
let guild: FakeGuild;
let environment: Record<string, string>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "easel-discord-restart-"));
  discord = await startFakeDiscord();
  guild = discord.world.addGuild("Studio");
  environment = { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent", ...discordEnvironment(discord, guild) };
});
afterEach(async () => {
  await discord.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a process, and kills it once it is connected. */
async function killConnected(): Promise<void> {
  await using first = await startEaselProcess(environment);
  expect(first.block).toContain("in 1 server");
  await first.end("SIGKILL");
  await discord.gateway.until(0);
}

it("is connected to Discord when it reports ready, even if the previous process was killed", async () => {
  const channel = discord.world.addChannel(guild, "general");
  const max = discord.world.addUser("Max");
  discord.world.addMember(guild, max);
  await killConnected();
  await using second = await startEaselProcess(environment);
  expect(discord.gateway.connected()).toBe(1);
  expect(second.block).toContain("in 1 server");
  const asked = discord.as(max, channel).command("imagine", { prompt: "a fox" });
  expect(await asked.answered).toMatchObject({ type: 5 });
  expect(await second.end("SIGTERM")).toBe(0);
}, 120_000);

describe("with a database that other processes may use", () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
    environment["DATABASE_URL"] = database.url;
    environment["SECRET_KEY"] = "a secret key that is used by tests alone";
  });
  afterEach(() => database.drop());

  it("does not claim to be connected while the killed process may still be alive, and connects once its lease expires", async () => {
    await killConnected();
    // Keeps the lease valid, however long the second process takes to start.
    await execute(database.url, "update connections set beat = now() + interval '1 minute'");
    await using second = await startEaselProcess(environment);
    expect(second.block).toMatch(
      /Discord: .*standing by: another process holds the connection until 15 seconds after it dies/,
    );
    expect(second.block).not.toContain("in 1 server");
    expect(discord.gateway.connected()).toBe(0);
    await execute(database.url, "update connections set beat = now() - interval '16 seconds'");
    await discord.gateway.until(1);
    expect(await second.end("SIGTERM")).toBe(0);
  }, 120_000);

  it("stops when asked to, even if Discord is unreachable", async () => {
    await using easel = await startEaselProcess(environment);
    discord.goAway("cut");
    // Its library has noticed, and keeps trying.
    const before = discord.gateway.attempts();
    await expect.poll(() => discord.gateway.attempts()).toBeGreaterThan(before);
    expect(await easel.end("SIGTERM")).toBe(0);
  }, 120_000);
});
