import { PLATFORM_NAMES } from "../../src/core/chat/conversation.ts";
import type { Rule } from "./imports.ts";

/**
 * The files that every platform's folder has, with their jobs. If a platform's protocol needs more files, they are in the same
 * folders.
 */
export const PLATFORM_FILES: Readonly<Record<string, string>> = {
  "entry.ts": "the platform's entry in the registry",
  "settings.ts": "reads its variables",
  "check.ts": "loads the adapter, and checks the credentials with the platform",
  "open.ts": "assembles the adapter",
  "platform.ts": "implements the port, and declares what the platform can do",
  "people/look-up.ts": "finds people, roles and channels by what people type",
  "post/answers.ts": "answers the person behind an event",
  "post/form-view.ts": "forms as the platform shows them",
  "post/posting.ts": "posts, finds, edits and removes Easel's messages",
  "post/render.ts": "messages as the platform shows them",
  "post/upload.ts": "files that Easel posts",
  "receive/files.ts": "files that people attach",
  "receive/event-intake.ts": "passes events to the core, and waits for the last of them",
  "receive/linked.ts": "follows a link to a message",
  "receive/receive-actions.ts": "choices from a message's menu",
  "receive/receive-forms.ts": "submitted forms",
  "receive/receive-messages.ts": "messages that people write",
  "receive/receive-presses.ts": "button presses",
};

/** The folders that a platform may have. */
const PLATFORM_FOLDERS: Readonly<Record<string, string>> = {
  connect: "the connection to the platform",
  commands: "the registration of commands with the platform",
  receive: "what people do, turned into events",
  post: "what Easel says",
  people: "people and places",
  store: "what the adapter keeps in the database",
  // Only the Console has these: Easel serves it.
  api: "the Console's API, shared with its page",
  routes: "the Console's HTTP routes",
};

const FILE = /^src\/platforms\/([^/]+)\/(.+)$/;

/** All platforms have the same layout. */
export const platformsHaveOneLayout: Rule = (modules) => {
  const platforms = new Map<string, Set<string>>();
  for (const { path } of modules) {
    const [, platform = "", file] = FILE.exec(path) ?? [];
    if (file !== undefined) platforms.set(platform, (platforms.get(platform) ?? new Set()).add(file));
  }
  return [...platforms].flatMap(([platform, files]) => [
    ...Object.entries(PLATFORM_FILES)
      .filter(([file]) => !files.has(file))
      .map(([file, job]) => `src/platforms/${platform} has no ${file}: ${job}`),
    ...[...files]
      .filter((file) => file.includes("/") && !((file.split("/")[0] ?? "") in PLATFORM_FOLDERS))
      .map((file) => `src/platforms/${platform}/${file} is in none of a platform's folders`),
  ]);
};

/** The module that lists the platforms' names. */
const LIST = "src/core/chat/conversation.ts";

/**
 * Each platform declares its abilities in its own folder: no other file asks which platform it is, or lists some platforms.
 * `console` also names other things, so only a comparison with it is a breach.
 */
export const platformsAreNotNamed: Rule = (modules) =>
  modules
    .filter(({ path }) => path !== LIST && !FILE.test(path))
    .flatMap(({ path, strings, comparedWith }) =>
      PLATFORM_NAMES.filter((name) => comparedWith.has(name) || (name !== "console" && strings.has(name))).map(
        (name) => `${path} knows the platform ${name}: ask for a capability, or for a field of the registry`,
      ),
    );
