import { subscribe } from "node:diagnostics_channel";
import { Writable } from "node:stream";
import { pino } from "pino";
import postgres from "postgres";
import { createApp, type App } from "../../../src/app/app.ts";
import { readConfig } from "../../../src/config/config.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { collectGarbage, forgetPeak, heldBytes, peakBytes, residentBytes } from "../harness/memory.ts";
import { answerWith } from "../harness/part.ts";
import { startProfile, type ProfileSummary } from "../harness/profile.ts";

/** What Easel needs to start in this process. */
export interface AppGiven {
  readonly databaseUrl: string;
  readonly gatewayUrl: string;
  readonly dataDir: string;
  /** Whether every acknowledgement and every create is timed. */
  readonly timed: boolean;
  /** Whether the gateway makes clips instead of pictures. */
  readonly video?: boolean;
  /** Additional settings. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Milliseconds of one clock: when each request was acknowledged, how long that took, and when its create was sent. */
export interface Moments {
  readonly acknowledged: readonly { readonly at: number; readonly tookMs: number }[];
  readonly sent: readonly number[];
}

interface FloorGiven {
  readonly databaseUrl: string;
}

const acknowledged: { at: number; tookMs: number }[] = [];
const sent: number[] = [];
let app: App | undefined;
let floor: Floor | undefined;
let stopProfile: (() => Promise<ProfileSummary>) | undefined;

answerWith(
  {
    start,
    moments: (): Moments => ({ acknowledged, sent }),
    heldBytes: async () => {
      await collectGarbage();
      return heldBytes();
    },
    residentBytes: async () => {
      await collectGarbage();
      return residentBytes();
    },
    forgetPeak: async () => {
      await collectGarbage();
      forgetPeak();
      return residentBytes();
    },
    peakBytes,
    cpuMs: () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
    startFloor: async ({ databaseUrl }: FloorGiven) => {
      floor = await openFloor(databaseUrl);
    },
    floor: () => floor?.roundTrip(),
    startProfile: async () => {
      stopProfile = await startProfile();
    },
    stopProfile: () => stopProfile?.(),
  },
  async () => {
    await floor?.close();
    await app?.stop();
  },
);

async function start({
  databaseUrl,
  gatewayUrl,
  dataDir,
  timed,
  video = false,
  environment,
}: AppGiven): Promise<string> {
  const config = readConfig(
    {
      PORT: "0",
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: "a secret key that is used by benches alone",
      ...(video
        ? { VIDEO_BASE_URL: gatewayUrl, VIDEO_API_KEY: "sk-sandbox" }
        : { IMAGE_BASE_URL: gatewayUrl, IMAGE_API_KEY: "sk-sandbox" }),
      ...environment,
    },
    dataDir,
  );
  if (timed) subscribe("undici:client:sendHeaders", noteCreate);
  // Logs as in production, but to /dev/null.
  const log = timed ? createLog("debug", timingLog()) : createLog("info", pino.destination("/dev/null"));
  app = await createApp(config, log, new AbortController().signal);
  return app.ready.url ?? "";
}

function noteCreate(message: unknown): void {
  const { request } = message as { request: { method: string; path: string } };
  if (request.method === "POST" && request.path.endsWith("/generations/jobs")) sent.push(performance.now());
}

/** A log that records when the dispatch logs that it acknowledged an event. */
function timingLog(): Writable {
  return new Writable({
    write(line: Buffer, _encoding, done) {
      const at = performance.now();
      const text = line.toString();
      if (text.includes('"msg":"event"')) acknowledged.push({ at, tookMs: (JSON.parse(text) as { ms: number }).ms });
      done();
    },
  });
}

interface Floor {
  /** Milliseconds from an INSERT with a NOTIFY until the notification arrives. */
  roundTrip(): Promise<number>;
  close(): Promise<void>;
}

async function openFloor(databaseUrl: string): Promise<Floor> {
  const writer = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const hearer = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  let heard = (): void => {};
  await writer`create table bench_floor (id bigint generated always as identity primary key, body text not null)`;
  await hearer.listen("bench_floor", () => heard());
  return {
    async roundTrip() {
      const { promise, resolve } = Promise.withResolvers<number>();
      const began = performance.now();
      heard = () => resolve(performance.now() - began);
      await writer`
        with written as (insert into bench_floor (body) values ('a lighthouse at dusk') returning id)
        select pg_notify('bench_floor', id::text) from written`;
      return promise;
    },
    async close() {
      await Promise.all([writer.end(), hearer.end()]);
    },
  };
}
