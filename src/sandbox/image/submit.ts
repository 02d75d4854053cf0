import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { codeEntry, failureByMarker } from "../errors/codes.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { authenticate, ownerOf, requireFunds, requireService, type SandboxKey } from "../known-keys.ts";
import { bodyOf } from "../recorder.ts";
import type { ImageJob, Picture } from "./image-job.ts";
import { stepAt } from "./lifecycle.ts";
import { readMarkers } from "./markers.ts";
import { schedule } from "./schedule.ts";
import { createdBody, type CreatedBody } from "./snapshot.ts";

/** The highest queue position: enough to see it count down, too few to delay a picture. */
const SANDBOX_QUEUE_PLACES = 9;

/** A validated submission. */
export interface ReadSubmission {
  /** What to draw, except for the seed. */
  readonly picture: Omit<Picture, "seed">;
  /** Whether it asked for a streaming answer. */
  readonly streaming: boolean;
}

/** `Retry-After` for a key at its limit, in seconds: a picture rarely takes longer. */
const RETRY_AFTER_SECONDS = "2";

/**
 * Handles a submission of either kind, from the key to the stored job. `read` parses and checks the body. A repeated
 * submission is recognised before any check, so it returns the existing job whatever has changed since.
 */
export async function submit(
  context: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (bytes: Buffer | undefined) => ReadSubmission | Promise<ReadSubmission>,
): Promise<CreatedBody> {
  const key = authenticate(request.headers.authorization);
  requireService(key, "image");
  requireJson(request);
  const idempotency = idempotencyOf(request);
  const earlier = earlierJob(context, key, idempotency);
  reply.code(202);
  if (earlier) return createdBody(earlier, stepAt(earlier, context.clock.now()).step.phase);

  const { picture, streaming } = await read(bodyOf(request));
  if (idempotency && streaming) throw new GatewayRefusal("idempotency_not_supported_for_streaming");
  // Reading the images of an edit takes a while: the same submission may have been stored, and have taken the slot, meanwhile.
  const meanwhile = earlierJob(context, key, idempotency);
  if (meanwhile) return createdBody(meanwhile, stepAt(meanwhile, context.clock.now()).step.phase);
  const failCode = readMarkers(picture.prompt).failCode;
  refuseByMarker(failCode);
  requireFunds(key);
  requireSlot(context, key);
  const job = newJob(context, key, picture, idempotency);
  context.store.addImageJob(job);
  context.renderer.warm();
  context.pending.begin(job);
  if (failCode === "submission_failed") throw new GatewayRefusal("submission_failed");
  return createdBody(job, "queued");
}

/** A job for a picture, not stored yet. */
export function newJob(
  context: SandboxContext,
  key: SandboxKey,
  picture: ReadSubmission["picture"],
  idempotency: ImageJob["idempotency"],
): ImageJob {
  const now = context.clock.now();
  const owner = ownerOf(key);
  const markers = readMarkers(picture.prompt);
  const id = `job_${randomBytes(16).toString("hex")}`;
  const seed = createHash("sha256").update(id).update(picture.prompt).digest().readUInt32LE();
  const place = Math.min(SANDBOX_QUEUE_PLACES, 1 + context.store.queuedJobs(owner, now));
  const failure = failureByMarker(markers.failCode, "image");
  return {
    id,
    owner,
    ...schedule({ now, seed, place, speed: context.speed, markers }),
    place,
    ...(failure.job === undefined ? {} : { failCode: failure.job }),
    ...(failure.retrieval === undefined ? {} : { retrievalCode: failure.retrieval }),
    ...(idempotency ? { idempotency } : {}),
    ...(picture.images.some((image) => "url" in image) ? { pending: true } : {}),
    picture: { ...picture, seed },
  };
}

/** Rule 2 of `docs/gateway.md#images-endpoints`. */
export function requireJson(request: FastifyRequest): void {
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new GatewayRefusal("invalid_content_type");
}

/** Rule 3: 1 to 255 visible ASCII characters. The hash is over the route and the body's bytes. */
function idempotencyOf(request: FastifyRequest): ImageJob["idempotency"] {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new GatewayRefusal("invalid_idempotency_key");
  const hash = createHash("sha256").update(`${request.url}\n`);
  return { key, hash: hash.update(bodyOf(request) ?? "").digest("hex") };
}

function earlierJob(
  context: SandboxContext,
  key: SandboxKey,
  idempotency: ImageJob["idempotency"],
): ImageJob | undefined {
  if (!idempotency) return undefined;
  const job = context.store.imageJobOfKey(ownerOf(key), idempotency.key);
  if (job && job.idempotency?.hash !== idempotency.hash) throw new GatewayRefusal("idempotency_key_conflict");
  return job;
}

/** `[fail:CODE]` with a code that only a submission can return. */
export function refuseByMarker(failCode: string | undefined): void {
  if (failCode === undefined || failCode === "submission_failed") return;
  if (codeEntry(failCode)?.place === "submit") throw new GatewayRefusal(failCode);
}

/** Refuses more jobs than the key may run at once. */
export function requireSlot(context: SandboxContext, key: SandboxKey, jobs = 1): void {
  if (key.concurrency === undefined) return;
  if (context.store.activeJobs(ownerOf(key), "image", context.clock.now()) + jobs <= key.concurrency) return;
  const message = `no image quota currently available: this key may run ${key.concurrency} at once`;
  throw new GatewayRefusal("429", { message, headers: { "retry-after": RETRY_AFTER_SECONDS } });
}
