import { Commands, type RegisteredCommand } from "./command-schema.ts";
import { failures } from "./failure.ts";
import type { Interactions } from "./interactions.ts";
import type { Messages } from "./messages.ts";
import {
  renderChannel,
  renderGuild,
  renderMember,
  renderMessage,
  renderRoles,
  renderUser,
  type RenderContext,
} from "./render.ts";
import { Callback, InteractionMessage, MessageCreate, MessageEdit, takeBody, ThreadEdit } from "./schema.ts";
import type { ApiRoute } from "./server.ts";

export interface RoutesContext extends RenderContext {
  readonly messages: Messages;
  readonly interactions: Interactions;
  readonly gatewayUrl: () => string;
  readonly contentIntent: () => boolean;
  readonly registered: (commands: readonly RegisteredCommand[]) => void;
}

const LOADING = 1 << 7;

/** The part of Discord's REST API that Easel uses. */
export function createRoutes(context: RoutesContext): readonly ApiRoute[] {
  const { messages, interactions } = context;
  const page = (query: Readonly<Record<string, string>>) => ({ ...query, limit: Number(query["limit"] ?? 50) });
  const channelRoutes: ApiRoute[] = [
    {
      method: "GET",
      path: "/channels/:channel",
      run: ({ params }) => renderChannel(messages.channel(params["channel"] ?? "")),
    },
    {
      method: "PATCH",
      path: "/channels/:channel",
      run: ({ params, json }) =>
        renderChannel(messages.archive(params["channel"] ?? "", takeBody(ThreadEdit, json).archived)),
    },
    {
      method: "GET",
      path: "/channels/:channel/thread-members/:user",
      run({ params }) {
        const channel = messages.channel(params["channel"] ?? "");
        if (!channel.threadMembers?.has(params["user"] ?? "")) throw failures.unknownMember();
        return { id: channel.id, user_id: params["user"], join_timestamp: "2025-01-01T00:00:00Z", flags: 0 };
      },
    },
    {
      method: "POST",
      path: "/channels/:channel/typing",
      run({ params }) {
        messages.channel(params["channel"] ?? "");
        return undefined;
      },
    },
    {
      method: "POST",
      path: "/channels/:channel/messages",
      run({ params, json, files }) {
        const body = takeBody(MessageCreate, json);
        return renderMessage(messages.create(params["channel"] ?? "", body, files), context);
      },
    },
    {
      method: "GET",
      path: "/channels/:channel/messages",
      run: ({ params, query }) =>
        messages.list(params["channel"] ?? "", page(query)).map((one) => renderMessage(one, context, hasContent())),
    },
    {
      method: "GET",
      path: "/channels/:channel/messages/:message",
      run: ({ params }) =>
        renderMessage(messages.get(params["channel"] ?? "", params["message"] ?? ""), context, hasContent()),
    },
    {
      method: "PATCH",
      path: "/channels/:channel/messages/:message",
      run({ params, json, files }) {
        const body = takeBody(MessageEdit, json);
        const edited = messages.edit(params["channel"] ?? "", params["message"] ?? "", body, files);
        edited.flags &= ~LOADING;
        return renderMessage(edited, context);
      },
    },
    {
      method: "DELETE",
      path: "/channels/:channel/messages/:message",
      run({ params }) {
        messages.remove(params["channel"] ?? "", params["message"] ?? "");
        return undefined;
      },
    },
  ];
  const interactionRoutes: ApiRoute[] = [
    {
      method: "POST",
      path: "/interactions/:id/:token/callback",
      open: true,
      run({ params, query, json, files }) {
        const body = takeBody(Callback, json);
        const done = interactions.callback(params["id"] ?? "", params["token"] ?? "", body, files);
        if (query["with_response"] !== "true") return undefined;
        return {
          interaction: { id: done.id, type: 2, response_message_id: done.original?.id },
          ...(done.original
            ? { resource: { type: body.type, message: renderMessage(done.original, context) } }
            : { resource: { type: body.type } }),
        };
      },
    },
    {
      method: "POST",
      path: "/webhooks/:app/:token",
      open: true,
      run({ params, json, files }) {
        const interaction = interactions.byToken(params["app"] ?? "", params["token"] ?? "");
        return renderMessage(interactions.followUp(interaction, takeBody(InteractionMessage, json), files), context);
      },
    },
    {
      method: "GET",
      path: "/webhooks/:app/:token/messages/:message",
      open: true,
      run({ params }) {
        const interaction = interactions.byToken(params["app"] ?? "", params["token"] ?? "");
        return renderMessage(interactions.message(interaction, params["message"] ?? ""), context);
      },
    },
    {
      method: "PATCH",
      path: "/webhooks/:app/:token/messages/:message",
      open: true,
      run({ params, json, files }) {
        const interaction = interactions.byToken(params["app"] ?? "", params["token"] ?? "");
        const message = interactions.message(interaction, params["message"] ?? "");
        messages.fill(message, takeBody(InteractionMessage, json), files);
        message.flags &= ~LOADING;
        return renderMessage(message, context);
      },
    },
    {
      method: "DELETE",
      path: "/webhooks/:app/:token/messages/:message",
      open: true,
      run({ params }) {
        interactions.remove(interactions.byToken(params["app"] ?? "", params["token"] ?? ""), params["message"] ?? "");
        return undefined;
      },
    },
  ];
  return [...channelRoutes, ...interactionRoutes, ...otherRoutes(context)];

  function hasContent(): boolean {
    return context.contentIntent();
  }
}

function otherRoutes({ world, gatewayUrl, registered, contentIntent }: RoutesContext): ApiRoute[] {
  const guildOf = (id: string | undefined) => {
    const guild = world.guilds.get(id ?? "");
    if (!guild) throw failures.unknownGuild();
    return guild;
  };
  return [
    {
      method: "GET",
      path: "/gateway/bot",
      run: () => ({
        url: gatewayUrl(),
        shards: 1,
        session_start_limit: { total: 1000, remaining: 999, reset_after: 14_400_000, max_concurrency: 1 },
      }),
    },
    { method: "GET", path: "/users/@me", run: () => renderUser(world.bot) },
    {
      method: "GET",
      path: "/applications/@me",
      run: () => ({ id: world.bot.id, flags: contentIntent() ? 1 << 18 : 0, bot: renderUser(world.bot) }),
    },
    {
      method: "POST",
      path: "/users/@me/channels",
      run({ json }) {
        const id = typeof json === "object" && json !== null && "recipient_id" in json ? json.recipient_id : undefined;
        const user = world.users.get(String(id));
        if (!user || user.bot) throw failures.invalidForm({ recipient_id: "Unknown user" });
        return renderChannel(world.dmWith(user));
      },
    },
    {
      method: "GET",
      path: "/guilds/:guild",
      run({ params }) {
        const guild = guildOf(params["guild"]);
        return renderGuild(guild, world);
      },
    },
    {
      method: "GET",
      path: "/guilds/:guild/roles",
      run: ({ params }) => renderRoles(guildOf(params["guild"])),
    },
    {
      method: "GET",
      path: "/guilds/:guild/channels",
      run({ params }) {
        const guild = guildOf(params["guild"]);
        return [...world.channels.values()]
          .filter((channel) => channel.guild === guild && channel.kind !== "thread")
          .map(renderChannel);
      },
    },
    {
      method: "GET",
      path: "/guilds/:guild/members/search",
      run({ params, query }) {
        const guild = guildOf(params["guild"]);
        const wanted = (query["query"] ?? "").toLowerCase();
        return [...guild.members.values()]
          .filter(({ user }) => [user.username, user.globalName].some((name) => name.toLowerCase().startsWith(wanted)))
          .slice(0, Number(query["limit"] ?? 1))
          .map(({ user }) => renderMember(guild, user));
      },
    },
    {
      method: "GET",
      path: "/guilds/:guild/members/:user",
      run({ params }) {
        const guild = guildOf(params["guild"]);
        const member = guild.members.get(params["user"] ?? "");
        if (!member) throw failures.unknownMember();
        return renderMember(guild, member.user);
      },
    },
    {
      method: "PUT",
      path: "/applications/:app/commands",
      run({ params, json }) {
        if (params["app"] !== world.bot.id) throw failures.missingAccess();
        const commands = takeBody(Commands, json);
        registered(commands);
        return commands.map((command) => ({
          ...command,
          id: world.newId(),
          application_id: world.bot.id,
          version: "1",
        }));
      },
    },
  ];
}
