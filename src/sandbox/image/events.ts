import { SANDBOX_HEARTBEAT_MS } from "../limits.ts";
import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callState } from "../call-state.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { breakConnection, recordEnd } from "../recorder.ts";
import { jobOfCall } from "./authorize.ts";
import type { ImageJob } from "./image-job.ts";
import { isTerminal, stepAt } from "./lifecycle.ts";
import { SEALED_HEADERS } from "../../lib/sealed-responses.ts";
import { snapshotOf } from "./snapshot.ts";

/** An event stream is closed at this backlog, so that a stalled reader can't fill the memory. */
const SANDBOX_STREAM_BACKLOG_BYTES = 256 * 1024;

/**
 * Streams a job's events (`docs/gateway.md#images-events`): the current phase immediately, then every change, with heartbeats in
 * between. The stream ends with the terminal phase.
 */
export async function events(context: SandboxContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const job = jobOfCall(context, request);
  const { fault, requestId } = callState(request);
  recordEnd(context, request, 200);
  if (fault?.type === "drop-after") {
    breakConnection(request, reply);
    return;
  }
  reply.hijack();
  const out = reply.raw;
  out.writeHead(200, {
    ...SEALED_HEADERS,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-gateway-request-id": requestId,
  });
  out.flushHeaders();
  if (fault?.type === "cut") await cut(context, job, out, fault.ms);
  else await follow(context, job, out);
}

async function follow(context: SandboxContext, job: ImageJob, out: ServerResponse): Promise<void> {
  const { clock, wake, signal } = context;
  const gone = new AbortController();
  out.once("close", () => gone.abort());
  const over = AbortSignal.any([signal, gone.signal]);
  let woken = new AbortController();
  const stopWaiting = wake.onChange(job.id, () => woken.abort());
  let beatAt = clock.now() - clock.offset() + SANDBOX_HEARTBEAT_MS;
  let shown = "";
  try {
    while (!over.aborted) {
      woken = new AbortController();
      // After a reset the job no longer exists.
      if (!context.store.imageJob(job.id)) break;
      const now = clock.now();
      const { step, nextAt } = stepAt(job, now);
      const seen = `${step.phase} ${step.message}`;
      if (seen !== shown) {
        shown = seen;
        send(out, step.phase, snapshotOf(job, now));
      }
      if (isTerminal(step.phase)) break;
      const untilBeat = beatAt - (clock.now() - clock.offset());
      if (untilBeat <= 0) {
        send(out, "heartbeat", {});
        beatAt += SANDBOX_HEARTBEAT_MS;
        continue;
      }
      const untilNext = nextAt === undefined ? Infinity : nextAt - clock.now();
      const pause = Math.max(1, Math.min(untilBeat, untilNext));
      await clock.sleep(pause, AbortSignal.any([over, woken.signal])).catch(() => undefined);
    }
  } finally {
    stopWaiting();
    out.end();
  }
}

/** The first event, a pause, the beginning of another one, and a broken connection. */
async function cut(context: SandboxContext, job: ImageJob, out: ServerResponse, ms: number | undefined): Promise<void> {
  const now = context.clock.now();
  send(out, stepAt(job, now).step.phase, snapshotOf(job, now));
  if (ms !== undefined) await context.clock.sleep(ms, context.signal).catch(() => undefined);
  out.write('event: running\ndata: {"jobId":', () => out.destroy());
}

function send(out: ServerResponse, event: string, data: object): void {
  if (out.writableLength > SANDBOX_STREAM_BACKLOG_BYTES) {
    out.destroy();
    return;
  }
  out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
