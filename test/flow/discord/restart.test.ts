import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { discordEnvironment } from "../../support/discord/discord-easel.ts";
import { startEaselProcess } from "../../support/process/easel-process.ts";
import { startFakeDiscord } from "../../support/fake-discord/fake-discord.ts";

it("is connected to Discord when it says that it is ready, although the previous process was killed", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-discord-restart-"));
  const discord = await startFakeDiscord();
  const guild = discord.world.addGuild("Studio");
  const channel = discord.world.addChannel(guild, "general");
  const max = discord.world.addUser("Max");
  discord.world.addMember(guild, max);
  const environment = { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn", ...discordEnvironment(discord, guild) };
  {
    await using first = await startEaselProcess(environment);
    expect(first.block).toContain("in 1 server");
    await first.end("SIGKILL");
    await discord.gateway.until(0);
  }
  await using second = await startEaselProcess(environment);
  expect(discord.gateway.connected()).toBe(1);
  expect(second.block).toContain("in 1 server");
  const asked = discord.as(max, channel).command("imagine", { prompt: "a fox" });
  expect(await asked.answered).toMatchObject({ type: 5 });
  expect(await second.end("SIGTERM")).toBe(0);
  await discord.close();
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);

it("stops when asked to, although Discord is unreachable", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-discord-end-"));
  const database = await createTestDatabase();
  const discord = await startFakeDiscord();
  const guild = discord.world.addGuild("Studio");
  const environment = {
    DATA_DIR: dataDir,
    PORT: "0",
    LOG_LEVEL: "silent",
    DATABASE_URL: database.url,
    SECRET_KEY: "a secret key that is used by tests alone",
    ...discordEnvironment(discord, guild),
  };
  await using easel = await startEaselProcess(environment);
  discord.goAway("cut");
  // Its library has noticed, and goes on trying.
  const before = discord.gateway.attempts();
  await expect.poll(() => discord.gateway.attempts()).toBeGreaterThan(before);
  expect(await easel.end("SIGTERM")).toBe(0);
  await discord.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);
