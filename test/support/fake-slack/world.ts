import { randomBytes } from "node:crypto";
import { GRANTED } from "./scopes.ts";

/** The contents of the fake workspace, readable for tests. */
export interface FakeWorld {
  readonly team: { readonly id: string; readonly name: string };
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly bot: { readonly userId: string; readonly botId: string; readonly name: string; readonly appId: string };
  readonly users: Map<string, FakeUser>;
  readonly channels: Map<string, FakeChannel>;
  /** The app's scopes. */
  readonly scopes: Set<string>;
  readonly userGroups: FakeUserGroup[];
  /** In order; deleted ones stay, marked as deleted. */
  readonly messages: FakeMessage[];
  readonly ephemerals: FakeEphemeral[];
  readonly files: Map<string, FakeFile>;
  readonly views: Map<string, FakeView>;
  readonly homes: Map<string, FakeView>;
  /** The domains that the app has registered for previews of links. */
  readonly unfurlDomains: Set<string>;
  readonly unfurlIds: Map<string, FakeMessage>;
  /** The previews, by channel, `ts` and link. */
  readonly unfurls: Map<string, readonly Block[]>;
  readonly triggers: Map<string, { readonly userId: string; readonly at: number; used: boolean }>;
  readonly responseUrls: Map<
    string,
    {
      readonly userId: string;
      readonly channel: string;
      uses: number;
      readonly at: number;
      /** The pressed message, which an answer may replace. */
      readonly source: FakeMessage | FakeEphemeral | undefined;
    }
  >;
  /** Runs of the app's workflow steps, by id. */
  readonly executions: Map<string, FakeExecution>;
  /** How far the fake's clock is ahead of the system's, in milliseconds. */
  aheadMs: number;
  /** The server's address. */
  origin: string;
}

/** A run of a step that the app offers to workflows. */
export interface FakeExecution {
  readonly id: string;
  readonly callbackId: string;
  state: "running" | "succeeded" | "failed";
  outputs: Readonly<Record<string, unknown>>;
  error: string | undefined;
}

export interface FakeUser {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly teamId: string;
  isAdmin: boolean;
  readonly isGuest: boolean;
  readonly isStranger: boolean;
  readonly isDeactivated: boolean;
  /** The workspaces that a person belongs to, in a company that has several. */
  readonly enterpriseTeams: readonly string[] | undefined;
  readonly locale: string;
}

export interface FakeUserGroup {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly users: Set<string>;
}

export interface FakeChannel {
  readonly id: string;
  readonly name: string;
  /** A public channel, a private one, a direct message, or a group message. */
  readonly kind: "channel" | "group" | "im" | "mpim";
  readonly members: Set<string>;
  isArchived: boolean;
  /** For a channel shared between companies: the workspace that hosts it. */
  readonly host: string | undefined;
}

export interface FakeMessage {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
  readonly user: string;
  readonly botId: string | undefined;
  readonly subtype: string | undefined;
  text: string;
  blocks: readonly Block[];
  metadata: { event_type: string; event_payload: Record<string, unknown> } | undefined;
  files: readonly string[];
  isDeleted: boolean;
  edits: number;
}

export interface FakeEphemeral {
  readonly userId: string;
  readonly channel: string;
  readonly threadTs?: string | undefined;
  text: string;
  blocks: readonly Block[];
}

export interface FakeFile {
  readonly id: string;
  readonly name: string;
  /** The title that clients show above the file. */
  title: string;
  readonly altText: string;
  readonly bytes: number;
  readonly mimeType: string;
  readonly owner: string;
  /** begun: has an upload address; sent: the bytes have arrived; complete: the upload was completed. */
  state: "begun" | "sent" | "complete";
  content: Buffer;
  isDeleted: boolean;
  readonly shares: { readonly channel: string; readonly ts: string }[];
  /** A file of another workspace; events contain only its id. */
  readonly isForeign: boolean;
  /** The address of an external file, such as at Google Drive. */
  readonly address: string | undefined;
  /** What a download returns instead of the file. */
  download: { readonly kind: "html" } | { readonly kind: "redirect"; readonly to: string } | undefined;
}

export interface FakeView {
  readonly id: string;
  readonly userId: string;
  hash: string;
  view: ViewBody;
  errors: Record<string, string>;
  isOpen: boolean;
}

export interface ViewBody {
  readonly type: string;
  readonly callback_id?: string;
  readonly private_metadata?: string;
  readonly title?: { readonly text: string };
  readonly submit?: { readonly text: string };
  readonly blocks: readonly Block[];
}

/** A received block, validated by `blocks.ts`. */
export type Block = Readonly<Record<string, unknown>>;

let lastTs = 0;

/** A new timestamp, later than all others. */
export function newTs(world: FakeWorld): string {
  lastTs = Math.max(lastTs + 1, (Date.now() + world.aheadMs) * 1000);
  return `${Math.floor(lastTs / 1_000_000)}.${String(lastTs % 1_000_000).padStart(6, "0")}`;
}

export function newId(prefix: string): string {
  return `${prefix}${randomBytes(5).toString("hex").toUpperCase()}`;
}

export function createWorld(): FakeWorld {
  const team = { id: newId("T"), name: "Fake Works" };
  const bot = { userId: newId("U"), botId: newId("B"), name: "easel", appId: newId("A") };
  const world: FakeWorld = {
    team,
    bot,
    botToken: `xoxb-${randomBytes(12).toString("hex")}`,
    appToken: `xapp-1-${randomBytes(12).toString("hex")}`,
    signingSecret: randomBytes(16).toString("hex"),
    users: new Map(),
    channels: new Map(),
    scopes: new Set(GRANTED),
    userGroups: [],
    messages: [],
    ephemerals: [],
    files: new Map(),
    views: new Map(),
    homes: new Map(),
    unfurlDomains: new Set(),
    unfurlIds: new Map(),
    unfurls: new Map(),
    triggers: new Map(),
    responseUrls: new Map(),
    executions: new Map(),
    aheadMs: 0,
    origin: "",
  };
  addUser(world, { id: bot.userId, name: bot.name, displayName: "Easel" });
  return world;
}

export function addUser(world: FakeWorld, user: Partial<FakeUser> & { readonly name: string }): FakeUser {
  const id = user.id ?? newId("U");
  const whole: FakeUser = {
    displayName: user.name,
    teamId: world.team.id,
    isAdmin: false,
    isGuest: false,
    isStranger: false,
    isDeactivated: false,
    enterpriseTeams: undefined,
    locale: "en-US",
    ...user,
    id,
  };
  world.users.set(id, whole);
  return whole;
}

export function addChannel(
  world: FakeWorld,
  channel: {
    readonly name: string;
    readonly kind?: FakeChannel["kind"];
    readonly members?: readonly string[];
    readonly host?: string;
  },
): FakeChannel {
  const kind = channel.kind ?? "channel";
  const whole: FakeChannel = {
    id: newId(kind === "im" ? "D" : kind === "group" ? "G" : "C"),
    name: channel.name,
    kind,
    members: new Set(channel.members ?? [...world.users.keys()]),
    isArchived: false,
    host: channel.host,
  };
  world.channels.set(whole.id, whole);
  return whole;
}

export function addUserGroup(world: FakeWorld, handle: string, members: readonly string[]): FakeUserGroup {
  const group = { id: newId("S"), name: `The ${handle}`, handle, users: new Set(members) };
  world.userGroups.push(group);
  return group;
}

/** The direct messages between a person and the bot. */
export function directChannel(world: FakeWorld, userId: string): FakeChannel {
  const name = `dm-${userId}`;
  const known = [...world.channels.values()].find((channel) => channel.kind === "im" && channel.name === name);
  return known ?? addChannel(world, { name, kind: "im", members: [userId, world.bot.userId] });
}
