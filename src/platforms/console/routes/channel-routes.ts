import type { ConsoleRoutesDeps } from "./deps.ts";
import { DatabaseUnavailableError } from "../../../lib/errors.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { actorOf } from "../people/actor.ts";
import type { Change } from "../../../core/account/policy/policy-store.ts";
import { encodeWorkspace } from "../../../core/chat/conversation.ts";
import { ChannelView, KnownId, NewChannel, RemovalQuery } from "../api/api.ts";
import { NewName } from "../api/new-name.ts";
import { conversationOf } from "../people/places.ts";
import { addChannel } from "../store/channel-store.ts";
import { fail } from "./failure-response.ts";
import { paced } from "./rate-limited.ts";
import { personBound } from "./person-bound.ts";
import type { Refusal } from "./request-refusal.ts";
import { removeChannel } from "../store/remove-channel.ts";
import { renameChannel } from "../store/rename-channel.ts";

/** Routes to create, rename and remove channels. */
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

  server.patch(
    "/api/channels/:channel",
    { schema: { params: z.object({ channel: KnownId }), body: NewName, response: { 200: ChannelView } } },
    async ({ params, body }, reply) => {
      const { channel } = params;
      const renamed = await paced(deps, body, `rename:${channel}`, 0, () => giveName(deps, channel, body));
      return "status" in renamed ? fail(reply, renamed.status, renamed.code, renamed.message) : renamed;
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

async function giveName(deps: ConsoleRoutesDeps, channel: string, wanted: NewName): Promise<Refusal | ChannelView> {
  const say = deps.texts(wanted.locale).consoleRoom;
  if (!actorOf(wanted.as, wanted.locale).isAdmin) {
    return { status: 403, code: "not_admin", message: say.channelNotRenamed };
  }
  const change = await changeBy(deps, channel, wanted);
  const renamed = await inTurn(deps, () => renameChannel(deps, channel, wanted.name, change));
  deps.channels.forget(channel);
  switch (renamed.kind) {
    case "renamed":
      return renamed.channel;
    case "unknown":
      return { status: 404, code: "channel_unknown", message: say.channelUnknown };
    case "exists":
      return nameTaken(deps, wanted, renamed.name);
  }
}

/** Who makes a change, and in which organisation. Undefined if the Console has no organisation yet. */
async function changeBy(
  { memberships }: ConsoleRoutesDeps,
  channel: string,
  { as, locale }: z.infer<typeof RemovalQuery>,
): Promise<Change | undefined> {
  const actor = actorOf(as, locale);
  const conversation = conversationOf(channel);
  const membership = await memberships.membershipOf({ conversation, actor });
  return (
    membership && {
      organisationId: membership.organisationId,
      actor: {
        accountId: membership.accountId,
        name: actor.displayName,
        workspace: encodeWorkspace(conversation),
      },
    }
  );
}

/** The refusal of a name that another channel has, or was created with and still has in its address. */
function nameTaken(
  { texts }: ConsoleRoutesDeps,
  { name, locale }: Pick<NewName, "name" | "locale">,
  currentName: string,
): Refusal {
  const say = texts(locale).consoleRoom;
  const message = currentName === name ? say.channelExists : say.channelNameKept(currentName);
  return { status: 409, code: "channel_exists", message };
}

async function takeAway(
  deps: ConsoleRoutesDeps,
  channel: string,
  query: z.infer<typeof RemovalQuery>,
): Promise<Refusal | ChannelView> {
  const { as, locale } = query;
  const { isAdmin } = actorOf(as, locale);
  const change = await changeBy(deps, channel, query);
  const removed = await inTurn(deps, () => removeChannel(deps, channel, { id: as, isAdmin, change }));
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
    case "ruled":
      return { status: 403, code: "channel_ruled", message: say.channelRuled };
    case "admin_channel":
      return {
        status: 409,
        code: "admin_channel",
        message: isAdmin ? say.channelAsksAdmins : say.channelAsksAdminsForMember,
      };
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
      return nameTaken(deps, { name: wanted.id, locale: wanted.locale }, added.name);
    case "full":
      return { status: 409, code: "channels_full", message: texts.consoleRoom.channels(added.made, most, by) };
  }
}

/**
 * Changes channels one at a time. A change that had to wait too long is refused, because by then its page has reported that Easel
 * can't be reached.
 */
async function inTurn<T>({ channelQueue, clock }: ConsoleRoutesDeps, change: () => Promise<T>): Promise<T> {
  const asked = clock.elapsed();
  return channelQueue(async () => {
    if (clock.elapsed() - asked <= DATABASE_BACKGROUND_CALL_MS) return change();
    throw new DatabaseUnavailableError("the change of a channel waited too long for its turn", undefined, false);
  });
}
