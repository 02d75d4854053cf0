import { parse } from "node:querystring";
import { verifySlackRequest } from "@slack/bolt";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { SLACK_BODY_BYTES, SLACK_SIGNATURE_MS } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Deliver } from "./dispatch-app.ts";

export interface EventsRouteOptions {
  readonly signingSecret: string;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Logger;
}

const Headers = z.object({
  "x-slack-signature": z.string(),
  "x-slack-request-timestamp": z.string().regex(/^\d{1,12}$/),
  "content-type": z.string().default(""),
});
const Challenge = z.object({ type: z.literal("url_verification"), challenge: z.string() });
const Body = z.record(z.string(), z.unknown());

/** Slack's deliveries by HTTP: `POST /slack/events`, each with a signature that is good for five minutes. */
export function eventsRoute({ signingSecret, deliver, clock, log }: EventsRouteOptions): FastifyPluginAsync {
  return async (server) => {
    server.removeAllContentTypeParsers();
    // The signature is over the bytes as they came.
    const raw = { parseAs: "buffer", bodyLimit: SLACK_BODY_BYTES } as const;
    server.addContentTypeParser("*", raw, (_request, body, done) => done(null, body));
    server.post("/slack/events", async (request, reply) => {
      const text = Buffer.isBuffer(request.body) ? request.body.toString() : "";
      const headers = Headers.safeParse(request.headers);
      if (!headers.success || !isGenuine(text, headers.data)) {
        log.warn("a request to /slack/events was not signed by Slack, or too long ago");
        return reply.code(401).send();
      }
      const body = bodyOf(text, headers.data["content-type"]);
      if (!body) return reply.code(400).send();
      if (body["ssl_check"] === "1") return reply.code(200).send();
      const challenge = Challenge.safeParse(body);
      if (challenge.success) return reply.send({ challenge: challenge.data.challenge });
      return answered(body, reply);
    });
  };

  function isGenuine(body: string, headers: z.infer<typeof Headers>): boolean {
    const seconds = Number(headers["x-slack-request-timestamp"]);
    const now = clock.now();
    if (Math.abs(now - seconds * 1000) > SLACK_SIGNATURE_MS) return false;
    try {
      const signed = { "x-slack-signature": headers["x-slack-signature"], "x-slack-request-timestamp": seconds };
      verifySlackRequest({ signingSecret, body, headers: signed, nowMilliseconds: now });
      return true;
    } catch {
      return false;
    }
  }

  /** Answers as soon as it is acknowledged; what follows goes on by itself. */
  async function answered(body: Record<string, unknown>, reply: FastifyReply): Promise<FastifyReply> {
    const acknowledged = Promise.withResolvers<Record<string, unknown> | undefined>();
    const work = deliver(body, async (answer) => {
      if (reply.raw.destroyed) throw new PlatformError("unavailable", "Slack hung up before it was answered");
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

/** Commands are fields, interactions are JSON in a field `payload`, events are JSON. */
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
