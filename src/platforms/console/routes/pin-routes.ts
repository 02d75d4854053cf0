import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Downloads } from "../../../media/relay/downloads.ts";
import { RETRY_AFTER_S } from "../../../media/relay/send-file.ts";
import { Done, KnownId } from "../api/api.ts";
import { NewPin, PinsView } from "../api/pins.ts";
import { PINS_OF_CHANNEL, readPins, setPin } from "../store/pins.ts";
import type { ConsoleRoutesDeps } from "./deps.ts";
import { fail } from "./failure-response.ts";
import { paced } from "./rate-limited.ts";
import type { Refusal } from "./request-refusal.ts";

/** Routes to pin results in a channel, and to read its pins. Everyone who can write in the Console can do both. */
export function addPinRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps, readers: Downloads): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    "/api/channels/:channel/pins",
    { schema: { params: z.object({ channel: KnownId }), response: { 200: PinsView } } },
    async (request, reply) => {
      const { channel } = request.params;
      reply.header("cache-control", "no-store");
      // Counted before anything is awaited, so that concurrent requests count, too.
      if (!readers.begin(request, reply)) {
        reply.header("retry-after", RETRY_AFTER_S);
        return fail(reply, 503, "too_many_readers", "Too many messages are being loaded. Try again in a moment.");
      }
      if (!(await deps.channels.have(channel))) {
        return fail(reply, 404, "channel_unknown", "There is no such channel.");
      }
      return readPins(deps.db, channel);
    },
  );

  server.post("/api/pins", { schema: { body: NewPin, response: { 200: Done } } }, async ({ body }, reply) => {
    const pinned = await paced(deps, body, `pin:${body.message}`, 0, () => pin(deps, body));
    return "status" in pinned ? fail(reply, pinned.status, pinned.code, pinned.message) : pinned;
  });
}

async function pin(
  { db, channelQueue, texts }: ConsoleRoutesDeps,
  wanted: NewPin,
): Promise<Refusal | z.infer<typeof Done>> {
  const say = texts(wanted.locale).consoleRoom;
  switch (await channelQueue(() => setPin(db, wanted))) {
    case "done":
      return { done: true };
    case "gone":
      return { status: 404, code: "result_gone", message: say.pinGone };
    case "full":
      return { status: 409, code: "pins_full", message: say.pinsFull(PINS_OF_CHANNEL) };
  }
}
