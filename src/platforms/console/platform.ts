import type { Database } from "../../db/connection.ts";
import type { Clock } from "../../lib/clock.ts";
import { CONSOLE_FILES_PER_MESSAGE } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { MediaStore } from "../../media/store/media-store.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Platform } from "../../core/chat/platform.ts";
import { retryUntilAvailable } from "../../lib/retry-until-available.ts";
import type { CommandSpec } from "../../command/parse/spec.ts";
import { provideFirstChannels, type KnownChannels } from "./store/channel-store.ts";
import { hideOldCommands } from "./store/old-commands.ts";
import type { Feed } from "./post/feed.ts";
import { findFile } from "./receive/files.ts";
import type { Intake } from "./receive/event-intake.ts";
import { asPlatformError } from "./connect/errors.ts";
import { createPoster } from "./post/posting.ts";
import { lookUp } from "./people/look-up.ts";
import type { MessageStore } from "./store/message-store.ts";
import { linked } from "./receive/linked.ts";

/** The page shows edits immediately. The interval only saves database writes. */
const CONSOLE_NOTICE_INTERVAL_MS = 250;
/** By then, processes of the previous version have been replaced. The next start checks again anyway. */
const HIDE_AGAIN_MS = 10 * 60_000;

export interface ConsolePlatformDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly media: MediaStore;
  readonly messages: MessageStore;
  readonly channels: KnownChannels;
  readonly intake: Intake;
  readonly feed: Feed;
  readonly commands: readonly CommandSpec[];
  /** The largest file in a post. */
  readonly maxFileBytes: number;
}

/** The Console behind the port. Posting works in any process on the same database, started or not. */
export function createConsolePlatform(deps: ConsolePlatformDeps): Platform {
  const { db, log, media, messages, channels, intake, feed, commands, maxFileBytes } = deps;
  let hiding: Promise<void> | undefined;
  return {
    name: "console",
    capabilities: {
      postOnce: true,
      noticeIntervalMs: CONSOLE_NOTICE_INTERVAL_MS,
      noticePictures: "stored",
      maxFilesPerMessage: CONSOLE_FILES_PER_MESSAGE,
      maxFileBytes,
      publicFiles: false,
      opensLocalLinks: true,
      forms: true,
      hearsReplies: true,
      messagesOpenForms: true,
      refusedFormsStay: true,
      refusedMessagesReturn: true,
      answersShowFiles: true,
      answersMessagesDirectly: false,
      direct: false,
      membersRefuseDirect: false,
      memberUploads: true,
      adminsAreOperators: true,
    },

    start: (handlers) =>
      asPlatformError(async () => {
        await provideFirstChannels(db, deps, feed.stopped);
        await feed.start();
        intake.open(handlers);
        const hide = () => retryUntilAvailable(() => hideOldCommands(db, commands, feed.stopped), deps, feed.stopped);
        hiding = hide()
          .then(() => deps.clock.sleep(HIDE_AGAIN_MS, feed.stopped))
          .then(hide)
          .catch((error: unknown) => {
            if (!feed.stopped.aborted) log.error({ err: error }, "the Console's old commands could not be hidden");
          });
      }),

    async stop() {
      await intake.close();
      await feed.stop();
      await hiding;
    },

    ...createPoster({ media, messages, channels, maxFileBytes }),

    openAttachment: (attachment) =>
      asPlatformError(async () => {
        const file = await findFile(db, attachment.source);
        if (!file) throw new PlatformError("gone", "the attachment has been deleted");
        return media.open(file.hash);
      }),

    direct: () => Promise.resolve(undefined),
    lookUp: (_conversation, kind, given) => asPlatformError(() => lookUp(channels, kind, given)),
    linked: (link, { userId }) => asPlatformError(() => linked(messages, link, userId)),
    // The page may be reached by any host name.
    linkTo: () => Promise.resolve(undefined),
    // Everyone in the Console can see all its channels.
    mayRead: () => Promise.resolve(true),
  };
}
