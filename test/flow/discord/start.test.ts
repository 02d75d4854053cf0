import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../src/db/embedded/server-settings.ts";
import { discordEnvironment } from "../../support/discord/discord-easel.ts";
import { startTestEasel } from "../../support/easel.ts";
import { postsIn, startFakeDiscord, type FakeDiscord } from "../../support/fake-discord/fake-discord.ts";
import type { FakeGuild } from "../../support/fake-discord/world.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { openTestSandbox } from "../../support/gateway/sandbox.ts";
import { totalOf } from "../../support/metrics/samples.ts";
import { httpAnswer, startTcpServer } from "../../support/process/tcp-server.ts";

const HTML = { "content-type": "text/html" };

let discord: FakeDiscord;
let environment: Record<string, string>;
let guild: FakeGuild;

const scrape = async (url: string): Promise<string> => (await fetch(new URL("/metrics", url))).text();

beforeAll(async () => {
  discord = await startFakeDiscord();
  guild = discord.world.addGuild("Studio");
  environment = discordEnvironment(discord, guild);
});
afterAll(() => discord.close());

describe("a start with Discord", () => {
  it.each([
    ["a token that Discord does not know", { DISCORD_TOKEN: "abc.def.ghi" }, "DISCORD_TOKEN", "copy the token again"],
    ["something that is not a token", { DISCORD_TOKEN: "Bot abc" }, "DISCORD_TOKEN", "without quotation marks"],
    ["an address without a token", { DISCORD_TOKEN: "" }, "DISCORD_TOKEN", "DISCORD_API_URL is set without"],
    ["an invalid address", { DISCORD_API_URL: "localhost" }, "DISCORD_API_URL", "not a web address"],
    ["an invalid workspace", { ALLOWED_WORKSPACES: "my server" }, "ALLOWED_WORKSPACES", "discord:<"],
  ])("is refused with %s, in one line that names the fix", async (_name, changes, variable, words) => {
    const start = startTestEasel({ ...environment, ...changes });
    await expect(start).rejects.toMatchObject({
      code: "config",
      variable,
      message: expect.stringContaining(words),
    });
    await expect(start).rejects.not.toThrow("\n");
  });

  it("fails if something other than Discord answers", async () => {
    const other = await startTcpServer((socket) => socket.write(httpAnswer(404, "<p>Not here</p>", HTML)));
    const start = startTestEasel({ ...environment, DISCORD_API_URL: other.url });
    await expect(start).rejects.toMatchObject({ code: "config", variable: "DISCORD_API_URL" });
    await other.close();
  });

  it("of a worker delivers with the bot's token, without its own connection", async () => {
    const sandbox = await openTestSandbox();
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), "easel-discord-"));
    const shared = {
      ...environment,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      IMAGE_BASE_URL: sandbox.url,
      IMAGE_API_KEY: "sk-sandbox",
    };
    const port = await freePort();
    const worker = await startTestEasel({ ...shared, ROLE: "worker", PORT: String(port) });
    expect(discord.gateway.counts.identified).toBe(0);
    const chat = await startTestEasel({ ...shared, ROLE: "chat" });
    expect(discord.gateway.connected()).toBe(1);
    const channel = discord.world.addChannel(guild, "general");
    const max = discord.world.addUser("Max");
    discord.world.addMember(guild, max);
    discord.as(max, channel).command("imagine", { prompt: "made elsewhere" });
    // Its clock does not move until the test advances it.
    const stepping = setInterval(() => sandbox.clock.advance(500), 20);
    const result = await discord.until("the result", () =>
      postsIn(channel).find(({ attachments }) => attachments.length > 0),
    );
    clearInterval(stepping);
    expect(result.pings).toEqual([max.id]);
    // Each process exports its own metrics and those of all processes.
    const totals = async (url: string): Promise<unknown> => {
      const text = await scrape(url);
      return {
        accepted: totalOf(text, "easel_requests_accepted_total"),
        succeeded: totalOf(text, "easel_job_transitions_total", { state: "succeeded" }),
        posted: totalOf(text, "easel_platform_call_seconds_count", { call: "post", outcome: "ok" }) !== undefined,
        workers: totalOf(text, "easel_workers_alive"),
      };
    };
    const made = { accepted: 0, succeeded: 1, posted: true, workers: 1 };
    await expect.poll(() => totals(`http://127.0.0.1:${port}`), { timeout: 20_000 }).toEqual(made);
    expect(await totals(chat.url)).toEqual({ accepted: 1, succeeded: undefined, posted: false, workers: 1 });
    await chat.stop();
    await worker.stop();
    await sandbox.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
});
