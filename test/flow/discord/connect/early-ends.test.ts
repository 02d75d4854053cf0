import { GatewayCloseCodes } from "discord.js";
import { expect, it } from "vitest";
import { createConnection } from "../../../../src/platforms/discord/connect/discord-connection.ts";
import { DISCORD_AGAIN_MS } from "../../../../src/platforms/discord/limits.ts";
import { createIntake } from "../../../../src/platforms/discord/receive/event-intake.ts";
import { createLog } from "../../../../src/lib/log/log.ts";
import { startFakeDiscord } from "../../../support/fake-discord/fake-discord.ts";
import { createSteppedClock } from "../../../support/fault/stepped-clock.ts";
import { QUIET } from "../../../support/quiet-handlers.ts";

const us = { applicationId: "1", userId: "1", name: "easel", messageContent: false };

it("connections that end for good as soon as they begin are replaced more and more slowly", async () => {
  const discord = await startFakeDiscord();
  const clock = createSteppedClock();
  const connection = createConnection({
    lease: { hold: async () => true, release: async () => {}, hearReleases: async () => async () => {} },
    holder: "this process",
    identity: { known: () => us, get: async () => us, refresh: async () => us },
    away: undefined,
    intake: createIntake(),
    client: {
      token: discord.token,
      addresses: { api: discord.apiUrl },
      onInteraction() {},
      onMessage() {},
    },
    beforeConnecting: async () => {},
    whileConnected: (_us, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      }),
    clock,
    random: () => 1,
    log: createLog("silent"),
  });
  await connection.start({ ...QUIET, event: async () => {} });
  const { gateway } = discord;
  for (const session of [1, 2, 3]) {
    await expect.poll(() => connection.state()).toEqual({ kind: "connected" });
    expect(gateway.counts.identified).toBe(session);
    const before = clock.sleeps.length;
    gateway.closeAll(GatewayCloseCodes.InvalidShard);
    await expect.poll(() => clock.sleeps.slice(before)).toContain(DISCORD_AGAIN_MS);
    clock.advance(DISCORD_AGAIN_MS);
  }
  // The rest since the last session began, without the pause that has passed.
  await expect.poll(() => clock.sleeps).toContain(5_000 - DISCORD_AGAIN_MS);
  expect(gateway.counts.identified).toBe(3);
  clock.advance(5_000);
  await expect.poll(() => connection.state()).toEqual({ kind: "connected" });
  expect(gateway.counts.identified).toBe(4);
  await connection.stop();
  await discord.close();
});
