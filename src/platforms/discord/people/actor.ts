import {
  PermissionFlagsBits,
  type BaseInteraction,
  type GuildMember,
  type Message,
  type PermissionsBitField,
} from "discord.js";
import { nearestLocale, type Locale } from "../../../lib/locale.ts";
import type { Actor } from "../../../core/chat/event.ts";
import type { HomeMember } from "./home-server.ts";

/**
 * The person behind an interaction. In a server, they have their permissions at that moment, so a revoked permission no longer
 * counts. In direct messages, they have those of their home server, which may be minutes old.
 */
export function actorOf(interaction: BaseInteraction, home: HomeMember | undefined): Actor {
  const { user, member } = interaction;
  const nick = member === null ? undefined : "displayName" in member ? member.displayName : member.nick;
  const actor = { userId: user.id, displayName: nick ?? user.displayName, locale: nearestLocale(interaction.locale) };
  if (home) return { ...actor, ...standingIn(home) };
  return { ...actor, isAdmin: managesGuild(interaction.memberPermissions), ...rolesOf(member) };
}

/**
 * The author of a message, like `actorOf`. Discord does not report an author's language, so `known` is the language of their last
 * interaction. Messages to a whole channel are in the server's language, and so is everything until the author has used a command
 * or a button.
 */
export function authorOf(
  message: Message,
  { known, home }: { readonly known: Locale | undefined; readonly home: HomeMember | undefined },
): Actor {
  const { author, member, guild } = message;
  const ofServer = serverLocale(message);
  const actor = {
    userId: author.id,
    displayName: member?.displayName ?? author.displayName,
    locale: known ?? ofServer,
    ...(guild ? { channelLocale: ofServer } : {}),
  };
  if (home) return { ...actor, ...standingIn(home) };
  return { ...actor, isAdmin: managesGuild(member?.permissions ?? null), ...rolesOf(member) };
}

/** The person behind an interaction in direct messages that is for a channel of a server, with their rights in the server. */
export function memberActorOf({ locale }: BaseInteraction, member: GuildMember): Actor {
  return {
    userId: member.id,
    displayName: member.displayName,
    locale: nearestLocale(locale),
    channelLocale: nearestLocale(member.guild.preferredLocale),
    isAdmin: managesGuild(member.permissions),
    ...rolesOf(member),
  };
}

/** The language of the server that a message is in; English in direct messages. */
export function serverLocale({ guild }: Message): Locale {
  return nearestLocale(guild?.preferredLocale);
}

function standingIn({ displayName, roles, managesGuild: manages }: HomeMember): Omit<Actor, "userId" | "locale"> {
  const rights = manages === undefined ? { isAdmin: false, rightsUnknown: true as const } : { isAdmin: manages };
  return { displayName, roles, ...rights };
}

/** Role ids from the event itself, without a lookup. */
function rolesOf(member: BaseInteraction["member"]): Pick<Actor, "roles" | "rolesUnknown"> {
  if (member === null) return { rolesUnknown: true };
  return { roles: Array.isArray(member.roles) ? member.roles : [...member.roles.cache.keys()] };
}

function managesGuild(permissions: Readonly<PermissionsBitField> | null): boolean {
  return permissions?.has(PermissionFlagsBits.ManageGuild) ?? false;
}
