import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Downloads } from "../../../media/relay/downloads.ts";
import { RETRY_AFTER_S } from "../../../media/relay/send-file.ts";
import { PromptsQuery, PromptsView } from "../api/prompts.ts";
import { ownPrompts } from "../store/own-prompts.ts";
import type { ConsoleRoutesDeps } from "./deps.ts";
import { fail } from "./failure-response.ts";

/** The route for a person's own earlier requests. */
export function addPromptRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps, readers: Downloads): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    "/api/prompts",
    { schema: { querystring: PromptsQuery, response: { 200: PromptsView } } },
    async (request, reply) => {
      const { as: person, words } = request.query;
      reply.header("cache-control", "no-store");
      // Counted before anything is awaited, so that concurrent requests count, too.
      if (!readers.begin(request, reply)) {
        reply.header("retry-after", RETRY_AFTER_S);
        return fail(reply, 503, "too_many_readers", "Too many messages are being loaded. Try again in a moment.");
      }
      return ownPrompts(deps.db, deps.commands, { person, words });
    },
  );
}
