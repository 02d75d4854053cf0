import type { ChannelRecords } from "../../channel-records.ts";
import type { Memberships } from "../../../core/account/membership.ts";
import type { LineageStore } from "../../../core/delivery/lineage.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import type { Database } from "../../../db/connection.ts";
import type { SerialQueue } from "../../../lib/serial-queue.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { ServedMedia } from "../../../media/store/media-store.ts";
import type { Thumbnails } from "../../../media/thumbnails.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { Texts } from "../../../text/texts.ts";
import type { KnownChannels } from "../store/channel-store.ts";
import type { Feed } from "../post/feed.ts";
import type { KeepFile } from "../receive/files.ts";
import type { Intake } from "../receive/event-intake.ts";
import type { Sessions } from "./login-routes.ts";
import type { Login } from "./login.ts";
import type { PersonRateLimit } from "../people/person-rate-limit.ts";
import type { MessageStore } from "../store/message-store.ts";
import type { UploadReservations } from "../store/upload-reservations.ts";

export interface ConsoleRoutesDeps {
  readonly db: Database;
  readonly served: ServedMedia;
  readonly thumbnails: Pick<Thumbnails, "find" | "preview">;
  readonly keepFile: KeepFile;
  readonly clock: Clock;
  readonly log: Logger;
  readonly feed: Feed;
  readonly messages: MessageStore;
  readonly channels: KnownChannels;
  /**
   * Runs changes of channels one at a time: they wait for the lock of the Console's counter, and each wait would block a database
   * connection of this process.
   */
  readonly channelQueue: SerialQueue;
  readonly memberships: Memberships;
  readonly lineages: LineageStore;
  readonly records: ChannelRecords;
  readonly uploadReservations: UploadReservations;
  readonly pace: PersonRateLimit;
  readonly intake: Intake;
  readonly commands: readonly CommandSpec[];
  readonly texts: (locale: Locale) => Texts;
  /** Undefined without a password: then no log-in is needed. */
  readonly login: Login | undefined;
  readonly sessions: Sessions | undefined;
  readonly allowedOrigins: readonly string[];
  readonly pageFolder: string;
}
