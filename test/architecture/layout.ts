/**
 * The architecture as data: the layers, and every exception with its reason. The rules in `imports.ts` read it. A test fails
 * if an exception is not needed.
 */

/** The layers from the top down. A file imports its own layer and those below it. */
export const LAYERS = [
  "src/main.ts",
  "src/app",
  "src/config",
  "src/sandbox",
  "src/web",
  "src/platforms",
  "commands",
  "src/command",
  "src/worker",
  "src/gateway",
  "src/db",
  "src/media",
  "src/text",
  "src/core",
  "src/lib",
] as const;

export type Layer = (typeof LAYERS)[number];

/** What each layer holds, as `docs/architecture.md` and `CONTRIBUTING.md` show it. */
export const LAYER_CONTENTS: Readonly<Record<Layer, string>> = {
  "src/main.ts": "environment, signals, exit code",
  "src/app": "composition, HTTP servers, health, metrics, traces, doctor, backup",
  "src/config": "the only code that reads the environment",
  "src/sandbox": "a local gateway that speaks both contracts and draws; also a program of its own",
  "src/web": "the Console's page, which runs in the browser",
  "src/platforms": "`discord/`, `slack/`, `console/`: adapters of one port, with one layout",
  commands: "what people can type: one command per file",
  "src/command": "parsing, dispatch, forms, and what commands share",
  "src/worker": "the job service: claim, submit, watch, deliver",
  "src/gateway": "clients of the image and the video service",
  "src/db": "connection, schema, stores by subject, the embedded PostgreSQL",
  "src/media": "intake, inspection, fitting, charts, and the media store",
  "src/text": "every sentence that people read: `en/`, `zh-cn/`, and `render/`, which composes them",
  "src/core": "`request/ account/ job/ chat/ delivery/`: schemas, states, decisions and ports",
  "src/lib": "clock, backoff, batcher and other small tools",
};

/** The composition root, the only part of Easel that imports the concrete parts. */
export const COMPOSITION: readonly string[] = ["src/main.ts", "src/app/"];

/** Separate programs, which share code with Easel but run without it. */
export const PROGRAMS: readonly string[] = ["src/sandbox/"];

/** Exceptions to a rule by path. A path that ends with a slash is a folder. */
export type Exceptions = Readonly<Record<string, Exception>>;

export interface Exception {
  readonly why: string;
  /** Only its types may be imported. */
  readonly typesOnly?: true;
}

/**
 * Adapters: each reaches outside the process, and only the composition root knows it. The rest of `media/` works with the store
 * that it is given.
 */
export const CONCRETE =
  /^src\/(?:(?:platforms\/[^/]+|gateway|db|sandbox|app)\/|media\/store\/(?:folder|s3)-store\.ts$)/;

/** What other layers may import of a concrete part. */
export const OPEN: Exceptions = {
  "src/db/connection.ts": { why: "a platform's own store receives the database connection", typesOnly: true },
  "src/db/queries.ts": { why: "a platform's own store writes queries", typesOnly: true },
  "src/db/schema/": { why: "a platform that stores its own messages has its own tables" },
};

/** The packages that `core/` may use: none of them reaches outside the process. */
export const CORE_PACKAGES: readonly RegExp[] = [/^zod$/, /^node:(?:crypto|stream)$/];

/** What the Console's page loads besides its own files. `page-build.ts` lists the same files, to notice when one has changed. */
export const SHARED_WITH_PAGE: readonly string[] = [
  "src/platforms/console/api/api.ts",
  "src/platforms/console/api/cost.ts",
  "src/platforms/console/api/history.ts",
  "src/platforms/console/api/lineage.ts",
  "src/platforms/console/api/search.ts",
  "src/platforms/console/api/pins.ts",
  "src/platforms/console/api/prompts.ts",
  "src/platforms/console/api/models.ts",
  "src/platforms/console/api/written-names.ts",
  "src/platforms/console/api/message-link.ts",
  "src/platforms/console/api/message-parts.ts",
  "src/platforms/console/api/people.ts",
  "src/lib/limits.ts",
  "src/media/file-type.ts",
  "src/core/request/reference.ts",
  "src/text/shown-bytes.ts",
  "src/text/render/console/console-failure.ts",
  "src/text/render/console/console-dialogs.ts",
  "src/text/render/console/console-empty.ts",
  "src/text/render/console/console-files.ts",
  "src/text/render/console/console-models.ts",
  "src/text/render/console/console-page.ts",
  "src/lib/locale.ts",
];

/** Packages that are imported in one place only, so that no other part depends on them. */
export const PACKAGES: readonly {
  readonly packages: RegExp;
  readonly places: readonly string[];
  readonly why: string;
}[] = [
  {
    packages: /^postgres$/,
    places: ["src/db/"],
    why: "one place opens, limits and replaces connections",
  },
  {
    packages: /^drizzle-orm(?:\/|$)/,
    places: ["src/db/", "src/platforms/"],
    why: "only stores, and platforms with tables of their own, make queries",
  },
  {
    packages: /^prom-client$/,
    places: ["src/app/metrics/"],
    why: "parts are measured from outside, and know nothing about it",
  },
  {
    packages: /^chart\.js$/,
    places: ["src/media/chart/"],
    why: "only the process that draws charts loads it",
  },
  {
    packages: /^@opentelemetry\//,
    places: ["src/app/traces/"],
    why: "parts are traced from outside, and know nothing about it",
  },
  {
    packages: /^undici$/,
    places: [
      "src/gateway/",
      "src/media/link/",
      "src/sandbox/",
      "src/platforms/discord/connect/web-api.ts",
      "src/platforms/discord/post/acknowledgement.ts",
      "src/platforms/slack/",
    ],
    why: "every outgoing call has time-outs, limits and address checks",
  },
  {
    packages: /^discord\.js$/,
    places: ["src/platforms/discord/"],
    why: "no other part knows Discord's terms",
  },
  {
    packages: /^@slack\//,
    places: ["src/platforms/slack/"],
    why: "no other part knows Slack's terms",
  },
  {
    packages: /^(?:react|react-dom|@mantine\/.+|@tabler\/.+|@tanstack\/.+|idb-keyval)(?:\/|$)/,
    places: ["src/web/"],
    why: "only the page runs in a browser",
  },
];
