import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { Service } from "../../src/core/job/job.ts";
import { load as machineLoad, thisMachine } from "../bench/harness/machine.ts";
import { startSandboxProcess } from "./sandbox-process.ts";
import { discordEnvironment } from "../support/discord/discord-easel.ts";
import { startFakeDiscord } from "../support/fake-discord/fake-discord.ts";
import { startFakeSlack } from "../support/fake-slack/fake-slack.ts";
import { removeAfterExit } from "../support/fault/clean-up-after-exit.ts";
import { startRestartingPostgres } from "../support/process/restarting-postgres.ts";
import { slackEnvironment } from "../support/slack/slack-easel.ts";
import { knownAtGateway, ownTimes, storedByPrompt, tableSizes, untilClosed } from "./database.ts";
import { openFleet } from "./fleet.ts";
import { load } from "./load.ts";
import { createLogTally } from "./log-tally.ts";
import type { SoakOptions } from "./options.ts";
import { peopleInConsole } from "./people/on-console.ts";
import { peopleOnDiscord } from "./people/on-discord.ts";
import { peopleOnSlack } from "./people/on-slack.ts";
import { acknowledgementsOf, ownRows, type SoakResult } from "./result.ts";
import { sumUp } from "./sums.ts";
import { troubles } from "./troubles.ts";

const SECRET_KEY = "a secret key that is used by soaks alone";
/** The gateway refuses a fifth concurrent picture with this key, so a breach of the limit is noticed. */
const IMAGE_KEY = "sk-sandbox-four";
const VIDEO_KEY = "sk-sandbox-videos";
/** Each process opens up to 20, and there is one more process while they are being replaced. */
const DATABASE_CONNECTIONS = 200;
/** Where the measured time begins, as a share of the run. By then, everything has warmed up and has been restarted. */
const MEASURED_FROM = 1 / 3;
/** In a shorter run, a process's memory does not settle. */
const DRIFT_MINUTES = 10;
const SAY_MS = 60_000;
/** If the number of open requests does not decrease for this long, they are lost. */
const PATIENCE_MS = 120_000;

/** Runs a soak. `say` reports progress. Ends every process that it started, even if it fails or `signal` aborts. */
export async function soak(
  options: SoakOptions,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<SoakResult> {
  await using stack = new AsyncDisposableStack();
  const loadBefore = machineLoad();
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), "easel-soak-")), (it) =>
    rm(it, { recursive: true, force: true }),
  );
  const callOff = removeAfterExit(folder);
  stack.defer(callOff);
  const server = stack.adopt(await startRestartingPostgres(DATABASE_CONNECTIONS), (it) => it.drop());
  const sandbox = stack.adopt(await startSandboxProcess(folder), (it) => it.stop());
  const discord = stack.adopt(await startFakeDiscord(), (it) => it.close());
  const slack = stack.adopt(await startFakeSlack(), (it) => it.close());
  const sql = stack.adopt(postgres(server.url, { max: 2, onnotice: () => {} }), (it) => it.end({ timeout: 1 }));
  const guild = discord.world.addGuild("Studio");
  const { minutes } = options;
  const onDiscord = peopleOnDiscord(discord, guild, Math.ceil(options.channels / 3));
  const onSlack = peopleOnSlack(slack, Math.ceil((options.channels - onDiscord.channels) / 2));
  const log = createLogTally([
    discord.token,
    slack.world.botToken,
    slack.world.appToken,
    SECRET_KEY,
    IMAGE_KEY,
    VIDEO_KEY,
    new URL(server.url).password,
  ]);

  const media = join(folder, "media");
  await mkdir(media);
  const [byDiscord, bySlack] = [discordEnvironment(discord, guild), slackEnvironment(slack, "socket")];
  const environment = {
    DATABASE_URL: server.url,
    SECRET_KEY,
    IMAGE_BASE_URL: sandbox.url,
    IMAGE_API_KEY: IMAGE_KEY,
    VIDEO_BASE_URL: sandbox.url,
    VIDEO_API_KEY: VIDEO_KEY,
    ...byDiscord,
    ...bySlack,
    ALLOWED_WORKSPACES: `${byDiscord["ALLOWED_WORKSPACES"]},${bySlack["ALLOWED_WORKSPACES"]}`,
  };
  const began = performance.now();
  let runBegan = began;
  const elapsed = (): number => performance.now() - runBegan;
  const fleet = stack.use(
    await openFleet(
      async () => {
        // Each has its own folder, and they share the media in it like a bucket.
        const dataDir = await mkdtemp(join(folder, "data-"));
        await symlink(media, join(dataDir, "media"));
        return { folder: dataDir, environment: { ...environment, DATA_DIR: dataDir }, log };
      },
      elapsed,
      signal,
    ),
  );
  signal.throwIfAborted();
  await Promise.all([discord.gateway.until(1), discord.until("commands", () => discord.commands()[0])]);
  const inConsole = await peopleInConsole(
    sql,
    fleet.consoles,
    options.channels - onDiscord.channels - onSlack.channels,
  );
  say(`everything is up after ${((performance.now() - began) / 1_000).toFixed(0)} s`);

  runBegan = performance.now();
  const runMs = minutes * 60_000;
  const delay = monitorEventLoopDelay();
  delay.enable();
  const ended = new AbortController();
  stack.defer(() => ended.abort());
  const over = AbortSignal.any([AbortSignal.timeout(runMs), signal, ended.signal]);
  const platforms = [onDiscord, onSlack, inConsole];
  const saying = setInterval(() => {
    const [minute, kills] = [Math.round(elapsed() / 60_000), fleet.kills()];
    say(`${minute} of ${minutes} minutes, ${kills} workers killed, load ${machineLoad()}`);
  }, SAY_MS);
  stack.defer(() => clearInterval(saying));
  let before = await tableSizes(sql);
  const third = setTimeout(() => {
    tableSizes(sql).then(
      (sizes) => (before = sizes),
      () => {},
    );
  }, runMs * MEASURED_FROM);
  stack.defer(() => clearTimeout(third));
  const [asked, troubled] = await Promise.race([
    Promise.all([load(platforms, elapsed, over), troubles({ fleet, server, elapsed, runMs, over, say })]),
    rejectsWith(signal),
  ]);
  delay.disable();
  const loadAfter = machineLoad();
  const measured = [runMs * MEASURED_FROM, runMs] as const;
  const drifts = {
    residentBytes: fleet.drifts("residentBytes", ...measured),
    heapBytes: fleet.drifts("heapBytes", ...measured),
    descriptors: fleet.drifts("descriptors", ...measured),
  };

  say("the last requests are finished");
  const open = await untilClosed(sql, PATIENCE_MS, signal);
  await fleet.stop();
  const seen = new Map(await Promise.all(platforms.map(async (one) => [one.name, await one.look()] as const)));
  const [stored, known] = [await storedByPrompt(sql), await knownAtGateway(sql)];
  const sums = sumUp(asked, ({ platform, prompt }) => {
    const found = seen.get(platform);
    return {
      ...(stored.get(prompt) ?? { batches: 0, isUncertain: false }),
      shown: found?.shown(prompt) ?? 0,
      told: found?.told(prompt) ?? false,
    };
  });
  const notices = [...seen.values()].reduce((sum, { noticesLeft }) => sum + noticesLeft, 0);
  const unknownOf = (service: Service): number => sandbox.made(service).filter((id) => !known.has(id)).length;
  // A worker that is killed in the middle of a clip's create can't know whether it arrived. It says so, and never sends it again.
  const unknown = unknownOf("image") + Math.max(0, unknownOf("video") - sums.uncertain);
  return {
    options,
    machine: thisMachine(),
    load: { before: loadBefore, after: loadAfter },
    sums,
    left: { open, notices, unknown },
    acknowledgements: acknowledgementsOf(asked, troubled),
    own: ownRows(await ownTimes(sql)),
    kills: fleet.kills(),
    stops: fleet.stops(),
    troubled,
    drifts: minutes >= DRIFT_MINUTES ? drifts : undefined,
    tables: { before, after: await tableSizes(sql) },
    log: { counts: log.counts(), leaks: log.leaks() },
    lateMs: delay.percentile(99) / 1e6,
  };
}

/** Rejects when the signal aborts. */
function rejectsWith(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}
