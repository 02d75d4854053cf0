import type { ConsoleRoutesDeps } from "./deps.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { DismissQuery, Done, KnownId, NewAction, NewMessage, NewPress, Taken } from "../api/api.ts";
import { answerTaken, fail } from "./failure.ts";
import { createMessagePace } from "../receive/message-pace.ts";
import { receiveMessage } from "../receive/receive-messages.ts";
import { receiveAction } from "../receive/receive-actions.ts";
import { receivePress } from "../receive/receive-presses.ts";

/** Routes for people's actions: write, press, choose, dismiss. */
export function addMessageRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  const pace = createMessagePace(deps.clock);

  server.post("/api/messages", { schema: { body: NewMessage, response: { 200: Taken } } }, async ({ body }, reply) => {
    if (!pace.take(body.as, body.text.length)) {
      return fail(reply, 409, "too_many_messages", deps.texts(body.locale).consoleRoom.tooManyMessages);
    }
    return answerTaken(reply, await receiveMessage(deps, body));
  });

  server.post("/api/presses", { schema: { body: NewPress, response: { 200: Taken } } }, async (request, reply) =>
    answerTaken(reply, await receivePress(deps, request.body)),
  );

  server.post("/api/actions", { schema: { body: NewAction, response: { 200: Taken } } }, async (request, reply) =>
    answerTaken(reply, await receiveAction(deps, request.body)),
  );

  server.delete(
    "/api/messages/:id",
    { schema: { params: z.object({ id: KnownId }), querystring: DismissQuery, response: { 200: Done } } },
    async (request, reply) => {
      const row = await deps.messages.find(request.params.id);
      if (row && row.visibleTo !== request.query.as) {
        return fail(reply, 403, "not_yours", "You can dismiss only an answer that nobody else can see.");
      }
      await deps.messages.remove(request.params.id, request.query.as);
      return { done: true as const };
    },
  );
}
