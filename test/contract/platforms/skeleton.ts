import type { Platform } from "../../../src/core/chat/platform.ts";
import type { PlatformHarness } from "./harness.ts";

/** Throws an error that names the part that is still to be written. */
function missing(what: string): never {
  throw new Error(`${what} is not written yet`);
}

/**
 * A platform without any code: copy it to `src/platforms/<name>/platform.ts` and replace the pieces one by one.
 * The contract's tests fail with the name of what is missing.
 */
function createSkeletonPlatform(): Platform {
  return {
    // Replace with the platform's name once it is in `PLATFORM_NAMES`.
    name: "console",
    capabilities: {
      postOnce: true,
      noticeIntervalMs: 1_000,
      maxFilesPerMessage: 10,
      maxFileBytes: 10 * 1024 * 1024,
      publicFiles: false,
      opensLocalLinks: false,
      forms: false,
      refusedFormsStay: true,
      refusedMessagesReturn: false,
      answersShowFiles: true,
      answersMessagesDirectly: false,
      direct: false,
      membersRefuseDirect: false,
      memberUploads: false,
      adminsAreOperators: false,
    },
    start: async () => {},
    stop: async () => {},
    post: async () => missing("Platform.post"),
    findPost: async () => missing("Platform.findPost"),
    edit: async () => missing("Platform.edit"),
    remove: async () => missing("Platform.remove"),
    openAttachment: async () => missing("Platform.openAttachment"),
    direct: async () => undefined,
    lookUp: async () => missing("Platform.lookUp"),
    linked: async () => missing("Platform.linked"),
    linkTo: async () => missing("Platform.linkTo"),
    mayRead: async () => missing("Platform.mayRead"),
  };
}

/** The platform's side, on a local server that behaves like the platform. It has to be written too. */
export async function setUpSkeleton(): Promise<PlatformHarness> {
  const conversation = { platform: "console", workspace: "W1", channel: "C1" } as const;
  return {
    platform: createSkeletonPlatform(),
    conversation,
    channelName: "general",
    nowhere: { ...conversation, channel: "nowhere" },
    actor: { userId: "U1", displayName: "Max" },
    onlooker: { userId: "U2" },
    see: async () => missing("PlatformHarness.see"),
    countPosts: async () => missing("PlatformHarness.countPosts"),
    privateTexts: async () => missing("PlatformHarness.privateTexts"),
    privateFiles: async () => missing("PlatformHarness.privateFiles"),
    say: () => missing("PlatformHarness.say"),
    linkTo: () => missing("PlatformHarness.linkTo"),
    hiddenLink: async () => missing("PlatformHarness.hiddenLink"),
    strangeLink: undefined,
    press: () => missing("PlatformHarness.press"),
    choose: () => missing("PlatformHarness.choose"),
    openForm: async () => missing("PlatformHarness.openForm"),
    asksBeforePresses: false,
    close: async () => {},
  };
}
