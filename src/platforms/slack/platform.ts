import type { Handlers } from "../../core/chat/event.ts";
import type { Platform } from "../../core/chat/platform.ts";
import { createMemberLimit } from "../../lib/minute-limit.ts";
import { linkTo } from "./connect/permalink.ts";
import { createLookUp } from "./people/look-up.ts";
import { missingScopes, problemsIn } from "./people/posting-problems.ts";
import { namedGroups, type UserGroups } from "./people/user-groups.ts";
import type { Cadence } from "./post/cadence.ts";
import { SLACK_MENU_MEMBERS } from "./limits.ts";
import type { Poster } from "./post/posting.ts";
import type { SlackTransfer } from "./post/transfer.ts";
import { openFile } from "./receive/files.ts";
import { linked, SLACK_LINKS } from "./receive/linked.ts";
import type { Taking } from "./receive/receive.ts";

/** Files per message: enough for all pictures of a batch. */
const SLACK_FILES_PER_MESSAGE = 10;
/** Slack's limit for one file. */
const SLACK_FILE_BYTES = 1024 * 1024 * 1024;

export interface SlackPlatformDeps extends Taking {
  readonly poster: Poster;
  readonly transfer: SlackTransfer;
  readonly groups: UserGroups;
  readonly cadence: Cadence;
  /** Starts receiving events. */
  start(handlers: Handlers): Promise<void>;
  stop(): Promise<void>;
}

/** One Slack workspace behind the port. Posting works in any process, started or not. */
export function createSlackPlatform(deps: SlackPlatformDeps): Platform {
  const { web, identity, transfer, cadence, clock, mayRead } = deps;
  const mayFollow = createMemberLimit(clock, SLACK_LINKS);
  return {
    name: "slack",
    capabilities: {
      postOnce: false,
      // Uploads run concurrently, and take longer than the second between two messages.
      postTurns: { atOnce: 8, each: 2, byThread: false },
      get noticeIntervalMs() {
        return cadence.intervalMs();
      },
      maxFilesPerMessage: SLACK_FILES_PER_MESSAGE,
      maxFileBytes: SLACK_FILE_BYTES,
      problemsOf: (_workspace, locale) => missingScopes(deps, locale),
      problemsIn: (conversation, locale) => problemsIn(deps, conversation, locale),
      publicFiles: false,
      opensLocalLinks: false,
      forms: true,
      memberMenu: { max: SLACK_MENU_MEMBERS, roles: () => namedGroups(deps.groups) },
      refusedFormsStay: true,
      refusedMessagesReturn: false,
      answersShowFiles: false,
      answersMessagesDirectly: false,
      direct: true,
      membersRefuseDirect: false,
      memberUploads: false,
      adminsAreOperators: false,
    },
    start: (handlers) => deps.start(handlers),
    stop: () => deps.stop(),
    ...deps.poster,
    openAttachment: (attachment, signal) => openFile(attachment, { web, transfer }, signal),
    lookUp: createLookUp(deps),
    linked: (link, by, signal) => linked({ ...deps, mayFollow }, link, by, signal),
    linkTo: (ref) => linkTo(ref, identity),
    mayRead,
  };
}
