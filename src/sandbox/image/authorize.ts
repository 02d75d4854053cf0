import { SANDBOX_RETENTION_MS } from "../limits.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { SandboxContext } from "../sandbox-context.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { authenticate, ownerOf, requireService } from "../known-keys.ts";
import type { ImageJob } from "./image-job.ts";

const JobParams = z.object({ jobId: z.string() });
const MediaParams = z.object({ mediaId: z.string() });

/** The job that a call is about. Another key's job is not found (`docs/gateway.md#images-endpoints`, rule 1). */
export function jobOfCall(context: SandboxContext, request: FastifyRequest): ImageJob {
  return ownJob(context, request, JobParams.parse(request.params).jobId);
}

/** The job whose picture a media address names. */
export function jobOfMedia(context: SandboxContext, request: FastifyRequest): ImageJob {
  const { mediaId } = MediaParams.parse(request.params);
  const jobId = `job_${mediaId.split("-")[0]}`;
  const expected = Buffer.from(mediaIdOf(context, jobId));
  const given = Buffer.from(mediaId);
  const signed = expected.length === given.length && timingSafeEqual(expected, given);
  return ownJob(context, request, signed ? jobId : "");
}

/** The media id of a job's picture: it names the job and is signed, so that it can't be forged. */
export function mediaIdOf(context: SandboxContext, jobId: string): string {
  const signature = createHmac("sha256", context.store.signingKey).update(jobId).digest("hex").slice(0, 32);
  return `${jobId.replace(/^job_/, "")}-${signature}`;
}

/** Refuses jobs older than 72 hours (`docs/gateway.md#images-limits`). */
export function requireKept(context: SandboxContext, job: ImageJob): void {
  if (context.clock.now() >= job.endAt + SANDBOX_RETENTION_MS) throw new GatewayRefusal("result_expired");
}

function ownJob(context: SandboxContext, request: FastifyRequest, jobId: string): ImageJob {
  const key = authenticate(request.headers.authorization);
  requireService(key, "image");
  const job = context.store.imageJob(jobId);
  if (!job || job.owner !== ownerOf(key)) throw new GatewayRefusal("not_found");
  return job;
}
