import type { ConsoleRoutesDeps } from "./deps.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Downloads } from "../../../media/relay/downloads.ts";
import { RETRY_AFTER_S } from "../../../media/relay/send-file.ts";
import { KnownId } from "../api/api.ts";
import { SearchQuery, SearchView } from "../api/search.ts";
import { searchResults } from "../store/search-results.ts";
import { fail } from "./failure-response.ts";

/** The route that searches a channel's results. */
export function addSearchRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps, readers: Downloads): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    "/api/channels/:channel/results",
    {
      schema: { params: z.object({ channel: KnownId }), querystring: SearchQuery, response: { 200: SearchView } },
    },
    async (request, reply) => {
      const { channel } = request.params;
      const { as: person, words, starred, at, id } = request.query;
      reply.header("cache-control", "no-store");
      // Counted before anything is awaited, so that concurrent requests count, too.
      if (!readers.begin(request, reply)) {
        reply.header("retry-after", RETRY_AFTER_S);
        return fail(reply, 503, "too_many_readers", "Too many messages are being loaded. Try again in a moment.");
      }
      if (!(await deps.channels.have(channel))) {
        return fail(reply, 404, "channel_unknown", "There is no such channel.");
      }
      return searchResults(
        deps.db,
        { channel, person, words, isStarred: starred === "yes" },
        { ...(at && { at }), ...(id && { id }) },
      );
    },
  );
}
