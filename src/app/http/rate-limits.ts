import { pipeline } from "node:stream";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.ts";
import { limitBodyTime } from "../../lib/http/body-deadline.ts";
import { NETWORKS_REMEMBERED } from "../../lib/limits.ts";
import { JoinedChunks } from "../../lib/http/joined-chunks.ts";
import { networkOf } from "../../lib/network.ts";
import type { Signer } from "../../lib/request-signer.ts";
import { BODIES_AT_ONCE, createBodiesUnderWay, MEMBERS_BODIES_AT_ONCE } from "./bodies-under-way.ts";

/** The window in which requests are counted. */
const REQUEST_WINDOW_MS = 60_000;
/** Signed requests per signer and network: Slack delivers up to 500 events a minute, and a gateway may load a file in pieces. */
const SIGNED_REQUESTS = 3_000;
/**
 * Time limit for strangers' bodies. All that they may send is small: Slack's deliveries, whose signature covers the body, and the
 * log-in form. The server's usual limit applies to members' uploads.
 */
const STRANGERS_BODY_MS = 10_000;
/** Time limit for members' bodies that are read into memory: messages and forms. */
const MEMBERS_BODY_MS = 120_000;

/**
 * Limits how many requests one network may send, on every route and on unknown paths. Signed requests are counted by signer and
 * network, so that strangers can't use up the share of Slack or of a gateway that loads files, even if all requests come through
 * one proxy. Requests over the limit get 429 with `Retry-After`. Bodies that are read into memory are limited in time and in
 * number per sender, and members' bodies also in total.
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
  const bodies = createBodiesUnderWay();
  const senders = new WeakMap<FastifyRequest, readonly string[]>();
  const endBody = (request: FastifyRequest): void => {
    for (const sender of senders.get(request) ?? []) bodies.end(sender, request.raw);
  };
  const beginBody = (most: Readonly<Record<string, number>>, request: FastifyRequest, reply: FastifyReply): void => {
    senders.set(request, Object.keys(most));
    for (const [sender, count] of Object.entries(most)) bodies.begin(sender, request.raw, count);
    reply.raw.once("close", () => endBody(request));
  };
  const unsure = new WeakSet<FastifyRequest>();
  server.addHook("onRequest", async (request, reply) => {
    const signer = signerOf(request);
    const network = networkOf(request.ip);
    if (signer === "unsure" || signer === "nobody") limitBodyTime(request.raw, STRANGERS_BODY_MS, clock);
    if (signer === "unsure") {
      unsure.add(request);
      return beginBody({ [network]: BODIES_AT_ONCE }, request, reply);
    }
    const refused = (await limit(request, reply, signer)) ?? refuseUnknown(request, reply);
    if (refused || typeof signer !== "object" || !isKeptInMemory(request)) return refused;
    limitBodyTime(request.raw, MEMBERS_BODY_MS, clock);
    const most = { [`${network} ${signer.key}`]: BODIES_AT_ONCE, members: MEMBERS_BODIES_AT_ONCE };
    return beginBody(most, request, reply);
  });
  server.addHook("preParsing", async (request, _reply, payload) => {
    if (request.headers["transfer-encoding"] === undefined || !isKeptInMemory(request)) return payload;
    const joined = new JoinedChunks();
    // An error destroys both streams, and reaches the reader of the body.
    pipeline(payload, joined, () => {});
    return joined;
  });
  server.addHook("preHandler", async (request, reply) => {
    endBody(request);
    return unsure.has(request) ? limit(request, reply, signerOf(request)) : undefined;
  });
}

/** Whether a request has a body that is read into memory. Uploads go to the disk. */
function isKeptInMemory({ headers }: FastifyRequest): boolean {
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return hasBody && !/^multipart\//i.test(headers["content-type"] ?? "");
}

/** Answers a request without a handler before its body is read: strangers could fill the memory with such bodies. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (!request.is404 || request.method === "GET" || request.method === "HEAD") return undefined;
  return reply.code(404).send({ error: { code: "not_found", message: "There is nothing at this address." } });
}

function signerOf(request: FastifyRequest): Signer {
  return request.routeOptions.config.signer?.(request) ?? "nobody";
}
