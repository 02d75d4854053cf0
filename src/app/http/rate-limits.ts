import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.ts";
import { limitBodyTime } from "../../lib/http/body-deadline.ts";
import { NETWORKS_REMEMBERED } from "../../lib/limits.ts";
import { networkOf } from "../../lib/network.ts";
import type { Signer } from "../../lib/request-signer.ts";
import { createUnprovenRequests } from "./unproven-requests.ts";

/** The window in which requests are counted. */
const REQUEST_WINDOW_MS = 60_000;
/** Signed requests per signer and network: Slack delivers up to 500 events a minute, and a gateway may load a file in pieces. */
const SIGNED_REQUESTS = 3_000;
/**
 * Strangers' bodies must be there by then. All that they may send is small: Slack's deliveries, whose signature is over the body,
 * and the form of the log-in. Members' uploads have as long as any other request.
 */
const STRANGERS_BODY_MS = 10_000;

/**
 * Limits how many requests one network may send, on every route and on unknown paths. Signed requests are counted by signer and
 * network, so that strangers can't use up the share of Slack or of a gateway that loads files, even if all requests come through
 * one proxy. Requests over the limit get 429 with `Retry-After`. Bodies are bounded in time and number while no secret proves who
 * sends them.
 * @param unsigned how many unsigned requests a network may send per window
 */
export async function limitRequests(
  server: FastifyInstance,
  unsigned: number,
  clock: Pick<Clock, "after">,
): Promise<void> {
  await server.register(rateLimit, { global: false });
  const window = { timeWindow: REQUEST_WINDOW_MS, cache: NETWORKS_REMEMBERED };
  const countUnsigned = server.createRateLimit({
    ...window,
    max: unsigned,
    keyGenerator: (request) => networkOf(request.ip),
  });
  const countSigned = server.createRateLimit({
    ...window,
    max: SIGNED_REQUESTS,
    keyGenerator: (request) => {
      const signer = signerOf(request);
      return `${networkOf(request.ip)} ${typeof signer === "object" ? signer.key : ""}`;
    },
  });

  const limit = async (request: FastifyRequest, reply: FastifyReply, signer: Signer) => {
    if (signer === "trusted") return undefined;
    const counted = await (typeof signer === "object" ? countSigned : countUnsigned)(request);
    if (counted.isAllowed || !counted.isExceeded) return undefined;
    return reply
      .code(429)
      .header("retry-after", counted.ttlInSeconds)
      .send({ error: { code: "too_many_requests", message: "Too many requests. Try again later." } });
  };
  const unproven = createUnprovenRequests();
  const unsure = new WeakSet<FastifyRequest>();
  server.addHook("onRequest", async (request, reply) => {
    const signer = signerOf(request);
    if (signer === "unsure" || signer === "nobody") limitBodyTime(request.raw, STRANGERS_BODY_MS, clock);
    if (signer !== "unsure") return (await limit(request, reply, signer)) ?? refuseUnknown(request, reply);
    unsure.add(request);
    const network = networkOf(request.ip);
    unproven.begin(network, request.raw);
    reply.raw.once("close", () => unproven.end(network, request.raw));
    return undefined;
  });
  server.addHook("preHandler", async (request, reply) => {
    if (!unsure.has(request)) return undefined;
    unproven.end(networkOf(request.ip), request.raw);
    return limit(request, reply, signerOf(request));
  });
}

/** Answers before the body of a request that nothing handles is read: strangers could fill the memory with them. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (!request.is404 || request.method === "GET" || request.method === "HEAD") return undefined;
  return reply.code(404).send({ error: { code: "not_found", message: "There is nothing at this address." } });
}

function signerOf(request: FastifyRequest): Signer {
  return request.routeOptions.config.signer?.(request) ?? "nobody";
}
