import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createImageClient, type ImageClient } from "../../../src/gateway/image/image-client.ts";
import type { CreateOutcome, RemoteJob, RemoteSnapshot } from "../../../src/core/job/remote.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";

/** The route for picture requests. */
export const GENERATIONS = "/api/v1/images/generations/jobs";

const never = new AbortController().signal;
const Calls = z.array(z.object({ method: z.string(), path: z.string(), headers: z.record(z.string(), z.string()) }));

interface Given {
  readonly apiKey?: string;
  readonly idempotencyKey?: string;
  /** Additional or replaced fields of the request. */
  readonly fields?: object;
}

/** The image client and its own sandbox, whose jobs finish immediately unless their prompts say otherwise. */
export interface ImageGateway {
  readonly url: string;
  readonly http: GatewayHttp;
  readonly client: ImageClient;
  create(prompt: string, given?: Given): Promise<CreateOutcome>;
  /** Creates a job; fails if it is not accepted. */
  created(prompt: string, given?: Given): Promise<RemoteJob>;
  /** A job's snapshot; fails if there is none. */
  look(job: RemoteJob): Promise<RemoteSnapshot>;
  /** A job's picture; fails if there is none. */
  picture(job: RemoteJob): Promise<{ mimeType: string | undefined; bytes: Buffer }>;
  /** Calls one of the sandbox's control routes. */
  control(path: `/sandbox/${string}`, body: object): Promise<void>;
  /** How many creates the sandbox received under an idempotency key. */
  createsSeen(idempotencyKey: string): Promise<number>;
  close(): Promise<void>;
}

export async function openImageGateway(): Promise<ImageGateway> {
  const log = createLog("silent");
  const dataDir = await mkdtemp(join(tmpdir(), "easel-image-gateway-"));
  const sandbox = await startSandbox({ port: 0, dataDir, speed: 0, log });
  const http = createGatewayHttp({ clock: systemClock, log });
  const client = createImageClient({ http, clock: systemClock });
  let keys = 0;

  function create(prompt: string, given: Given = {}): Promise<CreateOutcome> {
    const { apiKey = "sk-sandbox", idempotencyKey = `easel-${++keys}`, fields = {} } = given;
    const body = JSON.stringify({ model: "provider-a/image-2", prompt, ...fields });
    return client.create({ baseUrl: sandbox.url, apiKey, path: GENERATIONS, body, idempotencyKey }, never);
  }

  return {
    url: sandbox.url,
    http,
    client,
    create,
    async created(prompt, given = {}) {
      const outcome = await create(prompt, given);
      if (outcome.kind !== "created") throw new Error(`not created: ${JSON.stringify(outcome)}`);
      return { baseUrl: sandbox.url, apiKey: given.apiKey ?? "sk-sandbox", remoteId: outcome.remoteId };
    },
    async look(job) {
      const outcome = await client.look(job, never);
      if (outcome.kind !== "snapshot") throw new Error(`no snapshot: ${JSON.stringify(outcome)}`);
      return outcome.snapshot;
    },
    async picture(job) {
      const outcome = await client.fetchArtifact(job, never);
      if (outcome.kind !== "artifact") throw new Error(`no artifact: ${JSON.stringify(outcome)}`);
      return { mimeType: outcome.mimeType, bytes: await buffer(outcome.body) };
    },
    async control(path, body) {
      const response = await fetch(sandbox.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    },
    async createsSeen(idempotencyKey) {
      const calls = Calls.parse(await (await fetch(`${sandbox.url}/sandbox/calls`)).json());
      return calls.filter((call) => call.method === "POST" && call.headers["idempotency-key"] === idempotencyKey)
        .length;
    },
    async close() {
      await http.close();
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
