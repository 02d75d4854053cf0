import { SANDBOX_HEARTBEAT_MS } from "../limits.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { SandboxContext } from "../sandbox-context.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { mediaIdOf } from "../image/authorize.ts";
import type { ImageJob } from "../image/image-job.ts";
import { isTerminal, stepAt } from "../image/lifecycle.ts";
import { readMarkers } from "../image/markers.ts";
import { requireRetrievable } from "../image/result-body.ts";
import { newJob, refuseByMarker, requireSlot, type ReadSubmission } from "../image/submit.ts";
import { authenticate, requireFunds, requireService, type SandboxKey } from "../known-keys.ts";

/** A validated call of the compatible protocol. */
export interface CompatibleRequest {
  readonly picture: ReadSubmission["picture"];
  readonly count: number;
  readonly format: "b64_json" | "url";
}

/** The common answer: `created` in Unix seconds, and one item for each picture. */
export const CompatibleAnswer = z.strictObject({
  created: z.int(),
  data: z.array(z.union([z.strictObject({ b64_json: z.string() }), z.strictObject({ url: z.url() })])),
});
export type CompatibleAnswer = z.infer<typeof CompatibleAnswer>;

/** The key of a call, which must be one of the image service. */
export function imageKeyOf(request: FastifyRequest): SandboxKey {
  const key = authenticate(request.headers.authorization);
  requireService(key, "image");
  return key;
}

/** Makes the pictures as ordinary jobs, waits for them, and returns them. A job's failure fails the call. */
export async function answerAtOnce(
  context: SandboxContext,
  request: FastifyRequest,
  key: SandboxKey,
  { picture, count, format }: CompatibleRequest,
): Promise<CompatibleAnswer> {
  const { failCode } = readMarkers(picture.prompt);
  refuseByMarker(failCode);
  requireFunds(key);
  requireSlot(context, key, count);
  const jobs = Array.from({ length: count }, () => newJob(context, key, picture, undefined));
  for (const job of jobs) context.store.addImageJob(job);
  context.renderer.warm();
  if (failCode === "submission_failed") throw new GatewayRefusal("submission_failed");
  await Promise.all(jobs.map((job) => completed(context, job)));
  const data = await Promise.all(
    jobs.map(async (job) => {
      const mediaId = mediaIdOf(context, job.id);
      if (format === "url") return { url: `${request.protocol}://${request.host}/api/v1/images/files/${mediaId}` };
      return { b64_json: (await context.renderer.picture(mediaId, job.picture)).toString("base64") };
    }),
  );
  return { created: Math.floor(context.clock.now() / 1000), data };
}

/** Resolves when the job is complete; throws its failure. */
async function completed(context: SandboxContext, job: ImageJob): Promise<void> {
  const { clock, wake, signal, store } = context;
  for (;;) {
    const woken = new AbortController();
    const stopWaiting = wake.onChange(job.id, () => woken.abort());
    try {
      const now = clock.now();
      const { step, nextAt } = stepAt(job, now);
      if (step.phase === "completed") return requireRetrievable(job);
      if (isTerminal(step.phase)) throw new GatewayRefusal(job.failCode ?? "cancelled");
      // After a reset or a stop it will never finish.
      if (signal.aborted || !store.imageJob(job.id)) throw new GatewayRefusal("generation_interrupted");
      const pause = Math.max(1, (nextAt ?? now + SANDBOX_HEARTBEAT_MS) - now);
      await clock.sleep(pause, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
    } finally {
      stopWaiting();
    }
  }
}
