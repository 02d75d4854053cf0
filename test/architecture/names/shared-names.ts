/** A name that files of several parts share. */
export interface SharedName {
  /** What the name means in all of its places. */
  readonly meaning: string;
  /**
   * The folders below `src/`, with twins folded: `platforms/*` and `sandbox/*` are their folders, `text` its languages and
   * `render/`.
   */
  readonly places: readonly string[];
}

/** Names that any program or folder may use. */
export const CONVENTIONAL_NAMES: ReadonlySet<string> = new Set(["index.ts", "main.ts"]);

/**
 * The file names that several parts share, each with its one meaning. Give a new file a unique name. If it is about the same
 * thing as the files listed here, add its folder; if it is about something else, choose another name.
 */
export const SHARED_NAMES: Readonly<Record<string, SharedName>> = {
  "arguments.ts": { meaning: "the arguments of a program", places: ["app/backup", "sandbox"] },
  "audit.ts": { meaning: "the record of what admins did", places: ["core/account", "db/accounts", "text"] },
  "boxes.ts": { meaning: "the boxes of an MP4 or AVIF file", places: ["media/container-scan", "media/scrub"] },
  "channel-records.ts": {
    meaning: "what Easel knows of a channel: the port and its table",
    places: ["db/channels", "platforms"],
  },
  "clip.ts": { meaning: "one clip, read or made", places: ["media/fit", "media/inspect", "sandbox/render/clip"] },
  "codes.ts": { meaning: "the gateway's error codes", places: ["sandbox/errors", "sandbox/*"] },
  "cost.ts": { meaning: "what a request costs", places: ["command/make", "platforms/*/api", "text"] },
  "data-folder.ts": {
    meaning: "the state of the data folder: the check, and its lines",
    places: ["app/checks", "app/self-check"],
  },
  "database.ts": {
    meaning: "the database: opened, measured, checked",
    places: ["app/context", "app/metrics", "app/self-check"],
  },
  "delivery.ts": {
    meaning: "the delivery of results: measured, traced, worded",
    places: ["app/metrics", "app/traces", "text"],
  },
  "direct-channels.ts": {
    meaning: "the direct messages that Easel has opened",
    places: ["platforms/*/people", "platforms/*/post"],
  },
  "discord.ts": { meaning: "what only Discord needs of a layer", places: ["db/schema", "text"] },
  "doctor.ts": {
    meaning: "the report on everything that may be wrong: port, code and words",
    places: ["app", "core/account", "text"],
  },
  "ebml.ts": { meaning: "the elements of a WebM file", places: ["media/container-scan", "media/scrub"] },
  "edit.ts": { meaning: "an edit as the image service takes it", places: ["sandbox/compatible", "sandbox/*"] },
  "entry.ts": { meaning: "a platform's entry in the registry, and its type", places: ["platforms", "platforms/*"] },
  "errors.ts": { meaning: "the errors of a part", places: ["core/chat", "lib", "platforms/*/connect"] },
  "files.ts": { meaning: "files that come with a request", places: ["command/files", "platforms/*/receive", "text"] },
  "gateway.ts": {
    meaning: "calls to the gateway: measured, traced, worded",
    places: ["app/metrics", "app/traces", "text"],
  },
  "gateways.ts": {
    meaning: "the two services that the operator configured",
    places: ["app/context", "app/self-check"],
  },
  "generation.ts": {
    meaning: "a generation as the image service takes it",
    places: ["sandbox/compatible", "sandbox/*"],
  },
  "groups.ts": {
    meaning: "accounts that share keys, policy and quota: the port, and its commands",
    places: ["command/admin", "core/account"],
  },
  "history.ts": {
    meaning: "a channel's messages in the Console: the format and the query",
    places: ["platforms/*/api", "platforms/*/store"],
  },
  "jobs.ts": {
    meaning: "jobs: stored, measured, traced, worded",
    places: ["app/metrics", "app/traces", "db/schema", "text"],
  },
  "keys.ts": { meaning: "gateway keys: opened and worded", places: ["app/context", "text"] },
  "limits.ts": {
    meaning: "numbers that bound a part: sizes, counts and times",
    places: ["lib", "platforms/*", "sandbox"],
  },
  "lineage.ts": {
    meaning: "what a picture was made from: port, format and query",
    places: ["core/delivery", "platforms/*/api", "platforms/*/store"],
  },
  "linking.ts": {
    meaning: "joining workspaces and people: the port, and its commands",
    places: ["command/admin", "core/account"],
  },
  "media.ts": {
    meaning: "stored files: opened, measured, their table",
    places: ["app/context", "app/metrics", "db/schema"],
  },
  "model-list.ts": {
    meaning: "the models that the gateway lists for a key: the port and the call",
    places: ["core/account/policy", "gateway"],
  },
  "models.ts": {
    meaning: "the models: named, allowed, listed, worded",
    places: ["command/policy", "core/request", "platforms/*/api", "sandbox/*", "text"],
  },
  "options.ts": { meaning: "the options of a command", places: ["platforms/*/commands", "text"] },
  "organisations.ts": {
    meaning: "the tenants: the port, and the operator's list",
    places: ["app/context", "core/account"],
  },
  "people.ts": {
    meaning: "people: port, tables, format, words",
    places: ["app/context", "core/account", "db/schema", "platforms/*/api", "platforms/*/people", "text"],
  },
  "personal-data.ts": {
    meaning: "what Easel stores about one person: port, query and words",
    places: ["core/account", "db/accounts", "text"],
  },
  "picture.ts": { meaning: "one picture, read or made fit", places: ["media/fit", "media/inspect"] },
  "pins.ts": {
    meaning: "a channel's pinned messages in the Console: the format and the query",
    places: ["platforms/*/api", "platforms/*/store"],
  },
  "platform.ts": { meaning: "a chat platform: the port and its three adapters", places: ["core/chat", "platforms/*"] },
  "platforms.ts": { meaning: "the enabled platforms: opened and checked", places: ["app", "app/self-check"] },
  "policy.ts": {
    meaning: "what a scope allows: opened, decided, stored, worded",
    places: ["app/context", "core/account/policy", "db/schema", "text"],
  },
  "presets.ts": { meaning: "saved options: the port, and its commands", places: ["command/admin", "core/account"] },
  "press.ts": {
    meaning: "a pressed button of the view beside it",
    places: ["command/help", "command/jobs", "command/models", "command/overview", "command/recovery"],
  },
  "public-address.ts": {
    meaning: "whether PUBLIC_URL reaches this Easel: the check, and its lines",
    places: ["app/checks", "app/self-check"],
  },
  "quota-warnings.ts": {
    meaning: "warnings about quotas: the port and the words",
    places: ["core/account/quota", "text"],
  },
  "quota.ts": { meaning: "amounts in a window: decided and worded", places: ["core/account/quota", "text"] },
  "recovery.ts": { meaning: "refunds and retries of many requests: tables and words", places: ["db/schema", "text"] },
  "result-page.ts": {
    meaning: "the page that shows a result: built and worded",
    places: ["text", "worker/delivery/result"],
  },
  "rich-text.ts": { meaning: "Markdown as a platform or the page shows it", places: ["platforms/*/post", "web/state"] },
  "routes.ts": {
    meaning: "the routes of an HTTP server's part",
    places: ["platforms/*/routes", "sandbox/compatible", "sandbox/*"],
  },
  "schema.ts": { meaning: "the image service's bodies as zod reads them", places: ["gateway", "sandbox/*"] },
  "setting.ts": { meaning: "one setting of an admin form: built and worded", places: ["command/setting", "text"] },
  "slack.ts": { meaning: "what only Slack needs of a layer", places: ["db/schema", "text"] },
  "stars.ts": { meaning: "starred results: table and queries", places: ["db/delivery", "db/schema"] },
  "talk.ts": {
    meaning: "whether Easel takes free text in a place: the command and its words",
    places: ["command/policy", "text"],
  },
  "thumbnails.ts": {
    meaning: "small versions of pictures: made, counted, served, shown",
    places: ["app/metrics", "media", "media/inspect", "platforms/*/post", "web/state/log"],
  },
  "typed-secret.ts": {
    meaning: "a key that someone typed where all can read it: found, and refused",
    places: ["command/parse", "core/account/keys"],
  },
  "usage.ts": {
    meaning: "what was made and spent: port, table and words",
    places: ["core/account/quota", "db/schema", "text"],
  },
  "view-id.ts": {
    meaning: "the state of the view beside it, as its buttons carry it",
    places: ["command/help", "command/jobs", "command/models", "command/overview"],
  },
  "wav.ts": { meaning: "the chunks of a WAV file", places: ["media/container-scan", "media/scrub"] },
};
