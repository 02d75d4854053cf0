import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { guardedRequest, isNearbyHost, checkRequest, type GuardRules } from "../lib/http/request-guard.ts";
import { callState } from "./call-state.ts";
import { sealResponses } from "../lib/sealed-responses.ts";
import { GatewayRefusal } from "./errors/gateway-refusal.ts";
import { bodyOf } from "./recorder.ts";
import type { RouteHandler } from "./route.ts";

/**
 * Refuses requests that other web pages send through the operator's browser, as the Console does. They are not in the call list,
 * because no client of the gateway sent them.
 * @param host the address that the server listens on
 */
export function addRequestGuards(app: FastifyInstance, host: string): void {
  const rules: GuardRules = {
    what: "The sandbox",
    isKnownHost: (hostname) => isNearbyHost(hostname, host),
    allowedOrigins: [],
  };
  sealResponses(app);
  app.addHook("onRequest", async (request) => {
    const refusal = checkRequest(guardedRequest(request.method, request.headers), rules);
    if (!refusal) return;
    Object.assign(callState(request), { seen: true, ended: true });
    throw new GatewayRefusal(refusal.code, { status: 403, message: refusal.message });
  });
}

/**
 * Guards a control route. A body's content type must be JSON, which a form on another page can't send, and the request must carry
 * the secret if the sandbox has one.
 */
export function controlled(handler: RouteHandler, secret: string | undefined): RouteHandler {
  return async (request, reply) => {
    if (secret !== undefined && !hasSecret(request, secret)) {
      const message = "The control routes of this sandbox need its secret as a bearer token.";
      throw new GatewayRefusal("control_secret_required", { status: 401, message });
    }
    if ((bodyOf(request)?.length ?? 0) > 0 && !isJson(request)) {
      throw new GatewayRefusal("invalid_content_type", { status: 415 });
    }
    return handler(request, reply);
  };
}

function hasSecret({ headers }: FastifyRequest, secret: string): boolean {
  const [, given = ""] = /^Bearer (\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "");
}
