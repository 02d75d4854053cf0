import type { Readable } from "node:stream";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { CommandSpec } from "../command/parse/spec.ts";
import type { Memberships } from "../core/account/membership.ts";
import type { PlatformName } from "../core/chat/conversation.ts";
import type { Platform, PlatformState } from "../core/chat/platform.ts";
import type { Database } from "../db/connection.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log/log.ts";
import type { MediaStore, StoredMedia } from "../media/store/media-store.ts";

/** Variables of the environment that are set. */
export type Variables<Name extends string = string> = { readonly [N in Name]?: string | undefined };

/** What else the configuration says that a platform's own settings depend on. */
export interface Surroundings {
  /** The address that Easel listens on. */
  readonly host: string;
  readonly publicUrl: string | undefined;
  /** False in a process that only works and delivers. */
  readonly takesRequests: boolean;
}

/** What the start gives to every platform. */
export interface StartContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** What platforms are made of, once the database is open. Each takes what it needs. */
export interface PlatformParts {
  readonly db: Database;
  /** No other process can use this database. */
  readonly alone: boolean;
  /** The database's time: what a platform's own is compared with. */
  readonly databaseClock: Clock;
  /** What seals stored secrets, and what sealed some before. */
  readonly secretKeys: { readonly current: string; readonly previous: readonly string[] };
  readonly commands: readonly CommandSpec[];
  readonly media: MediaStore;
  /** The way in for files that people attach: nothing of them says where they live. */
  readonly keepFile: (source: Readable, maxBytes: number, signal: AbortSignal) => Promise<StoredMedia>;
  readonly memberships: Memberships;
  readonly publicUrl: string | undefined;
  /** Narrows the largest file of platforms that are Easel's own, to try out what happens to larger ones. */
  readonly ownFileBytes?: number | undefined;
}

/** What the start prints about a platform that is on. Undefined is what it has not told yet. */
export interface PlatformFacts {
  /** Whose account Easel uses there, such as the bot's name. */
  readonly account: string | undefined;
  /** How it is reached, or how far. */
  readonly how: string | undefined;
  /** What adds Easel to another workspace. */
  readonly invite: string | undefined;
  readonly state: PlatformState;
}

/** A platform that is there to post on, and whose `platform.start` takes events in. */
export interface OpenedPlatform {
  readonly platform: Platform;
  /** What it serves on this machine's port and on the public one. */
  readonly routes: { readonly local: readonly FastifyPluginAsync[]; readonly outside: readonly FastifyPluginAsync[] };
  /** How this process stands with it; undefined for a part of Easel itself. */
  readonly state: (() => PlatformState) | undefined;
  /** `outsideUrl`: what the public port is reached by on this machine, where it is listened on. */
  facts(outsideUrl: string | undefined): PlatformFacts | undefined;
  /** The values of the entry's counters since the start, by their names; empty where there is nothing to count. */
  readonly counts: Readonly<Record<string, () => number>>;
  /** Whether a request comes from somebody who is logged in here; undefined where nobody can. */
  readonly isLoggedIn: ((request: FastifyRequest) => Promise<boolean>) | undefined;
  /** After `platform.stop`, where that was ever started: closes what posting uses. */
  close(): Promise<void>;
}

/** A platform that was asked whether it knows us. */
export interface CheckedPlatform {
  open(parts: PlatformParts): OpenedPlatform;
}

/** What a platform's folder says of it. Loading it must load no library of the platform: that is for `check`. */
export interface PlatformEntry<Name extends PlatformName, Settings> {
  readonly name: Name;
  /** Its variables in the environment. */
  readonly variables: readonly string[];
  /** Its settings; undefined where it is off. Throws a `ConfigError` that names the variable and the mend. */
  settings(variables: Variables, surroundings: Surroundings): Settings | undefined;
  /** What no log may show of them. */
  secrets(settings: Settings): readonly (string | undefined)[];
  /** Where its workspaces are switched on: what one's id is called, as in `ALLOWED_WORKSPACES`. Undefined: they need no switching on. */
  readonly workspaceId: string | undefined;
  /** Its line in the block that the start prints, and what the line says while it is off. Undefined: no line. */
  readonly readyLine: { readonly title: string; readonly off: string } | undefined;
  /** What it counts for Prometheus. */
  readonly counters: readonly { readonly name: string; readonly help: string }[];
  /** Whether it takes deliveries at `PUBLIC_PORT`. */
  listensOutside(settings: Settings): boolean;
  /** Whether people open a page of it at `PORT`. */
  servesPage(settings: Settings): boolean;
  /** What has to be ready before it opens, beside the database. */
  prepare(settings: Settings, log: Logger): Promise<void>;
  /**
   * Loads the adapter, and asks the platform whether it knows us. Throws a `ConfigError` for what only a person can fix; a
   * platform that is away is asked again later.
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

/** An entry whose settings the registry does not need to know. */
export interface RegisteredPlatform<Name extends PlatformName = PlatformName> extends Pick<
  PlatformEntry<Name, unknown>,
  "name" | "variables" | "workspaceId" | "readyLine" | "counters"
> {
  /** Undefined where it is off. Throws as `settings` does. */
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
