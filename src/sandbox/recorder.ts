import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callState } from "./call-state.ts";
import type { SandboxContext } from "./sandbox-context.ts";
import { maskedHeaders, maskedPath, recordedBody } from "./recorded-call.ts";

/** Routes for the sandbox's operator, not for clients of the gateway: neither recorded nor faulted. */
export function isControl(request: FastifyRequest): boolean {
  return request.url.startsWith("/sandbox/");
}

/** Records every call in the call list: before it is handled, with its body, and again before the answer is sent, with its status. */
export function recordCalls(app: FastifyInstance, context: SandboxContext): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-gateway-request-id", callState(request).requestId);
  });
  app.addHook("preHandler", async (request) => {
    recordCall(context, request);
  });
  app.addHook("onSend", async (request, reply) => {
    recordEnd(context, request, reply.statusCode);
  });
}

/** Records the call unless it is recorded already. */
function recordCall(context: SandboxContext, request: FastifyRequest): void {
  const state = callState(request);
  if (state.seen || isControl(request)) return;
  state.seen = true;
  context.calls.saw({
    at: context.clock.now(),
    method: request.method,
    path: maskedPath(request.url),
    headers: maskedHeaders(request.headers),
    ...recordedBody(bodyOf(request)),
    requestId: state.requestId,
    status: null,
    fault: null,
  });
}

/** Records how the call ended: the status, or null if the connection was broken instead. */
export function recordEnd(context: SandboxContext, request: FastifyRequest, status: number | null): void {
  recordCall(context, request);
  const state = callState(request);
  if (state.ended || isControl(request)) return;
  state.ended = true;
  context.calls.ended(state.requestId, state.fault?.type === "drop-after" ? null : status, state.fault?.type ?? null);
}

/** The body's bytes; the routes parse bodies, so that the list has them as received. */
export function bodyOf(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) ? request.body : undefined;
}

/** Breaks the connection immediately: the caller sees a reset, not an answer. */
export function breakConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}
