import { request } from "undici";
import { atMost, type Bench, type BenchContext } from "./harness/bench.ts";
import { startPart } from "./harness/part.ts";
import type { Followed, Opened, Way } from "./part/event-streams.ts";
import { startSandboxProcess } from "./sandbox-process.ts";

const STREAMS = 2_000;
/** Opened and closed first, so that one-time loading and allocation are not counted. */
const WARM_UP_STREAMS = 50;
const CREATES_AT_ONCE = 16;
/** Streams share jobs, which costs a stream nothing: creating thousands of jobs takes longer than following them. */
const STREAMS_A_JOB = 8;
const ROUNDS = 2;
const WAYS = ["floor", "request", "client"] as const;
/** Nine places in the queue of 100 s each, then three stages: 12 changes and the end, driven by the sandbox's clock. */
const PROMPT = "a lighthouse [queue:900][slow:1000]";
const ADVANCES = [100, 100, 100, 100, 100, 100, 100, 100, 100, 40, 40, 40, 100];

type Round = Opened & Followed;

export const eventStreams: Bench = {
  name: "event-streams",
  floor: "undici's dispatch fed into eventsource-parser and JSON.parse: no client, no validation, no limits",
  async run(context) {
    const rounds: Record<Way, Round[]> = { floor: [], request: [], client: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const way of WAYS) rounds[way].push(await followAll(way, context, round));
    }
    const best = (way: Way, figure: (round: Round) => number): number => Math.min(...rounds[way].map(figure));
    const events = Math.round(best("client", (round) => round.events) / STREAMS);
    return {
      figures: [
        {
          what: "resident memory of an open stream",
          unit: "kB",
          value: best("client", residentKb),
          floor: best("floor", residentKb),
          aims: [atMost(80), atMost(1.3, "ratio")],
        },
        {
          what: "processor time to open a stream and follow it to its end",
          unit: "µs",
          value: best("client", cpuUs),
          floor: best("floor", cpuUs),
          aims: [atMost(1.3, "ratio")],
        },
        {
          what: "of that, an event of an open stream",
          unit: "µs",
          value: best("client", eventUs),
          floor: best("floor", eventUs),
        },
      ],
      notes: [
        `${STREAMS} streams at once, ${events} more events on each; memory after garbage was collected; the better of ${ROUNDS} rounds.`,
        "With undici's request, whose answer is a Readable, instead of its dispatch, the floor would be " +
          `${best("request", residentKb).toFixed(1)} kB and ${best("request", cpuUs).toFixed(0)} µs a stream, ` +
          `${best("request", eventUs).toFixed(1)} µs an event.`,
      ],
    };
  },
};

function residentKb({ residentBytes }: Round): number {
  return residentBytes / STREAMS / 1_000;
}

function cpuUs({ openCpuUs, followCpuUs }: Round): number {
  return (openCpuUs + followCpuUs) / STREAMS;
}

function eventUs({ followCpuUs, events }: Round): number {
  return followCpuUs / events;
}

async function followAll(way: Way, { folder }: BenchContext, round: number): Promise<Round> {
  const sandbox = await startSandboxProcess(folder, `streams-${way}-${round}`);
  const part = startPart("event-streams");
  try {
    const jobIds = await createJobs(sandbox.url, STREAMS / STREAMS_A_JOB);
    const streams = Array.from({ length: STREAMS_A_JOB }, () => jobIds).flat();
    await part.ask("warmUp", { way, url: sandbox.url, jobIds: streams.slice(0, WARM_UP_STREAMS) });
    const opened = await part.ask<Opened>("open", { way, url: sandbox.url, jobIds: streams });
    const following = part.ask<Followed>("follow");
    for (const advanceSeconds of ADVANCES) await post(`${sandbox.url}/sandbox/clock`, { advanceSeconds });
    return { ...opened, ...(await following) };
  } finally {
    await part.stop();
    await sandbox.stop();
  }
}

async function createJobs(url: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  let left = count;
  const create = async (): Promise<void> => {
    while (left-- > 0) {
      const body = { model: "provider-a/image-2", prompt: PROMPT };
      const made = (await post(`${url}/api/v1/images/generations/jobs`, body)) as { jobId: string };
      ids.push(made.jobId);
    }
  };
  await Promise.all(Array.from({ length: CREATES_AT_ONCE }, create));
  return ids;
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json", authorization: "Bearer sk-sandbox" };
  const answer = await request(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${await answer.body.text()}`);
  return answer.body.json();
}
