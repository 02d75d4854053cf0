/**
 * The layout of the house as data: what lies above what, and every exception with its reason. The rules of `imports.ts` read
 * it; an exception that nothing needs any more fails a test as well.
 */

/** A request travels down this list, and so do imports. */
export const LAYERS = [
  "commands",
  "src/chat",
  "src/command",
  "src/request",
  "src/account",
  "src/job",
  "src/gateway",
  "src/watch",
  "src/delivery",
  "src/media",
  "src/db",
  "src/sandbox",
  "src/text",
  "src/ops",
] as const;

/** The composition root: it starts the parts and puts them together, and so may import each of them. */
export const COMPOSITION: Readonly<Record<string, string>> = {
  "src/main.ts": "signals, exit code, and the environment handed to config.ts",
  "src/app.ts": "starts and stops every part in order",
  "src/slack-manifest.ts": "prints the Slack app's manifest, made from the commands",
  "src/ops/console.ts": "opens the Console as it is configured",
  "src/ops/database.ts": "opens the database of the configuration, or else the embedded one",
  "src/ops/discord.ts": "opens Discord as it is configured, with what it keeps",
  "src/ops/platforms.ts": "opens the chat platforms of the configuration",
  "src/ops/slack.ts": "opens Slack as it is configured",
  "src/ops/doctor.ts": "looks at what was opened",
  "src/ops/check-gateways.ts": "asks the gateways whether they are there, and goes on asking",
  "src/ops/check-start.ts": "checks all that a person may have to fix",
  "src/ops/foundations.ts": "takes the data folder, and starts the embedded parts",
  "src/ops/health.ts": "tells how Easel and the parts outside are",
  "src/ops/gateways.ts": "opens the gateways of the configuration, or else the sandbox",
  "src/ops/policy.ts": "opens what decides who may do what, on its store",
  "src/ops/keys.ts": "opens the gateway keys, with what checks and looks after them",
  "src/ops/organisations.ts": "opens the organisations of the configuration",
  "src/ops/people.ts": "opens what is kept of people and groups",
  "src/ops/quotas.ts": "opens quotas and usage, on their stores",
  "src/ops/media.ts": "opens the media store of the configuration, or else a folder",
};

/** Paths that a rule makes an exception for. One that ends with a slash is a folder. */
export type Exceptions = Readonly<Record<string, Exception>>;

export interface Exception {
  readonly why: string;
  /** Only its types are for others; what runs is not. */
  readonly typesOnly?: true;
}

/** Ports and vocabularies: what those further down may import as well. */
export const PORTS: Exceptions = {
  "src/chat/conversation.ts": { why: "where an answer goes, as it is kept in the database" },
  "src/chat/errors.ts": { why: "how a platform fails, for those who post" },
  "src/chat/event.ts": { why: "what a platform hands over to the commands", typesOnly: true },
  "src/chat/form.ts": { why: "forms without a platform", typesOnly: true },
  "src/chat/message.ts": { why: "messages without a platform, and the escaping of their texts" },
  "src/chat/platform.ts": { why: "the port to the chat platforms", typesOnly: true },
  "src/request/": { why: "the gateway's contract as pure data" },
  "src/account/organisations.ts": { why: "the port to organisations, and what the Console's is called" },
  "src/account/audit-log.ts": { why: "the port to what admins did", typesOnly: true },
  "src/account/audit.ts": { why: "an admin's act, as it is kept", typesOnly: true },
  "src/account/policies.ts": { why: "the port to what admins say", typesOnly: true },
  "src/account/policy.ts": { why: "what a scope says, as it is kept" },
  "src/account/quota-warnings.ts": { why: "the port to the warnings of quotas, and what they say" },
  "src/account/quota.ts": { why: "what quotas count, and the refusal when one is used up" },
  "src/account/credential-store.ts": { why: "the port to gateway keys as jobs need them", typesOnly: true },
  "src/account/doctor.ts": { why: "what is looked at when something is wrong", typesOnly: true },
  "src/account/key.ts": { why: "a gateway key as admins see it" },
  "src/account/key-store.ts": {
    why: "the port to gateway keys as people manage them, and the refusal when an owner is gone",
  },
  "src/account/masked.ts": { why: "what is kept of a key to be shown" },
  "src/account/seal.ts": { why: "how secrets are sealed, for whoever seals them anew", typesOnly: true },
  "src/account/groups.ts": { why: "the port to where groups are kept", typesOnly: true },
  "src/account/linking.ts": { why: "the port to joining what belongs together", typesOnly: true },
  "src/account/codes.ts": { why: "codes, and how they are kept" },
  "src/account/asks-first.ts": { why: "which rule wants a yes, for whoever tells of it" },
  "src/account/bounds.ts": { why: "what one member may take of what all share, and the refusal when that is reached" },
  "src/account/combine.ts": { why: "what holds where several scopes say something, for whoever tells of it" },
  "src/account/strictest.ts": { why: "two scopes that become one" },
  "src/account/presets.ts": { why: "the port to presets", typesOnly: true },
  "src/account/people.ts": { why: "the port to where people are kept", typesOnly: true },
  "src/account/scope.ts": { why: "where rules hold, as it is kept" },
  "src/account/standing.ts": { why: "the port to what decides about a member", typesOnly: true },
  "src/account/store.ts": { why: "the port to where people and keys are kept", typesOnly: true },
  "src/account/usage.ts": { why: "the port to what was used", typesOnly: true },
  "src/job/job.ts": { why: "the states of a job, and what each of them means" },
  "src/job/failure.ts": { why: "why a job failed, as it is kept" },
  "src/job/remote.ts": { why: "the port to the gateway", typesOnly: true },
  "src/job/proposal.ts": { why: "the port to requests that wait for a yes, and the key of the yes" },
  "src/job/store.ts": { why: "the port to where jobs are kept", typesOnly: true },
  "src/job/transition.ts": { why: "the events of a job, for those who watch it and keep it", typesOnly: true },
  "src/delivery/admin-notes.ts": { why: "the port to what admins are to be told", typesOnly: true },
  "src/delivery/result-store.ts": { why: "the port to which message shows which result", typesOnly: true },
  "src/delivery/approvals.ts": { why: "the port to decisions about what is held", typesOnly: true },
  "src/delivery/store.ts": { why: "the port to where deliveries are kept", typesOnly: true },
  "src/media/ledger.ts": { why: "the port to what is known of the contents of the media store" },
  "src/gateway/errors.ts": { why: "the catalogue of the gateway's faults, which texts are written for" },
};

/**
 * Parts that touch the world outside, each chat adapter for itself: known to the composition root only. The rest of
 * `media/` works on whatever store it is given.
 */
export const CONCRETE = /^src\/(?:(?:chat\/[^/]+|gateway|db|sandbox|ops)\/|media\/[\w-]+-store\.ts$)/;

/** What lies in a concrete part's folder and is for everybody who lies above it. */
export const OPEN: Exceptions = {
  "src/gateway/errors.ts": { why: "a catalogue: it sends nothing" },
  "src/db/connection.ts": { why: "an adapter is handed its database", typesOnly: true },
  "src/db/schema/": { why: "an adapter that is a chat of its own keeps it in tables of its own" },
};

/** What the page runs in the browser beside its own files: `page-build.ts` must list the same, to see that it has changed. */
export const SHARED_WITH_PAGE: readonly string[] = [
  "src/chat/console/api.ts",
  "src/chat/console/message-link.ts",
  "src/chat/console/people.ts",
  "src/limits.ts",
  "src/text/console-page.ts",
  "src/text/locale.ts",
];

/** Packages that stay in one place, so that nothing else comes to depend on them. */
export const PACKAGES: readonly {
  readonly packages: RegExp;
  readonly places: readonly string[];
  readonly why: string;
}[] = [
  {
    packages: /^postgres$/,
    places: ["src/db/"],
    why: "connections are opened, limited and replaced in one place",
  },
  {
    packages: /^drizzle-orm(?:\/|$)/,
    places: ["src/db/", "src/chat/console/", "src/chat/slack/"],
    why: "queries stay with the stores, and an adapter's own with its tables",
  },
  {
    packages: /^undici$/,
    places: [
      "src/gateway/",
      "src/media/link.ts",
      "src/sandbox/",
      "src/chat/discord/rest.ts",
      "src/chat/discord/defer.ts",
      "src/chat/slack/",
    ],
    why: "every call has time-outs, limits and walls: to gateways, to what people link to, a downloading gateway's own, discord.js's around what is streamed to Discord, the acknowledgement that somebody waits for, and Slack's files",
  },
  {
    packages: /^discord\.js$/,
    places: ["src/chat/discord/"],
    why: "nothing else knows Discord's words",
  },
  {
    packages: /^@slack\//,
    places: ["src/chat/slack/"],
    why: "the platform's own words stay in its adapter",
  },
  {
    packages: /^(?:react|react-dom|@mantine\/.+|@tabler\/.+)(?:\/|$)/,
    places: ["src/chat/console/page/"],
    why: "only the page is drawn in a browser",
  },
];
