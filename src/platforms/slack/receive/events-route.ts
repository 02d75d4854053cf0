import { parse } from "node:querystring";
import { verifySlackRequest } from "@slack/bolt";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Signer } from "../../../lib/request-signer.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Deliver } from "./dispatch-app.ts";
import type { SignatureFailures } from "./signature-failures.ts";

/** Size limit of a body of `/slack/events`. Bolt has the same limit. */
const SLACK_BODY_BYTES = 4 * 1024 * 1024;
/** How far a signature's timestamp may differ from now: Slack's documentation, "Verifying requests". */
const SLACK_SIGNATURE_MS = 5 * 60_000;

export interface EventsRouteOptions {
  readonly signingSecret: string;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Logger;
  readonly unsigned: SignatureFailures;
}

const Headers = z.object({
  "x-slack-signature": z.string().regex(/^v0=[0-9a-f]{64}$/),
  "x-slack-request-timestamp": z.string().regex(/^\d{1,12}$/),
});
const Challenge = z.object({ type: z.literal("url_verification"), challenge: z.string() });
const Body = z.record(z.string(), z.unknown());

/**
 * Receives Slack's deliveries over HTTP at `POST /slack/events`. Each needs a signature that is at most five minutes
 * old.
 */
export function eventsRoute({ signingSecret, deliver, clock, log, unsigned }: EventsRouteOptions): FastifyPluginAsync {
  // The verdict is made once per request, for the rate limit and the route.
  const verdicts = new WeakMap<FastifyRequest, Signer>();

  return async (server) => {
    server.addHook("onRequest", async (request, reply) =>
      signerOf(request) === "nobody" ? reply.code(401).send() : undefined,
    );
    server.removeAllContentTypeParsers();
    // The signature covers the raw bytes.
    const raw = { parseAs: "buffer", bodyLimit: SLACK_BODY_BYTES } as const;
    server.addContentTypeParser("*", raw, (_request, body, done) => done(null, body));
    server.post("/slack/events", { config: { signer: signerOf } }, async (request, reply) => {
      const signer = signerOf(request);
      // Still undecided, because the request has no body and so nothing that could have been signed.
      if (signer === "unsure") unsigned.count();
      if (typeof signer !== "object") return reply.code(401).send();
      const body = bodyOf(textOf(request), request.headers["content-type"] ?? "");
      if (!body) return reply.code(400).send();
      if (body["ssl_check"] === "1") return reply.code(200).send();
      const challenge = Challenge.safeParse(body);
      if (challenge.success) return reply.send({ challenge: challenge.data.challenge });
      return answered(body, reply);
    });
  };

  function signerOf(request: FastifyRequest): Signer {
    const known = verdicts.get(request);
    if (known !== undefined && known !== "unsure") return known;
    const signer = check(request);
    verdicts.set(request, signer);
    if (signer === "nobody") unsigned.count();
    return signer;
  }

  /** Checks the headers before the body is read, so that a request that can't be valid costs no reading. */
  function check(request: FastifyRequest): Signer {
    const headers = Headers.safeParse(request.headers);
    if (!headers.success) return "nobody";
    const seconds = Number(headers.data["x-slack-request-timestamp"]);
    const now = clock.now();
    if (Math.abs(now - seconds * 1000) > SLACK_SIGNATURE_MS) return "nobody";
    if (request.body === undefined) return "unsure";
    const signature = headers.data["x-slack-signature"];
    const signed = { "x-slack-signature": signature, "x-slack-request-timestamp": seconds };
    try {
      verifySlackRequest({ signingSecret, body: textOf(request), headers: signed, nowMilliseconds: now });
      return { key: "slack" };
    } catch {
      return "nobody";
    }
  }

  /** Answers as soon as the delivery is acknowledged. The remaining work continues in the background. */
  async function answered(body: Record<string, unknown>, reply: FastifyReply): Promise<FastifyReply> {
    const acknowledged = Promise.withResolvers<Record<string, unknown> | undefined>();
    const work = deliver(body, async (answer) => {
      if (reply.raw.destroyed)
        throw new PlatformError("unavailable", "Slack closed the connection before it was answered");
      acknowledged.resolve(answer);
    });
    work.catch((error: unknown) => {
      log.warn({ err: error }, "a delivery from Slack was not acknowledged");
      acknowledged.reject(error);
    });
    try {
      const answer = await acknowledged.promise;
      return answer === undefined ? reply.code(200).send() : reply.send(answer);
    } catch {
      return reply.code(503).send();
    }
  }
}

function textOf({ body }: FastifyRequest): string {
  return Buffer.isBuffer(body) ? body.toString() : "";
}

/** Commands are form fields, interactions are JSON in the form field `payload`, and events are JSON. */
function bodyOf(text: string, contentType: string): Record<string, unknown> | undefined {
  const isForm = contentType.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";
  try {
    if (!isForm) return Body.parse(JSON.parse(text));
    const fields = { ...parse(text) };
    return typeof fields["payload"] === "string" ? Body.parse(JSON.parse(fields["payload"])) : fields;
  } catch {
    return undefined;
  }
}
