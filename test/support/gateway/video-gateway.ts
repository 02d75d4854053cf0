import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createVideoClient, type VideoClient } from "../../../src/gateway/video/video-client.ts";
import type { CreateOutcome, RemoteJob, RemoteSnapshot } from "../../../src/core/job/remote.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";

/** The route for clip requests. */
export const VIDEOS = "/v1/videos";

const never = new AbortController().signal;
const Calls = z.array(
  z.object({ method: z.string(), path: z.string(), headers: z.record(z.string(), z.unknown()), body: z.unknown() }),
);

interface Given {
  readonly apiKey?: string;
  /** Additional or replaced fields of the request. */
  readonly fields?: object;
}

/** The video client and its own sandbox, whose tasks finish immediately unless their prompts say otherwise. */
export interface VideoGateway {
  readonly url: string;
  readonly http: GatewayHttp;
  readonly client: VideoClient;
  create(prompt: string, given?: Given): Promise<CreateOutcome>;
  /** Creates a task; fails if it is not accepted. */
  created(prompt: string, given?: Given): Promise<RemoteJob>;
  /** A task's snapshot; fails if there is none. */
  look(job: RemoteJob): Promise<RemoteSnapshot>;
  /** Calls one of the sandbox's control routes. */
  control(path: `/sandbox/${string}`, body: object): Promise<void>;
  /** Every call that the sandbox has received since its reset. */
  calls(): Promise<z.infer<typeof Calls>>;
  close(): Promise<void>;
}

export async function openVideoGateway(): Promise<VideoGateway> {
  const log = createLog("silent");
  const dataDir = await mkdtemp(join(tmpdir(), "easel-video-gateway-"));
  const sandbox = await startSandbox({ port: 0, dataDir, speed: 0, media: "tiny", log });
  const http = createGatewayHttp({ clock: systemClock, log });
  const client = createVideoClient({ http });
  let keys = 0;

  function create(prompt: string, given: Given = {}): Promise<CreateOutcome> {
    const { apiKey = "sk-sandbox", fields = {} } = given;
    const body = JSON.stringify({ model: "gamma3.0-video-480p", prompt, seconds: "2", ...fields });
    const idempotencyKey = `easel-${++keys}`;
    return client.create({ baseUrl: sandbox.url, apiKey, path: VIDEOS, body, idempotencyKey }, never);
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
    async control(path, body) {
      const response = await fetch(sandbox.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    },
    calls: async () => Calls.parse(await (await fetch(`${sandbox.url}/sandbox/calls`)).json()),
    async close() {
      await http.close();
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
