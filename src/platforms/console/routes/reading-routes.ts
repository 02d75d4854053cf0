import type { ConsoleRoutesDeps } from "./deps.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { EventsQuery, KnownId, StateQuery, StateView } from "../api/api.ts";
import { HistoryQuery } from "../api/history-query.ts";
import { HistoryView } from "../api/history.ts";
import { listChannels } from "../store/channel-store.ts";
import { viewCommands } from "../commands/command-list.ts";
import type { Downloads } from "../../../media/relay/downloads.ts";
import { RETRY_AFTER_S } from "../../../media/relay/send-file.ts";
import { fail } from "./failure-response.ts";
import { displayName, PERSON_IDS } from "../api/people.ts";
import { readHistory } from "../store/history.ts";
import { currentRevision } from "../store/revision.ts";
import { SECURITY_HEADERS } from "./guard.ts";
import { createStreamPlaces } from "./stream-places.ts";
import { serveStream } from "./event-stream.ts";

/** Messages per page of history, or fewer if they are large (`CONSOLE_READ_BYTES`). */
const CONSOLE_HISTORY_MESSAGES = 50;
/**
 * Pages of history that a session may load concurrently in a network, or without a password, a whole network. Each page is in
 * memory until the client has read it. A browser loads six concurrently.
 */
export const CONSOLE_HISTORY_READERS = 16;

/** Routes for state, history and the event stream. */
export function addReadingRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps, readers: Downloads): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const { db } = deps;
  const places = createStreamPlaces();

  server.get(
    "/api/state",
    { schema: { querystring: StateQuery, response: { 200: StateView } } },
    async (request, reply) => {
      // The revision is read first, so changes during the other reads also arrive in the event stream.
      const revision = await db.run(currentRevision);
      const channels = await listChannels(db);
      reply.header("cache-control", "no-store");
      return {
        people: PERSON_IDS.map((id) => ({ id, name: displayName(id) })),
        channels,
        commands: viewCommands(deps.commands, deps.texts(request.query.locale)),
        revision,
        canLogOut: deps.sessions !== undefined,
        streamsFull: places.isFull(deps.sessions?.of(request)),
      };
    },
  );

  server.get(
    "/api/channels/:channel/messages",
    {
      schema: { params: z.object({ channel: KnownId }), querystring: HistoryQuery, response: { 200: HistoryView } },
    },
    async (request, reply) => {
      const { channel } = request.params;
      const { as: person, at, ...place } = request.query;
      reply.header("cache-control", "no-store");
      // Counted before anything is awaited, so that concurrent requests count, too.
      if (!readers.begin(request, reply)) {
        reply.header("retry-after", RETRY_AFTER_S);
        return fail(reply, 503, "too_many_readers", "Too many messages are being loaded. Try again in a moment.");
      }
      const history = await readHistory(
        db,
        { ...place, channel, person, at: at === undefined ? undefined : Date.parse(at) },
        CONSOLE_HISTORY_MESSAGES,
      );
      if (!history?.messages.length && !(await deps.channels.have(channel))) {
        return fail(reply, 404, "channel_unknown", "There is no such channel.");
      }
      if (!history) return fail(reply, 404, "message_gone", "This message is no longer there.");
      return history;
    },
  );

  server.get("/api/events", { schema: { querystring: EventsQuery } }, async (request, reply) => {
    if (deps.feed.stopped.aborted) return fail(reply, 503, "unavailable", "The Console is stopping.");
    const { raw } = reply;
    if (raw.destroyed) return reply.hijack();
    const session = deps.sessions?.of(request);
    // Counted before anything is awaited, so that concurrent requests count, too. The response always emits `close`, however the
    // stream ends.
    const leave = places.take(session);
    if (!leave) {
      return fail(reply, 503, "too_many_streams", "Too many pages of the Console are open. Close some of them.");
    }
    raw.once("close", leave);
    const resumed = Number(request.headers["last-event-id"]);
    const named = Number.isSafeInteger(resumed) && resumed > 0 ? resumed : request.query.after;
    // A reader without a revision gets only new events.
    const after = named ?? (await db.run(currentRevision));
    reply.hijack();
    if (raw.destroyed) return reply;
    raw.writeHead(200, {
      ...SECURITY_HEADERS,
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // A connection kept alive after the stream would delay the server's shutdown.
      connection: "close",
      // Stops proxies such as nginx from buffering the stream.
      "x-accel-buffering": "no",
    });
    const serve = (signal?: AbortSignal): Promise<void> =>
      serveStream(deps, { person: request.query.as, after, response: raw, ...(signal && { signal }) });
    await (deps.sessions && session !== undefined ? deps.sessions.during(session, serve) : serve());
    return reply;
  });
}
