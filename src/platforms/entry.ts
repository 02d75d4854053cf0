import type { ChannelRecords } from "./channel-records.ts";
import type { Readable } from "node:stream";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { CommandSpec } from "../command/parse/spec.ts";
import type { Memberships } from "../core/account/membership.ts";
import type { PlatformName } from "../core/chat/conversation.ts";
import type { Platform, PlatformState } from "../core/chat/platform.ts";
import type { LineageStore } from "../core/delivery/lineage.ts";
import type { Database } from "../db/connection.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log/log.ts";
import type { TurnOf } from "../media/fair-queue.ts";
import type { MediaStore, ServedMedia, StoredMedia } from "../media/store/media-store.ts";
import type { Thumbnails } from "../media/thumbnails.ts";

/** The environment variables that are set. */
export type Variables<Name extends string = string> = { readonly [N in Name]?: string | undefined };

/** Other configuration that a platform's settings depend on. */
export interface Surroundings {
  /** The address that Easel listens on. */
  readonly host: string;
  readonly publicUrl: string | undefined;
  /** False in a process that only works and delivers. */
  readonly takesRequests: boolean;
}

/** What the start passes to every platform. */
export interface StartContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** The parts from which platforms are built once the database is open. Each platform takes what it needs. */
export interface PlatformParts {
  readonly db: Database;
  /** Whether no other process can use this database. */
  readonly alone: boolean;
  /** The database's time, against which a platform's time is compared. */
  readonly databaseClock: Clock;
  /** The current key for sealing secrets, and previous keys that may have sealed some. */
  readonly secretKeys: { readonly current: string; readonly previous: readonly string[] };
  readonly commands: readonly CommandSpec[];
  readonly media: MediaStore;
  /** The same contents, for serving. */
  readonly served: ServedMedia;
  /** Small versions of the pictures in it. */
  readonly thumbnails: Pick<Thumbnails, "find" | "preview">;
  /** Stores an incoming file without location metadata. */
  readonly keepFile: (source: Readable, maxBytes: number, by: TurnOf, signal: AbortSignal) => Promise<StoredMedia>;
  readonly memberships: Memberships;
  readonly lineages: LineageStore;
  readonly channelRecords: ChannelRecords;
  readonly publicUrl: string | undefined;
  /** Call when the platform limits our rate (429), and when a connection that had broken is open again. */
  readonly noted: (platform: PlatformName, event: "rate_limited" | "reconnected") => void;
  /** Lowers the largest file of Easel's own platforms, to try out what happens to larger files. */
  readonly ownFileBytes?: number | undefined;
}

/** What the start prints about a platform that is on. Undefined values are not known yet. */
export interface PlatformFacts {
  /** The account that Easel uses there, such as the bot's name. */
  readonly account: string | undefined;
  /** How the platform is reached, or how widely it is used. */
  readonly how: string | undefined;
  /** The link that adds Easel to another workspace. */
  readonly invite: string | undefined;
  readonly state: PlatformState;
}

/** A platform that is ready for posting. `platform.start` begins to receive events. */
export interface OpenedPlatform {
  readonly platform: Platform;
  /** Its routes on this machine's port and on the public one. */
  readonly routes: { readonly local: readonly FastifyPluginAsync[]; readonly outside: readonly FastifyPluginAsync[] };
  /** The state of this process's connection. Undefined for a platform that is part of Easel itself. */
  readonly state: (() => PlatformState) | undefined;
  /** `outsideUrl` is the public port's address on this machine, if Easel listens there. */
  facts(outsideUrl: string | undefined): PlatformFacts | undefined;
  /** The values of the entry's counters since the start, by name. Empty without counters. */
  readonly counts: Readonly<Record<string, () => number>>;
  /** Whether a request comes from someone who is logged in here. Undefined where nobody can log in. */
  readonly isLoggedIn: ((request: FastifyRequest) => Promise<boolean>) | undefined;
  /** Closes what posting uses. Call it after `platform.stop` if the platform was started. */
  close(): Promise<void>;
}

/** A platform whose credentials have been checked, if it could be reached. */
export interface CheckedPlatform {
  /** The account that the token belongs to, such as the bot's name. Undefined if it is not known, or if there is none. */
  readonly account: string | undefined;
  /** Why the platform could not be asked. Undefined if it could, or if there is nothing to ask. */
  readonly away: string | undefined;
  open(parts: PlatformParts): OpenedPlatform;
}

/** A platform's description of itself. Loading it must not load the platform's libraries; `check` does that. */
export interface PlatformEntry<Name extends PlatformName, Settings> {
  readonly name: Name;
  /** Its environment variables. */
  readonly variables: readonly string[];
  /** Its settings. Undefined when it is off. Throws a `ConfigError` that names the variable and how to fix it. */
  settings(variables: Variables, surroundings: Surroundings): Settings | undefined;
  /** The values that no log may contain. */
  secrets(settings: Settings): readonly (string | undefined)[];
  /**
   * For platforms whose workspaces must be activated: the name of a workspace's id, as used for `ALLOWED_WORKSPACES`.
   * Undefined for others.
   */
  readonly workspaceId: string | undefined;
  /** Its line in the block that the start prints, and the line's text while it is off. Undefined means no line. */
  readonly readyLine: { readonly title: string; readonly off: string } | undefined;
  /** Its Prometheus counters. */
  readonly counters: readonly { readonly name: string; readonly help: string }[];
  /** Whether it receives deliveries at `PUBLIC_PORT`. */
  listensOutside(settings: Settings): boolean;
  /** Whether it serves a page at `PORT`. */
  servesPage(settings: Settings): boolean;
  /** Prepares what must be ready before it opens, besides the database. */
  prepare(settings: Settings, log: Logger): Promise<void>;
  /**
   * Loads the adapter and checks the credentials with the platform. Throws a `ConfigError` when only a person can fix
   * the problem. A platform that can't be reached is asked again later.
   */
  check(settings: Settings, context: StartContext, signal: AbortSignal): Promise<CheckedPlatform>;
}

/** A platform that is on, with its settings. */
export interface ConfiguredPlatform {
  readonly name: PlatformName;
  readonly settings: unknown;
  readonly secrets: readonly (string | undefined)[];
  readonly listensOutside: boolean;
  readonly servesPage: boolean;
  prepare(log: Logger): Promise<void>;
  check(context: StartContext, signal: AbortSignal): Promise<CheckedPlatform>;
}

/** An entry whose type of settings the registry does not need to know. */
export interface RegisteredPlatform<Name extends PlatformName = PlatformName> extends Pick<
  PlatformEntry<Name, unknown>,
  "name" | "variables" | "workspaceId" | "readyLine" | "counters"
> {
  /** Undefined when it is off. Throws as `settings` does. */
  configure(variables: Variables, surroundings: Surroundings): ConfiguredPlatform | undefined;
}

export function register<Name extends PlatformName, Settings>(
  entry: PlatformEntry<Name, Settings>,
): RegisteredPlatform<Name> {
  return {
    ...entry,
    configure(variables, surroundings) {
      const settings = entry.settings(variables, surroundings);
      if (settings === undefined) return undefined;
      return Object.freeze({
        name: entry.name,
        settings,
        secrets: entry.secrets(settings),
        listensOutside: entry.listensOutside(settings),
        servesPage: entry.servesPage(settings),
        prepare: (log: Logger) => entry.prepare(settings, log),
        check: (context: StartContext, signal: AbortSignal) => entry.check(settings, context, signal),
      });
    },
  };
}
