import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, rename } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { createParser } from "eventsource-parser";
import { Agent } from "undici";
import pg from "pg";
import { portOf } from "../../../support/process/port.ts";
import type { PeerGiven } from "../given.ts";

/** The steps of a job, the same for every engine. */
export interface Pipeline {
  readonly pool: pg.Pool;
  /** Asks the gateway for a picture. Repeating it with the same id gives the same job. Returns the gateway's id. */
  create(id: string, prompt: string): Promise<string>;
  /** Waits until the job has ended, and confirms that by its snapshot. */
  follow(remoteId: string): Promise<void>;
  /** Fetches the picture into a flushed file and returns the file's name. */
  fetch(id: string, remoteId: string): Promise<string>;
  /** Posts the picture in the channel. Repeating it posts nothing more. */
  post(id: string, file: string): Promise<void>;
  close(): Promise<void>;
}

/** More don't help, because twenty keep the server's processors busy. */
const CONNECTIONS = 20;
const SCHEMA = `
  create table if not exists requests (
    id uuid primary key, prompt text not null, remote_id text, created_at timestamptz not null default now());
  create table if not exists messages (
    request_id uuid primary key, file text not null, created_at timestamptz not null default now())`;

export async function openPipeline({ databaseUrl, gatewayUrl, dataDir, atOnce }: PeerGiven): Promise<Pipeline> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS, idleTimeoutMillis: 0 });
  pool.on("error", report);
  pool.on("connect", (client) => client.on("error", report));
  await pool.query(SCHEMA);
  await mkdir(dataDir, { recursive: true });
  const agent = new Agent({ connections: atOnce, pipelining: 1 });
  const authorization = "Bearer sk-sandbox";
  const get = (path: string) => agent.request({ origin: gatewayUrl, path, method: "GET", headers: { authorization } });
  return {
    pool,
    async create(id, prompt) {
      const { body } = await agent.request({
        origin: gatewayUrl,
        path: "/api/v1/images/generations/jobs",
        method: "POST",
        headers: { authorization, "content-type": "application/json", "idempotency-key": `peer-${id}` },
        body: JSON.stringify({ model: "provider-a/image-2", prompt }),
      });
      return ((await body.json()) as { jobId: string }).jobId;
    },
    async follow(remoteId) {
      const path = `/api/v1/images/jobs/${remoteId}`;
      let phase = "";
      const parser = createParser({ onEvent: ({ data }) => (phase = (JSON.parse(data) as { phase: string }).phase) });
      const events = await get(`${path}/events`);
      for await (const chunk of events.body.setEncoding("utf8")) parser.feed(String(chunk));
      const snapshot = (await (await get(path)).body.json()) as { phase: string };
      if (phase !== "completed" || snapshot.phase !== "completed") throw new Error(`${remoteId} is ${phase}`);
    },
    async fetch(id, remoteId) {
      const { body } = await get(`/api/v1/images/jobs/${remoteId}/result`);
      const result = (await body.json()) as { images: readonly { url: string }[] };
      const picture = await get(new URL(result.images[0]?.url ?? "").pathname);
      const path = join(dataDir, `${id}.png`);
      const handle = await open(`${path}.part`, "w");
      try {
        await handle.writeFile(picture.body);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${path}.part`, path);
      await flush(dataDir);
      return path;
    },
    async post(id, file) {
      const text = "insert into messages (request_id, file) values ($1, $2) on conflict do nothing";
      await pool.query({ name: "post", text, values: [id, file] });
    },
    async close() {
      await Promise.all([agent.close(), pool.end()]);
    },
  };
}

/** Reports errors for which a pool would otherwise end the process. */
export function report(error: Error): void {
  process.stderr.write(`${error.message}\n`);
}

/** Makes the names of new files in the folder durable. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Stores the gateway's id, so that a restart follows the job instead of creating it again. */
export async function remember(pool: pg.Pool, id: string, remoteId: string): Promise<void> {
  await pool.query({
    name: "remember",
    text: "update requests set remote_id = $2 where id = $1",
    values: [id, remoteId],
  });
}

export interface Front {
  readonly url: string;
  close(): Promise<void>;
}

/** Accepts messages over HTTP, like the Console. Responds after `accept` has committed the request. */
export async function openFront(accept: (id: string, prompt: string) => Promise<void>): Promise<Front> {
  const server = createServer((request, response) => {
    json(request)
      .then((body) => accept(randomUUID(), (body as { text: string }).text))
      .then(
        () => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Processor time of this process so far, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
