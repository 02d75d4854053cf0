import { DISCORD_AGAIN_CAP_MS, DISCORD_REFUSED_MS, DISCORD_START_MS } from "../../../src/platforms/discord/limits.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { discordEnvironment } from "../../support/discord/discord-easel.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { postsIn, startFakeDiscord, type FakeDiscord } from "../../support/fake-discord/fake-discord.ts";
import type { Person } from "../../support/fake-discord/person.ts";
import type { FakeChannel } from "../../support/fake-discord/world.ts";

let discord: FakeDiscord;
let environment: Record<string, string>;
let channel: FakeChannel;
let person: Person;
let easel: TestEasel | undefined;

beforeEach(async () => {
  discord = await startFakeDiscord();
  const guild = discord.world.addGuild("Studio");
  channel = discord.world.addChannel(guild, "general");
  const max = discord.world.addUser("Max");
  discord.world.addMember(guild, max);
  person = discord.as(max, channel);
  environment = discordEnvironment(discord, guild);
});
afterEach(async () => {
  await easel?.stop();
  easel = undefined;
  await discord.close();
});

/** A clock that shortens these waits, in milliseconds, and those between attempts. */
function hurried(...waits: readonly number[]): Clock {
  const hurry = (ms: number): number => (waits.includes(ms) ? 300 : ms);
  return {
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed(),
    sleep: (ms, signal) => systemClock.sleep(ms <= DISCORD_AGAIN_CAP_MS ? Math.min(hurry(ms), 30) : hurry(ms), signal),
    after: (ms, act) => systemClock.after(hurry(ms), act),
  };
}

const start = async (clock = hurried()): Promise<TestEasel> => (easel = await startTestEasel(environment, { clock }));

async function readiness(): Promise<{ status: number; state: string; discord: string }> {
  const answer = await fetch(`${easel?.url}/readyz`);
  const body: { status: string; parts: { discord: string } } = JSON.parse(await answer.text());
  return { status: answer.status, state: body.status, discord: body.parts.discord };
}

describe("a start while Discord is away", () => {
  it.each([
    ["answers 503", "unavailable", "503"],
    ["drops connections", "cut", ""],
    ["does not answer", "silent", "within 10 seconds"],
  ] as const)("succeeds although it %s, and Discord is connected once it is back", async (_, how, words) => {
    discord.goAway(how);
    await start(hurried(how === "silent" ? DISCORD_START_MS : 0));
    const { state } = easel?.app.ready.platforms.discord ?? {};
    expect(state).toMatchObject({ kind: "connecting", reason: expect.stringContaining(words) });
    expect(await readiness()).toEqual({
      status: 200,
      state: "degraded",
      discord: expect.stringContaining("not connected"),
    });
    await easel?.console.say("/imagine a fox in the Console");
    await easel?.console.see("a result", (messages) => messages.find((message) => message.files.length > 0));
    discord.goAway(undefined);
    await discord.gateway.until(1);
    await expect.poll(readiness).toEqual({ status: 200, state: "ready", discord: "connected" });
    person.command("imagine", { prompt: "a fox" });
    await discord.until("a result", () => postsIn(channel).find(({ attachments }) => attachments.length > 0));
  });

  it("identifies once when the gateway is back, however many attempts failed before", async () => {
    discord.gateway.goAway(true);
    await start(hurried(DISCORD_START_MS));
    const before = discord.gateway.attempts();
    await expect.poll(() => discord.gateway.attempts() - before, { timeout: 10_000 }).toBeGreaterThan(4);
    discord.gateway.goAway(false);
    await discord.gateway.until(1);
    await expect.poll(readiness).toMatchObject({ discord: "connected" });
    // A client that remains from an earlier attempt retries every half second, and would be connected by now.
    await systemClock.sleep(1_500);
    expect(discord.gateway.counts.identified).toBe(1);
  });
});

describe("a start that Discord refuses", () => {
  it.each([
    [4004, "DISCORD_TOKEN is not accepted"],
    [4013, "close code 4013"],
    [4014, "Message Content Intent"],
  ])("ends with one line if the gateway closes with %d", async (code, words) => {
    discord.gateway.turnAway(code);
    await expect(start()).rejects.toMatchObject({
      code: "config",
      variable: "DISCORD_TOKEN",
      message: expect.stringContaining(words),
    });
  });
});

describe("a token that is reset while Easel runs", () => {
  it("is reported by readiness, metrics and the doctor, stops nothing, and works again once it is valid", async () => {
    await start(hurried(DISCORD_REFUSED_MS));
    discord.revoke(true);
    await expect.poll(readiness).toEqual({
      status: 200,
      state: "degraded",
      discord: expect.stringContaining("refused: DISCORD_TOKEN is not accepted"),
    });
    expect(await (await fetch(`${easel?.url}/metrics`)).text()).toContain('easel_part_up{part="discord"} 0');
    const ada = createConsoleClient(easel?.url ?? "", "admin");
    expect((await ada.answerTo("/easel-admin doctor")).text).toContain("⚠ Discord refuses the bot's token");
    expect((await ada.answerTo("/easel-admin doctor", { locale: "zh-CN" })).text).toContain(
      "Discord 不接受机器人的令牌",
    );
    await ada.close();
    await easel?.console.say("/imagine a fox in the Console");
    await easel?.console.see("a result", (messages) => messages.find((message) => message.files.length > 0));
    discord.revoke(false);
    await expect.poll(readiness, { timeout: 10_000 }).toMatchObject({ state: "ready", discord: "connected" });
    person.command("imagine", { prompt: "a fox" });
    await discord.until("a result", () => postsIn(channel).find(({ attachments }) => attachments.length > 0));
  });
});
