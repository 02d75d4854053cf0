import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";
import { Agent } from "undici";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp } from "../../../src/gateway/http/http.ts";
import { createImageClient } from "../../../src/gateway/image/image-client.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { collectGarbage, residentBytes } from "../harness/memory.ts";
import { answerWith } from "../harness/part.ts";

export interface Opened {
  /** Resident memory that all open streams added. */
  readonly residentBytes: number;
  readonly openCpuUs: number;
}

export interface Followed {
  /** All events except each stream's first one. */
  readonly events: number;
  readonly followCpuUs: number;
}

/** Our client, the leanest program, and the same program with undici's usual `request`. */
export type Way = "client" | "floor" | "request";

interface Given {
  readonly way: Way;
  readonly url: string;
  readonly jobIds: readonly string[];
}

/** Follows a stream to its end, calling back at every event. */
type Follow = (url: string, jobId: string, onPhase: (phase: string) => void, signal: AbortSignal) => Promise<void>;

let seen = 0;
let ended: Promise<unknown> = Promise.resolve();

const http = createGatewayHttp({ clock: systemClock, log: createLog("silent") });
const client = createImageClient({ http, clock: systemClock });
const agent = new Agent({ bodyTimeout: 0, pipelining: 1 });
const ways: Readonly<Record<Way, Follow>> = { client: withClient, floor: withDispatch, request: withRequest };

answerWith({ warmUp, open, follow });

async function warmUp({ way, url, jobIds }: Given): Promise<void> {
  const stop = new AbortController();
  const streams = jobIds.map((jobId) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = ways[way](url, jobId, () => resolve(), stop.signal).catch(() => undefined);
    return { first: promise, done };
  });
  await Promise.all(streams.map(({ first }) => first));
  stop.abort(new Error("warm"));
  await Promise.all(streams.map(({ done }) => done));
}

async function open({ way, url, jobIds }: Given): Promise<Opened> {
  await collectGarbage();
  const before = residentBytes();
  const cpu = process.cpuUsage();
  const { promise: allOpen, resolve } = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  ended = Promise.all(
    jobIds.map((jobId) =>
      ways[way](
        url,
        jobId,
        () => {
          seen++;
          if (seen === jobIds.length) resolve();
        },
        signal,
      ),
    ),
  );
  await Promise.race([allOpen, ended]);
  const openCpuUs = cpuSince(cpu);
  seen = 0;
  await collectGarbage();
  return { residentBytes: residentBytes() - before, openCpuUs };
}

async function follow(): Promise<Followed> {
  const cpu = process.cpuUsage();
  await ended;
  return { events: seen, followCpuUs: cpuSince(cpu) };
}

async function withClient(...[url, jobId, onPhase, signal]: Parameters<Follow>): Promise<void> {
  const job = { baseUrl: url, apiKey: "sk-sandbox", remoteId: jobId };
  await client.events(job, ({ phase }) => onPhase(phase), signal);
}

function withDispatch(...[url, jobId, onPhase, signal]: Parameters<Follow>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const reader = readerOf(onPhase);
  agent.dispatch(callOf(url, jobId), {
    onRequestStart(controller) {
      signal.addEventListener("abort", () => controller.abort(new Error("stopped")), { once: true });
    },
    onResponseStart() {},
    onResponseData(_controller, chunk) {
      reader.read(chunk);
    },
    onResponseEnd() {
      if (reader.complete()) resolve();
      else reject(new Error("ended too early"));
    },
    onResponseError(_controller, error) {
      reject(error);
    },
  });
  return promise;
}

async function withRequest(...[url, jobId, onPhase, signal]: Parameters<Follow>): Promise<void> {
  const reader = readerOf(onPhase);
  const { body } = await agent.request({ ...callOf(url, jobId), signal });
  for await (const chunk of body as AsyncIterable<Buffer>) reader.read(chunk);
  if (!reader.complete()) throw new Error("ended too early");
}

function callOf(url: string, jobId: string) {
  return {
    origin: url,
    path: `/api/v1/images/jobs/${jobId}/events`,
    method: "GET",
    headers: { accept: "text/event-stream", authorization: "Bearer sk-sandbox" },
  } as const;
}

/** A stream is complete only after a terminal phase: its end alone may be a broken connection. */
function readerOf(onPhase: (phase: string) => void): { read(chunk: Buffer): void; complete(): boolean } {
  const decoder = new StringDecoder("utf8");
  let phase = "";
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === "heartbeat") return;
      phase = (JSON.parse(data) as { phase: string }).phase;
      onPhase(phase);
    },
  });
  return {
    read: (chunk) => parser.feed(decoder.write(chunk)),
    complete: () => phase === "completed",
  };
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
