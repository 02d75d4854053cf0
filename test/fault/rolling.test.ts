import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { discordEnvironment } from "../support/discord/discord-easel.ts";
import { startFakeDiscord, type FakeDiscord } from "../support/fake-discord/fake-discord.ts";
import type { FakeInteraction } from "../support/fake-discord/interactions.ts";
import { startFakeSlack, type FakeSlack } from "../support/fake-slack/fake-slack.ts";
import { createSums, emptyLedger } from "../support/fault/fault-sums.ts";
import { openFaultWorld, type FaultWorld, type Replica } from "../support/fault/fault-world.ts";
import { createTestDatabase } from "../support/database/postgres.ts";
import { copyFormerVersion, findFormerVersion } from "../support/process/former-version.ts";
import { filesOf, resultsFor, slackEnvironment } from "../support/slack/slack-easel.ts";
import { storedByPrompt, untilClosed } from "../soak/database.ts";
import { peopleInConsole } from "../soak/people/on-console.ts";
import { peopleOnDiscord } from "../soak/people/on-discord.ts";
import { peopleOnSlack } from "../soak/people/on-slack.ts";
import type { SoakPlatform } from "../soak/people/soak-platform.ts";
import { sumUp, type Asked, type Sums } from "../soak/sums.ts";

const BETWEEN_REQUESTS_MS = 400;
/** One in this many requests is slow enough to be watched while its worker stops. */
const SLOW_EVERY = 5;
/** How long requests are sent before the first process is replaced, and after the last one. */
const QUIET_MS = 2_000;
const STOP_MS = 20_000;
/** The time that a replacement may add to Discord's own reconnect. */
const LONGER_MS = 1_000;
/** Less than the time after which a silent worker counts as dead. */
const HANDOVER_MS = 5_000;
const PATIENCE_MS = 120_000;

const sums = createSums();
const formerName = await findFormerVersion();

afterAll(() => sums.report("processes replaced one by one"));

/** Two chat processes and two workers, on three platforms. */
interface Fleet extends AsyncDisposable {
  readonly world: FaultWorld;
  readonly discord: FakeDiscord;
  readonly slack: FakeSlack;
  readonly environment: Readonly<Record<string, string>>;
  readonly chats: Replica[];
  readonly workers: Replica[];
  /** Each worker's id in the database. */
  readonly idOf: ReadonlyMap<Replica, string>;
  start(role: "chat" | "worker", sources?: string): Promise<Replica>;
}

async function openFleet(sources?: string): Promise<Fleet> {
  await using opening = new AsyncDisposableStack();
  const discord = opening.adopt(await startFakeDiscord(), (opened) => opened.close());
  const slack = opening.adopt(await startFakeSlack(), (opened) => opened.close());
  const database = sources === undefined ? {} : { database: await createTestDatabase("template0") };
  const world = opening.adopt(await openFaultWorld(database), (opened) => opened.close());
  const guild = discord.world.addGuild("Studio");
  const [byDiscord, bySlack] = [discordEnvironment(discord, guild), slackEnvironment(slack, "socket")];
  const allowed = `${byDiscord["ALLOWED_WORKSPACES"]},${bySlack["ALLOWED_WORKSPACES"]}`;
  const environment = { ...byDiscord, ...bySlack, ALLOWED_WORKSPACES: allowed };
  const idOf = new Map<Replica, string>();
  const workerIds = async (): Promise<string[]> =>
    (await world.sql<{ id: string }[]>`select id from workers`).map(({ id }) => id);
  const start = async (role: "chat" | "worker", from?: string): Promise<Replica> => {
    const before = new Set(role === "worker" ? await workerIds() : []);
    const replica = await world.start(undefined, { ...environment, ROLE: role }, from);
    if (role === "worker") {
      const added = (): Promise<string | undefined> => workerIds().then((ids) => ids.find((id) => !before.has(id)));
      await expect.poll(added, { timeout: PATIENCE_MS }).toBeDefined();
      idOf.set(replica, (await added()) ?? "");
    }
    return replica;
  };
  const chats = [await start("chat", sources)];
  chats.push(await start("chat", sources));
  const workers = [await start("worker", sources), await start("worker", sources)];
  await Promise.all([discord.gateway.until(1), discord.until("commands", () => discord.commands()[0])]);
  const opened = opening.move();
  const dispose = (): Promise<void> => opened.disposeAsync();
  return { world, discord, slack, environment, chats, workers, idOf, start, [Symbol.asyncDispose]: dispose };
}

/** Sends requests on all platforms while every process is replaced, and checks that nothing went wrong. */
async function rollUnderLoad(fleet: Fleet): Promise<void> {
  const { world, discord, slack, chats, workers, idOf, start } = fleet;
  const { sql } = world;
  const [guild] = [...discord.world.guilds.values()];
  if (!guild) throw new Error("there is no server");
  const platforms = [
    peopleOnDiscord(discord, guild, 3),
    peopleOnSlack(slack, 3),
    await peopleInConsole(sql, () => chats.map(({ url }) => url), 3),
  ];
  const over = new AbortController();
  const asked: Asked[] = [];
  const asking = (async () => {
    const under: Promise<void>[] = [];
    for (let index = 0; !over.signal.aborted; index++) {
      const platform = platforms[index % platforms.length];
      const service = index % 10 === 7 ? "video" : "image";
      const count = index % SLOW_EVERY === 0 ? 3 : 1;
      const wanted = {
        service,
        prompt: `rolled on, ${index}${index % SLOW_EVERY === 1 ? " [slow:30]" : ""}`,
        count: service === "video" ? 1 : count,
      } as const;
      under.push(
        (async () => {
          const ackMs = await platform?.ask(Math.floor(index / platforms.length) % platform.channels, wanted);
          if (platform) asked.push({ platform: platform.name, ...wanted, at: index, ackMs });
        })(),
      );
      await sleep(BETWEEN_REQUESTS_MS);
    }
    await Promise.all(under);
  })();
  await using ending = new AsyncDisposableStack();
  const end = async (): Promise<void> => {
    over.abort();
    await asking;
  };
  ending.defer(end);

  await sleep(QUIET_MS);
  const stops: { readonly ms: number; readonly code: number | null }[] = [];
  for (const [role, places] of [
    ["worker", workers],
    ["chat", chats],
  ] as const) {
    for (const [index, old] of [...places].entries()) {
      places[index] = await start(role);
      const id = idOf.get(old);
      const held = async (): Promise<number> =>
        id === undefined ? 0 : (await sql`select id from jobs where worker_id = ${id} and state = 'running'`).length;
      // Stops the worker while it watches a job.
      if (role === "worker") await expect.poll(held, { timeout: PATIENCE_MS, interval: 20 }).toBeGreaterThan(0);
      stops.push(await old.stop());
      if (role === "worker") {
        // It has reported its stop, so no process waits until it counts as dead.
        const [row] = await sql`select beat = '-infinity' as "isRetired" from workers where id = ${id ?? ""}`;
        expect(row?.["isRetired"] ?? true).toBe(true);
        await expect.poll(held, { timeout: HANDOVER_MS, interval: 20 }).toBe(0);
      }
    }
  }
  await discord.gateway.until(1);
  await sleep(QUIET_MS);
  await end();

  expect(stops.map(({ code }) => code)).toEqual(stops.map(() => 0));
  expect(Math.max(...stops.map(({ ms }) => ms))).toBeLessThan(STOP_MS);
  await finished(fleet, asked, platforms);
  expect(unanswered(discord)).toEqual([]);
  expect(gapsOf(discord).filter((ms) => ms > LONGER_MS)).toEqual([]);
  // Slack notices only some milliseconds later that a connection is being closed.
  const missed = asked.filter(({ platform, ackMs }) => platform === "slack" && ackMs === undefined);
  expect(missed.length).toBeLessThanOrEqual(slack.sockets.interrupted());
  expect(slack.sockets.interrupted()).toBeLessThanOrEqual(slack.sockets.greeted());
  expect(asked.filter(({ platform, ackMs }) => platform === "console" && ackMs === undefined)).toEqual([]);
}

/** Waits until all requests are closed, and checks that each was made and shown once. */
async function finished(
  { world: { sql } }: Fleet,
  asked: readonly Asked[],
  platforms: readonly SoakPlatform[],
): Promise<Sums> {
  expect(await untilClosed(sql, PATIENCE_MS, new AbortController().signal)).toBe(0);
  const seen = new Map(await Promise.all(platforms.map(async (one) => [one.name, await one.look()] as const)));
  const stored = await storedByPrompt(sql);
  const outcome = sumUp(asked, ({ platform, prompt }) => ({
    ...(stored.get(prompt) ?? { batches: 0, isUncertain: false }),
    shown: seen.get(platform)?.shown(prompt) ?? 0,
    told: seen.get(platform)?.told(prompt) ?? false,
  }));
  sums.add({ ...emptyLedger(), asked: outcome.asked, made: outcome.pictures + outcome.clips, lost: outcome.lost });
  expect(outcome.wrong).toEqual([]);
  expect([...seen.values()].map(({ noticesLeft }) => noticesLeft)).toEqual(platforms.map(() => 0));
  return outcome;
}

/**
 * The interactions without an answer, except the last one on a closed connection: Discord may have sent it as the connection
 * was closing.
 */
function unanswered({ interactions }: FakeDiscord): readonly FakeInteraction[] {
  return interactions.all().filter(({ callback, sent }) => {
    if (callback) return false;
    return sent.some(({ number, on }) => on.some(({ closedAt, last }) => closedAt === undefined || last !== number));
  });
}

/** The milliseconds between the end of each connection to Discord and the opening of the next one. */
function gapsOf({ gateway }: FakeDiscord): readonly number[] {
  const { connections } = gateway;
  return connections.slice(1).map(({ openedAt }, index) => openedAt - (connections[index]?.closedAt ?? openedAt));
}

it("processes that are replaced one by one under load acknowledge continuously, lose nothing, and do nothing twice", async () => {
  await using fleet = await openFleet();
  await rollUnderLoad(fleet);
  expect(fleet.discord.gateway.connections.length).toBeGreaterThan(1);
});

it.skipIf(formerName === undefined)(
  `the same holds when processes of ${formerName ?? "the former version"} are replaced`,
  async () => {
    await using cleanUp = new AsyncDisposableStack();
    const former = cleanUp.adopt(await copyFormerVersion(formerName ?? ""), (copy) => copy.remove());
    const fleet = cleanUp.use(await openFleet(former.folder));
    await rollUnderLoad(fleet);
    expect(fleet.discord.gateway.connections.length).toBeGreaterThan(1);
  },
);

it("an upload that is under way when its worker stops is finished or handed over, and the result is shown once", async () => {
  await using fleet = await openFleet();
  const { world, slack, workers, idOf, start } = fleet;
  const channel = slack.addChannel({ name: "uploads" });
  const max = slack.join({ name: "max", displayName: "Max" });
  const [reached, until] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  slack.fault("files.completeUploadExternal", { kind: "hold-before", until: until.promise, reached: reached.resolve });
  const prompt = "uploaded meanwhile";
  expect((await max.slash(channel.id, "/imagine", `${prompt} --count 2`).outcome).acknowledged).toBe(true);
  await reached.promise;
  const [batch] = await world.sql<{ owner: string }[]>`select worker_id as owner from batches`;
  const poster = workers.find((worker) => idOf.get(worker) === batch?.owner);
  if (!poster) throw new Error("nobody posts");
  await start("worker");
  const stopped = poster.stop();
  // Holds the upload long enough for the process to hand it over.
  const first = await Promise.race([stopped, sleep(2_000)]);
  until.resolve();
  const { ms, code } = first ?? (await stopped);
  expect(code).toBe(0);
  expect(ms).toBeLessThan(STOP_MS);
  expect(await untilClosed(world.sql, PATIENCE_MS, new AbortController().signal)).toBe(0);
  const results = resultsFor(slack, prompt);
  expect(results).toHaveLength(1);
  expect(results.flatMap((message) => filesOf(slack, message))).toHaveLength(2);
  const shown = slack.messages(channel.id).flatMap((message) => message.files);
  expect(shown).toHaveLength(2);
});
