import type { ConsoleRoutesDeps } from "./deps.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { DismissQuery, Done, KnownId, NewAction, NewMessage, NewPress, Taken } from "../api/api.ts";
import { answerAccepted, fail } from "./failure-response.ts";
import { receiveMessage } from "../receive/receive-messages.ts";
import { receiveAction } from "../receive/receive-actions.ts";
import { receivePress } from "../receive/receive-presses.ts";
import { paced } from "./rate-limited.ts";

/** Routes for people's actions: write, press, choose, dismiss. */
export function addMessageRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post("/api/messages", { schema: { body: NewMessage, response: { 200: Taken } } }, async ({ body }, reply) =>
    answerAccepted(
      reply,
      await paced(deps, body, `message:${body.id}`, body.text.length, () => receiveMessage(deps, body)),
    ),
  );

  server.post("/api/presses", { schema: { body: NewPress, response: { 200: Taken } } }, async ({ body }, reply) =>
    answerAccepted(reply, await paced(deps, body, `press:${body.id}`, 0, () => receivePress(deps, body))),
  );

  server.post("/api/actions", { schema: { body: NewAction, response: { 200: Taken } } }, async ({ body }, reply) =>
    answerAccepted(reply, await paced(deps, body, `action:${body.id}`, 0, () => receiveAction(deps, body))),
  );

  server.delete(
    "/api/messages/:id",
    { schema: { params: z.object({ id: KnownId }), querystring: DismissQuery, response: { 200: Done } } },
    async (request, reply) => {
      const row = await deps.messages.find(request.params.id);
      if (row && row.visibleTo !== request.query.as) {
        return fail(reply, 403, "not_yours", "You can dismiss only an answer that nobody else can see.");
      }
      // Every write wakes all pages, so skip one without effect.
      if (row && !row.removed) await deps.messages.remove(request.params.id, request.query.as);
      return { done: true as const };
    },
  );
}
