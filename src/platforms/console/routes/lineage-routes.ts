import type { ConsoleRoutesDeps } from "./deps.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Downloads } from "../../../media/relay/downloads.ts";
import { RETRY_AFTER_S } from "../../../media/relay/send-file.ts";
import { KnownId } from "../api/api.ts";
import { LineageQuery, LineageView } from "../api/lineage.ts";
import { readLineage } from "../store/lineage.ts";
import { fail } from "./failure-response.ts";

/** The route for what a picture or clip was made from, and what was made from it. */
export function addLineageRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps, readers: Downloads): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    "/api/messages/:id/files/:file/lineage",
    {
      schema: {
        params: z.object({ id: KnownId, file: KnownId }),
        querystring: LineageQuery,
        response: { 200: LineageView },
      },
    },
    async (request, reply) => {
      const { id, file } = request.params;
      reply.header("cache-control", "no-store");
      // Counted before anything is awaited, so that concurrent requests count, too.
      if (!readers.begin(request, reply)) {
        reply.header("retry-after", RETRY_AFTER_S);
        return fail(reply, 503, "too_many_readers", "Too many messages are being loaded. Try again in a moment.");
      }
      const lineage = await readLineage(deps, { message: id, file }, request.query.as);
      return lineage ?? fail(reply, 404, "message_gone", "This message is no longer there.");
    },
  );
}
