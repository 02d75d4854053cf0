import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { GatewayRefusal } from "./errors/gateway-refusal.ts";

const ALL_METHODS: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Registers a path with a handler for each of its methods. Other methods get `method_not_allowed`. */
export function addPath(
  app: FastifyInstance,
  path: string,
  handlers: Partial<Record<"GET" | "HEAD" | "POST" | "DELETE", RouteHandler>>,
): void {
  for (const [method, handler] of Object.entries(handlers)) app.route({ method, url: path, handler });
  const allow = Object.keys(handlers).join(", ");
  app.route({
    method: ALL_METHODS.filter((method) => !(method in handlers)),
    url: path,
    handler: () => {
      throw new GatewayRefusal("method_not_allowed", { headers: { allow } });
    },
  });
}
