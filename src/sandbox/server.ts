import { SANDBOX_BODY_BYTES } from "./limits.ts";
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Clock } from "../lib/clock.ts";
import { limitBodyTime } from "../lib/http/body-deadline.ts";
import { answerBadConnection, SEALED_HEADERS } from "../lib/sealed-responses.ts";
import type { SandboxContext } from "./sandbox-context.ts";
import { errorBody, GatewayRefusal } from "./errors/gateway-refusal.ts";
import { applyFaults } from "./errors/faulter.ts";
import { recordCalls } from "./recorder.ts";
import { addRequestGuards } from "./request-guards.ts";

/** Longest part of a path that is matched against a route; identifiers are far shorter. */
const MAX_PARAM_CHARACTERS = 500;
/** Time limit for receiving a body. The largest one arrives in time at 1 MB/s. */
const SANDBOX_BODY_MS = 10 * 60_000;

/**
 * The HTTP server that both services share: guards, recording, faults, and errors in the gateway's shape.
 * @param clock measures how long bodies take
 */
export function createServer(context: SandboxContext, host: string, clock: Pick<Clock, "after">): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: SANDBOX_BODY_BYTES,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PARAM_CHARACTERS },
    frameworkErrors: (_error, _request, reply) => {
      refuse(reply.headers(SEALED_HEADERS), new GatewayRefusal("not_found"));
    },
    clientErrorHandler: answerBadConnection,
  });
  // Bodies stay bytes until a route reads them, so that they are recorded and hashed as received.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
  app.addHook("onRequest", async (request) => limitBodyTime(request.raw, SANDBOX_BODY_MS, clock));
  addRequestGuards(app, host);
  recordCalls(app, context);
  applyFaults(app, context);
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    refuse(reply, refusalOf(context, error));
  });
  app.setNotFoundHandler((request, reply) => {
    refuse(reply, unknownRoute(request));
  });
  return app;
}

function refuse(reply: FastifyReply, refusal: GatewayRefusal): void {
  reply.code(refusal.status).headers(refusal.headers).type("application/json; charset=utf-8");
  void reply.send(errorBody(refusal, reply.request.url));
}

function refusalOf(context: SandboxContext, error: FastifyError): GatewayRefusal {
  if (error instanceof GatewayRefusal) return error;
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return new GatewayRefusal("request_too_large");
  if (error.statusCode === 415) return new GatewayRefusal("invalid_content_type");
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new GatewayRefusal("invalid_request", { status: error.statusCode, message: error.message });
  }
  context.log.error({ err: error }, "sandbox: a call failed");
  return new GatewayRefusal("internal_error");
}

/** The error for an address without a route: the code says which part of it is unknown. */
function unknownRoute(request: FastifyRequest): GatewayRefusal {
  const path = request.url.split("?")[0] ?? "";
  if (/^\/api\/v1\/images\/[^/]+\/jobs$/.test(path)) return new GatewayRefusal("unsupported_action");
  if (path.startsWith("/api/v1/images")) return new GatewayRefusal("unsupported_images_endpoint");
  if (path.startsWith("/v1/images/")) return new GatewayRefusal("unsupported_protocol");
  return new GatewayRefusal("not_found");
}
