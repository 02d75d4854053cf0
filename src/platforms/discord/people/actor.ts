import { PermissionFlagsBits, type BaseInteraction, type Message, type PermissionsBitField } from "discord.js";
import { nearestLocale, type Locale } from "../../../lib/locale.ts";
import type { Actor } from "../../../core/chat/event.ts";

/**
 * The person behind an interaction, with their permissions at that moment, so a permission that was taken away no
 * longer counts.
 */
export function actorOf(interaction: BaseInteraction): Actor {
  const { user, member } = interaction;
  const nick = member === null ? undefined : "displayName" in member ? member.displayName : member.nick;
  return {
    userId: user.id,
    displayName: nick ?? user.displayName,
    locale: nearestLocale(interaction.locale),
    isAdmin: managesGuild(interaction.memberPermissions),
    roles: rolesOf(member),
  };
}

/**
 * The author of a message. Discord does not report their language with it, so `known` is that of their last interaction. What a
 * whole channel reads is in the server's language, and so is everything until they have used a command or a button.
 */
export function authorOf(message: Message, known: Locale | undefined): Actor {
  const { author, member, guild } = message;
  const ofServer = serverLocale(message);
  return {
    userId: author.id,
    displayName: member?.displayName ?? author.displayName,
    locale: known ?? ofServer,
    ...(guild ? { channelLocale: ofServer } : {}),
    isAdmin: managesGuild(member?.permissions ?? null),
    roles: rolesOf(member),
  };
}

/** The language of the server that a message is in; English in direct messages. */
export function serverLocale({ guild }: Message): Locale {
  return nearestLocale(guild?.preferredLocale);
}

/** Role ids from the event itself, without a lookup. Direct messages have no roles. */
function rolesOf(member: BaseInteraction["member"]): readonly string[] {
  if (member === null) return [];
  return Array.isArray(member.roles) ? member.roles : [...member.roles.cache.keys()];
}

function managesGuild(permissions: Readonly<PermissionsBitField> | null): boolean {
  return permissions?.has(PermissionFlagsBits.ManageGuild) ?? false;
}
