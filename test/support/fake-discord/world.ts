/** Discord's epoch: the first second of 2015. */
const EPOCH_MS = 1_420_070_400_000;

export const PERMISSIONS = {
  Administrator: 1n << 3n,
  ManageGuild: 1n << 5n,
  ViewChannel: 1n << 10n,
  SendMessages: 1n << 11n,
  EmbedLinks: 1n << 14n,
  AttachFiles: 1n << 15n,
  ReadMessageHistory: 1n << 16n,
  Connect: 1n << 20n,
  UseApplicationCommands: 1n << 31n,
  SendMessagesInThreads: 1n << 38n,
} as const;
export type PermissionName = keyof typeof PERMISSIONS;

/** The permissions that a bot is usually invited with. */
const USUAL: readonly PermissionName[] = [
  "ViewChannel",
  "SendMessages",
  "EmbedLinks",
  "AttachFiles",
  "ReadMessageHistory",
  "SendMessagesInThreads",
];

const USUAL_BITS = permissionBits(USUAL);
/** A server's default permissions for everyone. */
export const EVERYONE_BITS = USUAL_BITS | PERMISSIONS.Connect;

export interface FakeUser {
  readonly id: string;
  readonly username: string;
  readonly globalName: string;
  readonly bot: boolean;
  readonly locale: string;
  takesDms: boolean;
}

export interface FakeMember {
  readonly user: FakeUser;
  /** Their name in the server, if it differs. */
  nick: string | null;
  /** Besides what their roles grant. */
  permissions: bigint;
  roles: string[];
  /** They can't write until this ISO time. */
  timedOutUntil?: string;
}

export interface FakeRole {
  readonly name: string;
  readonly permissions: bigint;
  /** The bot that the role was created for, its only holder. */
  readonly botId?: string;
}

export interface FakeGuild {
  readonly id: string;
  readonly name: string;
  ownerId: string;
  premiumTier: number;
  /** Members with their permissions. */
  readonly members: Map<string, FakeMember>;
  /** Roles by id. */
  readonly roles: Map<string, FakeRole>;
  /** The bot's own role. */
  readonly botRole: string;
}

export interface FakeChannel {
  readonly id: string;
  readonly kind: "text" | "voice" | "forum" | "thread" | "dm";
  readonly name: string;
  readonly guild: FakeGuild | undefined;
  readonly parent: FakeChannel | undefined;
  /** The other person of a direct message. */
  readonly recipient: FakeUser | undefined;
  botPermissions: bigint;
  /** Permissions of roles and people in the channel, besides the bot's. */
  overwrites: readonly { readonly id: string; readonly allow: bigint; readonly deny: bigint }[];
  /** A private thread's members. */
  readonly threadMembers: Set<string> | undefined;
  /** Of a thread: it is archived, and perhaps only moderators may open it again. */
  isArchived: boolean;
  isLocked: boolean;
  /** In the order of their creation. */
  readonly messages: Map<string, FakeMessage>;
}

export interface FakeFile {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string | undefined;
  readonly description: string | undefined;
  readonly content: Buffer;
  readonly ephemeral: boolean;
  readonly channelId: string;
}

export interface FakeMessage {
  readonly id: string;
  readonly channel: FakeChannel;
  readonly author: FakeUser;
  readonly createdAt: number;
  content: string;
  attachments: FakeFile[];
  components: readonly unknown[];
  flags: number;
  /** The only person who sees it. */
  readonly visibleTo: string | undefined;
  readonly replyTo: string | undefined;
  /** Files and text of the forwarded message. */
  readonly forwarded: { readonly content: string; readonly attachments: FakeFile[] } | undefined;
  readonly interaction: { readonly id: string; readonly user: FakeUser } | undefined;
  /** The mentioned users. `pings` are those who are notified, or `everyone`. */
  mentions: string[];
  pings: string[];
  editedAt: number | undefined;
  /** Edits since the message became older than an hour. */
  oldEdits: number;
}

export interface World {
  readonly bot: FakeUser;
  readonly users: Map<string, FakeUser>;
  readonly guilds: Map<string, FakeGuild>;
  readonly channels: Map<string, FakeChannel>;
  readonly files: Map<string, FakeFile>;
  now(): number;
  /** `ageMs`: for objects created some time ago. */
  newId(ageMs?: number): string;
  addUser(name: string, more?: { readonly locale?: string; readonly bot?: boolean }): FakeUser;
  addGuild(name: string, more?: { readonly premiumTier?: number }): FakeGuild;
  addMember(guild: FakeGuild, user: FakeUser, permissions?: readonly PermissionName[]): void;
  /** Adds a role to the server; returns its id. */
  addRole(
    guild: FakeGuild,
    name: string,
    members: readonly FakeUser[],
    permissions?: readonly PermissionName[],
  ): string;
  addChannel(guild: FakeGuild, name: string, kind?: "text" | "voice" | "forum"): FakeChannel;
  addThread(parent: FakeChannel, name: string, members?: readonly FakeUser[]): FakeChannel;
  dmWith(user: FakeUser): FakeChannel;
  addFile(file: Omit<FakeFile, "id">): FakeFile;
  findMessage(id: string): FakeMessage | undefined;
}

function permissionBits(names: readonly PermissionName[]): bigint {
  return names.reduce((bits, name) => bits | PERMISSIONS[name], 0n);
}

/** All objects of this Discord, without an interface to them. `now`: milliseconds since the Unix epoch. */
export function createWorld(now: () => number): World {
  let last = 0n;
  let old = 0;
  const newId = (ageMs = 0): string => {
    if (ageMs > 0) return String((BigInt(now() - ageMs - EPOCH_MS) << 22n) + BigInt(++old));
    const next = BigInt(now() - EPOCH_MS) << 22n;
    last = next > last ? next : last + 1n;
    return String(last);
  };
  const users = new Map<string, FakeUser>();
  const guilds = new Map<string, FakeGuild>();
  const channels = new Map<string, FakeChannel>();
  const files = new Map<string, FakeFile>();
  const addUser: World["addUser"] = (name, { locale = "en-US", bot = false } = {}) => {
    const user = { id: newId(), username: name.toLowerCase(), globalName: name, bot, locale, takesDms: true };
    users.set(user.id, user);
    return user;
  };
  const bot = addUser("Easel", { bot: true });
  const addChannel = (more: Pick<FakeChannel, "kind" | "name"> & Partial<FakeChannel>): FakeChannel => {
    const channel: FakeChannel = {
      id: newId(),
      guild: undefined,
      parent: undefined,
      recipient: undefined,
      botPermissions: more.kind === "voice" ? USUAL_BITS | PERMISSIONS.Connect : USUAL_BITS,
      overwrites: [],
      threadMembers: undefined,
      isArchived: false,
      isLocked: false,
      messages: new Map(),
      ...more,
    };
    channels.set(channel.id, channel);
    return channel;
  };

  return {
    bot,
    users,
    guilds,
    channels,
    files,
    now,
    newId,
    addUser,
    addGuild(name, { premiumTier = 0 } = {}) {
      const botRole = newId();
      const guild: FakeGuild = {
        id: newId(),
        ownerId: newId(),
        name,
        premiumTier,
        members: new Map(),
        roles: new Map([[botRole, { name: bot.globalName, permissions: USUAL_BITS, botId: bot.id }]]),
        botRole,
      };
      guild.members.set(bot.id, { user: bot, nick: null, permissions: USUAL_BITS, roles: [botRole] });
      guilds.set(guild.id, guild);
      return guild;
    },
    addMember(guild, user, permissions = USUAL) {
      guild.members.set(user.id, { user, nick: null, permissions: permissionBits(permissions), roles: [] });
    },
    addRole(guild, name, members, permissions = []) {
      const id = newId();
      guild.roles.set(id, { name, permissions: permissionBits(permissions) });
      for (const { id: userId } of members) guild.members.get(userId)?.roles.push(id);
      return id;
    },
    addChannel: (guild, name, kind = "text") => addChannel({ kind, name, guild }),
    addThread(parent, name, members) {
      const threadMembers = members && new Set(members.map(({ id }) => id));
      return addChannel({ kind: "thread", name, guild: parent.guild, parent, threadMembers });
    },
    dmWith(user) {
      const known = [...channels.values()].find((channel) => channel.recipient === user);
      return known ?? addChannel({ kind: "dm", name: user.username, recipient: user });
    },
    addFile(file) {
      const added = { ...file, id: newId() };
      files.set(added.id, added);
      return added;
    },
    findMessage(id) {
      return [...channels.values()].flatMap((channel) => channel.messages.get(id) ?? [])[0];
    },
  };
}

/** A message's link, as its menu copies it. */
export function linkOf({ id, guild }: FakeChannel, messageId: string): string {
  return `https://discord.com/channels/${guild?.id ?? "@me"}/${id}/${messageId}`;
}
