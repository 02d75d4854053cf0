import { join } from "node:path";
import postgres from "postgres";
import { Agent } from "undici";
import { VIDEO_POLL_MS } from "../../src/lib/limits.ts";
import { atMost, type Bench } from "./harness/bench.ts";
import { createDatabase } from "./database.ts";
import { say } from "./messages.ts";
import { startPart, type Part } from "./harness/part.ts";
import type { AppGiven } from "./part/whole-app.ts";
import { addRunningVideos } from "./running-videos.ts";
import { pauseFor, until } from "./harness/until.ts";

const JOBS = 10_000;
/** After this time, all clips have been polled and have a notice. */
const SETTLE_MS = 2 * VIDEO_POLL_MS;
const MEASURED_MS = 2 * VIDEO_POLL_MS;

interface Readings {
  readonly tasks: number;
  readonly polls: number;
  readonly creates: number;
}

export const manyVideos: Bench = {
  name: "many-videos",
  floor: "a bare undici loop that makes the same polls, and keeps nothing but an id for each",
  async run({ folder, server, say: tell }) {
    const databaseUrl = await createDatabase((await server()).url, "many_videos");
    const gateway = startPart("patient-gateway");
    const [victim, heir, bare] = [startPart("whole-app"), startPart("whole-app"), startPart("bare-polls")];
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    const console = new Agent();
    try {
      const gatewayUrl = await gateway.ask<string>("listen");
      const given: AppGiven = { databaseUrl, gatewayUrl, dataDir: join(folder, "videos"), timed: false, video: true };
      const url = await victim.ask<string>("start", given);
      await say(console, url, "/easel help");
      const [worker] = await sql<{ id: string }[]>`select id from workers`;
      await addRunningVideos(sql, { jobs: JOBS, workerId: worker?.id ?? "", baseUrl: gatewayUrl });
      await until(async () => (await readingsOf(gateway)).tasks >= JOBS);
      await heir.ask<string>("start", given);
      await pauseFor(VIDEO_POLL_MS);
      const idle = await memoryOf(heir);

      const killedAt = performance.now();
      victim.kill();
      await gateway.ask("forget");
      await until(async () => {
        const [row] = await sql<{ left: number }[]>`
          select count(*)::int as left from jobs where worker_id is null or worker_id = ${worker?.id ?? ""}`;
        return row?.left === 0;
      });
      const takenSeconds = (performance.now() - killedAt) / 1_000;
      tell(`  many-videos: taken over after ${takenSeconds.toFixed(1)} s`);
      await until(async () => (await readingsOf(gateway)).tasks >= JOBS);
      const watchedSeconds = (performance.now() - killedAt) / 1_000;

      await pauseFor(SETTLE_MS);
      const [worked] = await sql<{ lost: number; doubled: number }[]>`
        select count(*) filter (where state <> 'running')::int as lost, count(*)::int - ${JOBS} as doubled from jobs`;
      const watching = await memoryOf(heir);
      const creates = (await readingsOf(gateway)).creates;

      const ids = (await sql<{ id: string }[]>`select remote_id as id from jobs`).map(({ id }) => id);
      const bareIdle = await memoryOf(bare);
      await bare.ask("start", { url: gatewayUrl, ids });
      await pauseFor(SETTLE_MS);
      const [own, floor] = await perPoll(heir, bare, gateway);
      const barePolling = await memoryOf(bare);
      const heldAbove = kbAJob(watching.held - idle.held) - kbAJob(barePolling.held - bareIdle.held);
      return {
        figures: [
          {
            what: "from the kill to the last of 10,000 jobs taken over",
            unit: "s",
            value: takenSeconds,
            aims: [atMost(16)],
          },
          { what: "to the last of them polled again", unit: "s", value: watchedSeconds },
          { what: "lost, or created again", unit: "jobs", value: (worked?.lost ?? JOBS) + creates, aims: [atMost(0)] },
          {
            what: "processor time of a poll, 10,000 watched",
            unit: "µs",
            value: own,
            floor,
            aims: [atMost(1.3, "ratio")],
          },
          {
            what: "memory that a watched clip holds above the floor's, its reconciler included",
            unit: "kB",
            value: heldAbove,
            aims: [atMost(8)],
          },
          {
            what: "the same, as growth of the process",
            unit: "kB",
            value: kbAJob(watching.resident - idle.resident),
            floor: kbAJob(barePolling.resident - bareIdle.resident),
          },
        ],
        notes: [
          "Memory held by a clip is JavaScript objects and their buffers, after garbage was collected.",
          `The floor of a takeover is the lease of 15 s. Polls of Easel and of the floor are measured at the same time, for ${MEASURED_MS / 1_000} s.`,
        ],
      };
    } finally {
      await Promise.all([victim.stop(), heir.stop(), bare.stop()]);
      await Promise.all([gateway.stop(), console.close(), sql.end()]);
    }
  },
};

async function memoryOf(part: Part): Promise<{ readonly held: number; readonly resident: number }> {
  return { held: await part.ask<number>("heldBytes"), resident: await part.ask<number>("residentBytes") };
}

function kbAJob(bytes: number): number {
  return bytes / JOBS / 1_000;
}

/**
 * Microseconds of processor time for each poll of Easel and of the floor, while they do nothing else. Both are measured at the
 * same time, because other work on the machine makes the same instructions take longer.
 */
async function perPoll(easel: Part, floor: Part, gateway: Part): Promise<readonly [easel: number, floor: number]> {
  const read = async (): Promise<{ all: number; bare: number; easelMs: number; bareMs: number }> => ({
    all: (await readingsOf(gateway)).polls,
    bare: await floor.ask<number>("polls"),
    easelMs: await easel.ask<number>("cpuMs"),
    bareMs: await floor.ask<number>("cpuMs"),
  });
  const before = await read();
  await pauseFor(MEASURED_MS);
  const after = await read();
  const bare = after.bare - before.bare;
  const own = after.all - before.all - bare;
  return [((after.easelMs - before.easelMs) * 1_000) / own, ((after.bareMs - before.bareMs) * 1_000) / bare];
}

function readingsOf(gateway: Part): Promise<Readings> {
  return gateway.ask<Readings>("readings");
}
