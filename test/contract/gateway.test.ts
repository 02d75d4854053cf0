import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createImageClient, type ImageClient } from "../../src/gateway/image/image-client.ts";
import { checkImageKey, checkVideoKey } from "../../src/gateway/key-check.ts";
import { listModels } from "../../src/gateway/model-list.ts";
import { createVideoClient, type VideoClient } from "../../src/gateway/video/video-client.ts";
import type { CreateOutcome, RemoteJob, RemoteService, RemoteSnapshot } from "../../src/core/job/remote.ts";
import { type AnyGateway, CREATES, hasService, MODELS, openAnyGateway } from "../support/gateway/any-gateway.ts";
import { pulled } from "../support/process/pulled.ts";

/**
 * What every gateway that implements the contracts must do. By default it is the sandbox; `GATEWAY_URL` and `GATEWAY_KEY` name
 * another one. Without `GATEWAY_CREATES=1`, nothing is made or spent there.
 */
const never = new AbortController().signal;
/** A well-formed key that doesn't exist. */
const WRONG_KEY = `sk-easel-${"0".repeat(40)}`;
/** A real gateway may take long to make a clip. */
const MAKING_MS = 30 * 60_000;
const ENDED = /^(?:completed|failed|expired|cancelled)$/;
let gateway: AnyGateway;
let images: ImageClient;
let videos: VideoClient;

beforeAll(async () => {
  gateway = await openAnyGateway();
  images = createImageClient({ http: gateway.http, clock: systemClock });
  videos = createVideoClient({ http: gateway.http });
});

afterAll(() => gateway.close());

function remote(remoteId: string, apiKey = gateway.apiKey): RemoteJob {
  return { baseUrl: gateway.baseUrl, apiKey, remoteId };
}

function send(
  client: Pick<RemoteService, "create">,
  path: string,
  body: object,
  idempotencyKey = `easel-contract-${randomUUID()}`,
): Promise<CreateOutcome> {
  const { baseUrl, apiKey } = gateway;
  return client.create({ baseUrl, apiKey, path, body: JSON.stringify(body), idempotencyKey }, never);
}

function createdJob(outcome: CreateOutcome): RemoteJob {
  if (outcome.kind !== "created") throw new Error(`not created: ${JSON.stringify(outcome)}`);
  return remote(outcome.remoteId);
}

/** Polls until the job has ended, and expects it to be completed. */
async function completed(client: Pick<RemoteService, "look">, job: RemoteJob, interval: number): Promise<void> {
  const phase = async (): Promise<string> => {
    const outcome = await client.look(job, never);
    return outcome.kind === "snapshot" ? outcome.snapshot.phase : outcome.kind;
  };
  await expect.poll(phase, { interval, timeout: MAKING_MS }).toMatch(ENDED);
  expect(await client.look(job, never)).toMatchObject({ snapshot: { phase: "completed" } });
}

/** A model with the lowest resolution of the suffix family, whose models all accept the same requests. */
async function cheapModel(): Promise<string> {
  if (MODELS.video !== undefined) return MODELS.video;
  const list = await listModels(gateway.http, gateway.baseUrl, gateway.apiKey, never);
  const names = list.kind === "models" ? list.names : [];
  const name = names.find((one) => one.endsWith("-video-480p"));
  if (name === undefined) throw new Error("the key has no -video-480p model; name a model with GATEWAY_VIDEO_MODEL");
  return name;
}

async function madeBy(
  client: Pick<RemoteService, "fetchArtifact">,
  job: RemoteJob,
): Promise<{ mimeType: string | undefined; bytes: Buffer }> {
  const outcome = await client.fetchArtifact(job, never);
  if (outcome.kind !== "artifact") throw new Error(`nothing there: ${JSON.stringify(outcome)}`);
  return { mimeType: outcome.mimeType, bytes: await buffer(outcome.body) };
}

describe.runIf(hasService("image"))("the image service", () => {
  const GENERATIONS = "/api/v1/images/generations/jobs";

  it("accepts the key, and rejects another one", async () => {
    expect(await checkImageKey(gateway.http, gateway.baseUrl, gateway.apiKey, never)).toEqual({ kind: "ok" });
    expect(await checkImageKey(gateway.http, gateway.baseUrl, WRONG_KEY, never)).toMatchObject({
      kind: "invalid",
      fault: { status: 401 },
    });
  });

  it("reports a missing job as missing, however it is requested", async () => {
    const job = remote(`easel-contract-${randomUUID()}`);
    expect(await images.look(job, never)).toMatchObject({ kind: "missing", fault: { status: 404 } });
    expect(await images.cancel(job, never)).toMatchObject({ kind: "missing", fault: { status: 404 } });
    expect(await images.fetchArtifact(job, never)).toMatchObject({ kind: "refused", fault: { status: 404 } });
    await expect(images.events(job, () => {}, never)).rejects.toMatchObject({
      fault: { status: 404 },
    });
  });

  describe.runIf(CREATES)("a request for a picture", () => {
    it.each([
      ["an empty prompt", { model: MODELS.image, prompt: "" }],
      ["an unknown size", { model: MODELS.image, prompt: "a red fox", size: "9x9x9" }],
      ["a model without prefix", { model: "nothing", prompt: "a red fox" }],
    ])("with %s is refused", async (_what, body) => {
      expect(await send(images, GENERATIONS, body)).toMatchObject({ kind: "refused", later: false });
    });

    it(
      "makes one picture per idempotency key, with the reported type",
      async () => {
        const idempotencyKey = `easel-contract-${randomUUID()}`;
        const body = { model: MODELS.image, prompt: "a small red fox", size: "1K" };
        const job = createdJob(await send(images, GENERATIONS, body, idempotencyKey));
        expect(createdJob(await send(images, GENERATIONS, body, idempotencyKey))).toEqual(job);
        const other = { ...body, prompt: "a small blue fox" };
        expect(await send(images, GENERATIONS, other, idempotencyKey)).toMatchObject({
          kind: "refused",
          fault: { status: 409, code: "idempotency_key_conflict" },
        });
        const phases: string[] = [];
        for await (const { phase } of pulled<RemoteSnapshot>((push, stop) => images.events(job, push, stop)))
          phases.push(phase);
        expect(phases.at(-1)).toMatch(ENDED);
        await completed(images, job, gateway.pollMs.image);
        const { mimeType, bytes } = await madeBy(images, job);
        expect(mimeType).toBe(`image/${(await sharp(bytes).metadata()).format}`);
        // The cancellation is too late: the snapshot stays completed.
        expect(await images.cancel(job, never)).toMatchObject({ snapshot: { phase: "completed" } });
      },
      MAKING_MS,
    );
  });
});

describe.runIf(hasService("video"))("the video service", () => {
  const VIDEOS = "/v1/videos";

  it("accepts the key, and rejects another one", async () => {
    expect(await checkVideoKey(gateway.http, gateway.baseUrl, gateway.apiKey, never)).toEqual({ kind: "ok" });
    expect(await checkVideoKey(gateway.http, gateway.baseUrl, WRONG_KEY, never)).toMatchObject({ kind: "invalid" });
  });

  it("lists the models that the key may use", async () => {
    const list = await listModels(gateway.http, gateway.baseUrl, gateway.apiKey, never);
    expect(list.kind === "models" ? list.names.length : list).toBeGreaterThan(0);
  });

  it("reports a missing task as missing", async () => {
    const task = remote(`task_${randomUUID().replaceAll("-", "")}`);
    expect(await videos.look(task, never)).toMatchObject({ kind: "missing", fault: { status: 404 } });
  });

  describe.runIf(CREATES)("a request for a clip", () => {
    it.each([
      ["no prompt", { prompt: "", seconds: "2" }],
      ["too many seconds", { prompt: "a red fox", seconds: "31" }],
      ["two lengths", { prompt: "a red fox", seconds: "2", duration: 7 }],
    ])("with %s is refused", async (_what, fields) => {
      const outcome = await send(videos, VIDEOS, { model: await cheapModel(), ...fields });
      expect(outcome).toMatchObject({ kind: "refused", later: false });
    });

    it(
      "makes a clip that its signed link returns",
      async () => {
        const body = { model: await cheapModel(), prompt: "a small red fox walks", seconds: "2" };
        const task = createdJob(await send(videos, VIDEOS, body));
        await completed(videos, task, gateway.pollMs.video);
        const { mimeType, bytes } = await madeBy(videos, task);
        expect(mimeType).toMatch(/^video\//);
        expect(bytes.length).toBeGreaterThan(500);
      },
      MAKING_MS,
    );
  });
});
