import { PermissionFlagsBits, type BaseInteraction, type Message, type PermissionsBitField } from "discord.js";
import { nearestLocale } from "../../../lib/locale.ts";
import type { Actor } from "../../../core/chat/event.ts";

/** Whoever did it, as Discord says at that moment: a right that was taken away counts no more. */
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

/** The author of a message. Discord does not say which language they use, but which the server does. */
export function authorOf(message: Message): Actor {
  const { author, member, guild } = message;
  return {
    userId: author.id,
    displayName: member?.displayName ?? author.displayName,
    locale: nearestLocale(guild?.preferredLocale),
    isAdmin: managesGuild(member?.permissions ?? null),
    roles: rolesOf(member),
  };
}

/** Ids of roles, as the event itself says: nobody is looked up. In direct messages there are none. */
function rolesOf(member: BaseInteraction["member"]): readonly string[] {
  if (member === null) return [];
  return Array.isArray(member.roles) ? member.roles : [...member.roles.cache.keys()];
}

function managesGuild(permissions: Readonly<PermissionsBitField> | null): boolean {
  return permissions?.has(PermissionFlagsBits.ManageGuild) ?? false;
}
