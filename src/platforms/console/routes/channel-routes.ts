import type { ConsoleRoutesDeps } from "./deps.ts";
import { DatabaseUnavailableError } from "../../../lib/errors.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { actorOf } from "../people/actor.ts";
import { ChannelView, KnownId, NewChannel, RemovalQuery } from "../api/api.ts";
import { addChannel } from "../store/channels.ts";
import { fail } from "./failure.ts";
import { paced } from "./paced.ts";
import { personBound } from "./person-bound.ts";
import type { Refusal } from "./refusal.ts";
import { removeChannel } from "../store/remove-channel.ts";

/** Routes to create and remove channels. */
export function addChannelRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post(
    "/api/channels",
    { schema: { body: NewChannel, response: { 200: ChannelView } } },
    async ({ body }, reply) => {
      const made = await paced(deps, body, `channel:${body.id}`, 0, () => makeChannel(deps, body));
      return "status" in made ? fail(reply, made.status, made.code, made.message) : made;
    },
  );

  server.delete(
    "/api/channels/:channel",
    { schema: { params: z.object({ channel: KnownId }), querystring: RemovalQuery, response: { 200: ChannelView } } },
    async ({ params, query }, reply) => {
      const { channel } = params;
      const removed = await paced(deps, query, `remove:${channel}`, 0, () => takeAway(deps, channel, query));
      return "status" in removed ? fail(reply, removed.status, removed.code, removed.message) : removed;
    },
  );
}

async function takeAway(
  deps: ConsoleRoutesDeps,
  channel: string,
  { as, locale }: z.infer<typeof RemovalQuery>,
): Promise<Refusal | ChannelView> {
  const { isAdmin } = actorOf(as, locale);
  const removed = await inTurn(deps, () => removeChannel(deps.db, channel, { id: as, isAdmin }));
  deps.channels.forget(channel);
  const say = deps.texts(locale).consoleRoom;
  switch (removed.kind) {
    case "removed":
      return removed.channel;
    case "unknown":
      return { status: 404, code: "channel_unknown", message: say.channelUnknown };
    case "kept":
      return { status: 409, code: "channel_kept", message: say.channelKept };
    case "not_yours":
      return { status: 403, code: "not_yours", message: say.channelNotYours };
    case "busy":
      return { status: 409, code: "channel_busy", message: say.channelBusy(removed.requests) };
  }
}

async function makeChannel(deps: ConsoleRoutesDeps, wanted: NewChannel): Promise<Refusal | ChannelView> {
  const { value: most, by, texts } = await personBound(deps, "consoleChannels", wanted);
  const added = await inTurn(deps, () => addChannel(deps.db, wanted.id, wanted.as, most));
  deps.channels.forget(wanted.id);
  switch (added.kind) {
    case "added":
      return added.channel;
    case "exists":
      return { status: 409, code: "channel_exists", message: texts.consoleRoom.channelExists };
    case "full":
      return { status: 409, code: "channels_full", message: texts.consoleRoom.channels(added.made, most, by) };
  }
}

/**
 * Changes channels one at a time. A change whose turn comes late is refused, because its page was told by then that Easel
 * can't be reached.
 */
async function inTurn<T>({ channelQueue, clock }: ConsoleRoutesDeps, change: () => Promise<T>): Promise<T> {
  const asked = clock.elapsed();
  return channelQueue(async () => {
    if (clock.elapsed() - asked <= DATABASE_BACKGROUND_CALL_MS) return change();
    throw new DatabaseUnavailableError("the change of a channel waited too long for its turn", undefined, false);
  });
}
