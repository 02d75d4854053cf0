import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectClient, type GatewayClient } from "../../../../src/platforms/discord/connect/client.ts";
import { createIdentifyPace, type IdentifyPace } from "../../../../src/platforms/discord/connect/identify-pace.ts";
import { DISCORD_START_MS } from "../../../../src/platforms/discord/limits.ts";
import { startFakeDiscord, type FakeDiscord } from "../../../support/fake-discord/fake-discord.ts";
import { createManualClock, type ManualClock } from "../../../support/manual-clock.ts";

let discord: FakeDiscord;
let clock: ManualClock;
let stopping: AbortController;
let reconnects: number;
let identifies: IdentifyPace;

beforeEach(async () => {
  discord = await startFakeDiscord();
  clock = createManualClock();
  stopping = new AbortController();
  reconnects = 0;
  identifies = createIdentifyPace(clock, () => 1, { warn: () => {} });
});
afterEach(() => discord.close());

function connect(): Promise<GatewayClient> {
  const options = {
    token: discord.token,
    addresses: { api: discord.apiUrl },
    messageContent: false,
    onInteraction() {},
    onMessage() {},
    onLost() {},
    onReconnect: () => void reconnects++,
    identifies,
    clock,
    log: pino({ level: "silent" }),
  };
  return connectClient(options, stopping.signal);
}

/** Advances the clock until the work settles. */
async function expectEnd(work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = (): void => void (isOver = true);
  void work.then(over, over);
  await expect
    .poll(() => {
      clock.advance(100);
      return isOver;
    })
    .toBe(true);
}

it("reports that a connection which broke off is open again", async () => {
  const client = await connect();
  expect(reconnects).toBe(0);
  discord.gateway.drop();
  await expect.poll(() => reconnects, { timeout: 20_000 }).toBe(1);
  await expectEnd(client.close());
});

it("resumes its session when Discord asks it to connect again", async () => {
  const client = await connect();
  discord.gateway.tell({ op: 7, d: null });
  await expect.poll(() => reconnects, { timeout: 20_000 }).toBe(1);
  expect(discord.gateway.counts).toEqual({ identified: 1, resumed: 1 });
  expect(client.isConnected()).toBe(true);
  await expectEnd(client.close());
});

it("resumes its session when heartbeats are no longer acknowledged", async () => {
  discord.gateway.ignoreHeartbeats(200);
  const client = await connect();
  await expect.poll(() => discord.gateway.counts.resumed, { timeout: 20_000 }).toBeGreaterThan(0);
  discord.gateway.ignoreHeartbeats(undefined);
  expect(discord.gateway.counts.identified).toBe(1);
  await expectEnd(client.close());
});

it("begins another session when Discord ends the session", async () => {
  const client = await connect();
  discord.gateway.tell({ op: 9, d: false });
  await expect.poll(() => reconnects, { timeout: 20_000 }).toBe(1);
  expect(discord.gateway.counts).toEqual({ identified: 2, resumed: 0 });
  expect(client.isConnected()).toBe(true);
  await expectEnd(client.close());
});

describe("a bot whose sessions have ended early", () => {
  beforeEach(async () => {
    for (let session = 0; session < 3; session++) await identifies.turn(0, stopping.signal);
  });

  // The client's time limit and its rest.
  const rests = (): Promise<void> => expect.poll(() => clock.sleepers()).toBe(2);

  it("rests before the next one", async () => {
    const connecting = connect();
    await rests();
    expect(discord.gateway.counts.identified).toBe(0);
    clock.advance(5_000);
    const client = await connecting;
    expect(discord.gateway.counts.identified).toBe(1);
    await expectEnd(client.close());
  });

  it("can be stopped while it rests", async () => {
    const connecting = connect();
    await rests();
    stopping.abort(new Error("told to stop"));
    await expectEnd(connecting);
    await expect(connecting).rejects.toThrow("told to stop");
    expect(discord.gateway.counts.identified).toBe(0);
  });
});

describe("a gateway that accepts the connection and then stays silent", () => {
  const unanswered = (): Promise<void> => expect.poll(() => discord.gateway.unanswered()).toBe(1);

  it("does not keep Easel from stopping", async () => {
    discord.gateway.mute(true);
    const connecting = connect();
    await unanswered();
    stopping.abort(new Error("told to stop"));
    await expectEnd(connecting);
    await expect(connecting).rejects.toThrow("told to stop");
  });

  it("is given up in time, so that the connection is retried", async () => {
    discord.gateway.mute(true);
    const connecting = connect();
    await unanswered();
    clock.advance(DISCORD_START_MS);
    await expectEnd(connecting);
    await expect(connecting).rejects.toThrow("not ready within 10 seconds");
  });

  it("does not keep a connection that broke off from being closed", async () => {
    const client = await connect();
    discord.gateway.mute(true);
    discord.gateway.drop();
    await unanswered();
    await expectEnd(client.close());
  });
});
