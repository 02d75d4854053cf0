import type { FastifyReply, FastifyRequest } from "fastify";
import type { SandboxContext } from "../sandbox-context.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { jobOfCall, jobOfMedia, mediaIdOf, requireKept } from "./authorize.ts";
import { MIME_TYPES, type ImageJob } from "./image-job.ts";
import { stepAt } from "./lifecycle.ts";
import { usageOf, type UsageBody } from "./snapshot.ts";

/** `docs/gateway.md#images-result`. */
export interface ResultBody {
  readonly images: readonly { readonly url: string; readonly base64: string; readonly mimeType: string }[];
  readonly usage: UsageBody;
}

/** The result of a completed job. Draws its picture on first use. */
export async function result(context: SandboxContext, request: FastifyRequest): Promise<ResultBody> {
  const job = jobOfCall(context, request);
  requireCompleted(context, job, "job_not_finished");
  requireKept(context, job);
  requireRetrievable(job);
  const mediaId = mediaIdOf(context, job.id);
  const bytes = await context.renderer.picture(mediaId, job.picture);
  // Use the address that the caller used: our own may not be reachable (containers, forwarded ports).
  const url = `${request.protocol}://${request.host}/api/v1/images/files/${mediaId}`;
  const image = { url, base64: bytes.toString("base64"), mimeType: MIME_TYPES[job.picture.format] };
  return { images: [image], usage: usageOf(job) };
}

/** The picture itself, for GET and HEAD. */
export async function file(
  context: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | undefined> {
  const job = jobOfMedia(context, request);
  requireCompleted(context, job, "not_found");
  requireKept(context, job);
  const bytes = await context.renderer.picture(mediaIdOf(context, job.id), job.picture);
  reply.header("content-type", MIME_TYPES[job.picture.format]);
  reply.header("content-length", bytes.length);
  reply.header("cache-control", "private, max-age=3600");
  return request.method === "HEAD" ? undefined : bytes;
}

function requireCompleted(context: SandboxContext, job: ImageJob, otherwise: string): void {
  const { phase } = stepAt(job, context.clock.now()).step;
  if (phase === "completed") return;
  throw new GatewayRefusal(otherwise, { message: `the job is ${phase}, not completed` });
}

/** Throws the failure that the prompt's marker sets for every retrieval. */
export function requireRetrievable({ retrievalCode }: ImageJob): void {
  if (retrievalCode !== undefined) throw new GatewayRefusal(retrievalCode);
}
