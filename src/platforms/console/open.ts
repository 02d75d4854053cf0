import type { ChannelRecords } from "../channel-records.ts";
import type { Memberships } from "../../core/account/membership.ts";
import type { LineageStore } from "../../core/delivery/lineage.ts";
import { createUploadReservations } from "./store/upload-reservations.ts";
import { fileURLToPath } from "node:url";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.ts";
import type { CommandSpec } from "../../command/parse/spec.ts";
import type { Database } from "../../db/connection.ts";
import { CONSOLE_FILE_BYTES } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { MediaStore, ServedMedia } from "../../media/store/media-store.ts";
import type { Thumbnails } from "../../media/thumbnails.ts";
import type { Locale } from "../../lib/locale.ts";
import { createSerialQueue } from "../../lib/serial-queue.ts";
import type { Texts } from "../../text/texts.ts";
import type { Platform } from "../../core/chat/platform.ts";
import { createFeed } from "./post/feed.ts";
import { knownChannels } from "./store/channel-store.ts";
import { createIntake } from "./receive/event-intake.ts";
import type { KeepFile } from "./receive/files.ts";
import { createLogin } from "./routes/login.ts";
import { createSessions } from "./routes/login-routes.ts";
import { createMessageStore } from "./store/message-store.ts";
import { createPersonRateLimit, type PaceLimits } from "./people/person-rate-limit.ts";
import { createConsolePlatform } from "./platform.ts";
import { createConsoleRoutes } from "./routes/routes.ts";

export interface ConsoleOptions {
  readonly db: Database;
  readonly media: MediaStore;
  readonly served: ServedMedia;
  readonly thumbnails: Pick<Thumbnails, "find" | "preview">;
  readonly keepFile: KeepFile;
  readonly commands: readonly CommandSpec[];
  readonly texts: (locale: Locale) => Texts;
  /** Looks up what each person may do in the Console. */
  readonly memberships: Memberships;
  /** Looks up what results were made from, and what was made from them. */
  readonly lineages: LineageStore;
  /** Records changes to channels. */
  readonly records: ChannelRecords;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** With a password, people must log in, and the Console accepts any host name. */
  readonly password?: string;
  /** The instance's secret key. The key that signs sessions is derived from it. */
  readonly secretKey: string;
  /** Allowed origins besides loopback, such as the origin of `PUBLIC_URL`. */
  readonly allowedOrigins?: readonly string[];
  /** The largest file in one of Easel's messages. Defaults to the upload limit. */
  readonly maxFileBytes?: number;
  /** How much a person may do per minute. Defaults to more than anyone does by hand. */
  readonly perMinute?: Partial<PaceLimits>;
  /** The folder of the built page. Defaults to `dist/console`. */
  readonly pageFolder?: string;
}

export interface Console {
  readonly platform: Platform;
  /** Serves the page and its API. Register it without a prefix. */
  readonly routes: FastifyPluginAsync;
  /** Whether a request comes from someone who is logged in. Undefined without a password. */
  readonly isLoggedIn: ((request: FastifyRequest) => Promise<boolean>) | undefined;
}

const PAGE_FOLDER = fileURLToPath(new URL("../../../dist/console", import.meta.url));

/**
 * Creates the Console, Easel's own local web chat. `platform.start` begins to handle events. `routes` may be registered
 * earlier; until the start, requests that need a handler get a 503.
 */
export function createConsole(options: ConsoleOptions): Console {
  const { db, media, clock, log } = options;
  const feed = createFeed({ db, clock, log });
  const messages = createMessageStore(db);
  const channels = knownChannels(db, clock);
  const pace = createPersonRateLimit(clock, options.perMinute);
  const intake = createIntake({ messages, channels, media, pace, texts: options.texts });
  const { password, secretKey, allowedOrigins = [] } = options;
  const login = password === undefined ? undefined : createLogin({ password, secretKey, db, clock, log });
  const sessions = login && createSessions(login, allowedOrigins);
  return {
    isLoggedIn: sessions?.isLoggedIn,
    platform: createConsolePlatform({
      db,
      clock,
      random: options.random,
      log,
      media,
      messages,
      channels,
      intake,
      feed,
      commands: options.commands,
      maxFileBytes: options.maxFileBytes ?? CONSOLE_FILE_BYTES,
    }),
    routes: createConsoleRoutes({
      db,
      served: options.served,
      thumbnails: options.thumbnails,
      keepFile: options.keepFile,
      clock,
      log,
      feed,
      messages,
      channels,
      channelQueue: createSerialQueue(),
      memberships: options.memberships,
      lineages: options.lineages,
      records: options.records,
      uploadReservations: createUploadReservations(db, clock),
      pace,
      intake,
      commands: options.commands,
      texts: options.texts,
      login,
      sessions,
      allowedOrigins,
      pageFolder: options.pageFolder ?? PAGE_FOLDER,
    }),
  };
}
