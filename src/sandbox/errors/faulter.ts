import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callState } from "../call-state.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { errorBody, GatewayRefusal } from "./gateway-refusal.ts";
import type { FaultAction } from "./fault.ts";
import { breakConnection, isControl, recordEnd } from "../recorder.ts";

/**
 * Applies the faults from `POST /sandbox/faults`. It runs after a call was recorded and before it is handled; drop-after and
 * cut are applied when the answer is about to be sent.
 */
export function applyFaults(app: FastifyInstance, context: SandboxContext): void {
  app.addHook("preHandler", async (request, reply) => {
    if (isControl(request)) return;
    const fault = context.store.takeFault(request.method, request.url.split("?")[0] ?? "");
    if (!fault) return;
    callState(request).fault = fault;
    await before(context, fault, request, reply);
  });

  app.addHook("onSend", async (request, reply, payload: unknown) => {
    const fault = callState(request).fault;
    if (fault?.type === "drop-after") request.raw.socket.destroy();
    if (fault?.type === "status" && fault.after) return dress(fault, reply);
    return fault?.type === "cut" ? half(reply, payload) : payload;
  });
}

async function before(
  context: SandboxContext,
  fault: FaultAction,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  switch (fault.type) {
    case "status":
      if (fault.ms !== undefined) await context.clock.sleep(fault.ms, context.signal);
      if (!fault.after) await answer(fault, reply);
      return;
    case "delay":
      await context.clock.sleep(fault.ms, context.signal);
      return;
    case "drop-before":
      recordEnd(context, request, null);
      breakConnection(request, reply);
      return;
    case "hang":
      recordEnd(context, request, null);
      reply.hijack();
      await hang(context, fault.ms, request);
      return;
    case "drop-after":
    case "cut":
  }
}

function answer(fault: FaultAction & { type: "status" }, reply: FastifyReply): FastifyReply {
  return reply.send(dress(fault, reply));
}

/** Sets status and headers, and returns the body. */
function dress(fault: FaultAction & { type: "status" }, reply: FastifyReply): string {
  reply
    .code(fault.status)
    .headers(fault.headers ?? {})
    .removeHeader("content-length");
  if (fault.body !== undefined) return fault.body;
  const code = fault.code ?? String(fault.status);
  const message = fault.message ?? "requested by a fault";
  reply.type("application/json; charset=utf-8");
  return JSON.stringify(errorBody(new GatewayRefusal(code, { message, status: fault.status }), reply.request.url));
}

/** Holds the connection silently until the caller leaves, or for `ms`. */
async function hang(context: SandboxContext, ms: number | undefined, request: FastifyRequest): Promise<void> {
  const socket = request.raw.socket;
  if (ms === undefined) return;
  const gone = new AbortController();
  socket.once("close", () => gone.abort());
  await context.clock.sleep(ms, AbortSignal.any([context.signal, gone.signal])).catch(() => undefined);
  socket.destroy();
}

/** Declares the whole length, sends the first half, and breaks the connection. */
function half(reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
  const bytes = Buffer.from(payload);
  reply.header("content-length", bytes.length);
  return Readable.from(firstHalf(bytes));
}

async function* firstHalf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, Math.ceil(bytes.length / 2));
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error("cut in the middle, as requested by a fault");
}
