import { commands } from "../../commands/index.ts";
import { systemClock, type Clock } from "../lib/clock.ts";
import type { Config } from "../config/config.ts";
import { ownProcessVersion, schemaNumber } from "../db/schema-version.ts";
import type { Logger } from "../lib/log/log.ts";
import { checkStart } from "./context/check-start.ts";
import { openContext, type Context, type ContextSettings } from "./context/context.ts";
import { openFoundations, type Foundations } from "./context/foundations.ts";
import type { SandboxSettings } from "./context/gateways.ts";
import { canServeFiles } from "./http/addresses.ts";
import { plainHttpOf } from "./http/plain-http.ts";
import { serve, type Served } from "./http/serve.ts";
import { beginAtZero } from "./metrics/begin-at-zero.ts";
import { createMeters } from "./metrics/meters.ts";
import { openPlatforms, type OpenedPlatforms } from "./platforms.ts";
import type { StartContext } from "../platforms/entry.ts";
import type { ReadyFacts } from "./ready.ts";
import { createService } from "./service.ts";
import type { OpenedTraces } from "./traces/open-traces.ts";

/** A running Easel. */
export interface App {
  readonly ready: ReadyFacts;
  /** Resolves when everything has stopped, including the embedded parts. */
  stop(): Promise<void>;
}

/**
 * Settings for tests. `linkOrigin`: a local server that members' links may also point to. `reachDatabase` puts a proxy in front
 * of the database: it takes the database's address and returns the proxy's.
 */
export interface Overrides extends SandboxSettings, ContextSettings {
  readonly clock?: Clock;
  readonly random?: () => number;
  /** False makes the embedded database quicker and unsafe. */
  readonly durable?: boolean;
  /** Lowers the Console's file limit, to test files above it. */
  readonly consoleFileBytes?: number;
}

/**
 * The composition root. Starts every part in order; when one fails to start, stops the others in reverse order. Each phase uses
 * the results of earlier phases: checked configuration, foundations, context, platforms, servers, service. Throws a `ConfigError`
 * for what a person can fix. Aborting `signal` ends the start.
 */
export async function createApp(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  overrides: Overrides = {},
): Promise<App> {
  const start = { clock: overrides.clock ?? systemClock, random: overrides.random ?? Math.random, log };
  await using started = new AsyncDisposableStack();
  const traces = await openTraces(config, start);
  if (traces) started.adopt(traces, (it) => it.stop());
  const checked = await checkStart(config, start, signal);
  const foundations = started.use(await openFoundations(config, log, signal, overrides));
  signal.throwIfAborted();
  const meters = createMeters();
  beginAtZero(
    meters,
    config.platforms.map(({ name }) => name),
  );
  const parts = { checked, foundations, meters, traces };
  const context = started.use(await openContext(config, parts, start, overrides, signal));
  const specs = commands.map((command) => command.spec);
  const platforms = started.use(openPlatforms(config, checked.platforms, context, specs, overrides.consoleFileBytes));
  const served = started.use(await serve(config, checked, context, platforms));
  const service = createService(config, context, platforms, served);
  started.use(await service.start());
  // Requests need these before platforms connect.
  const listening = config.role === "worker" ? [] : platforms.all;
  for (const { platform } of listening) started.defer(() => platform.stop());
  await Promise.all(listening.map(({ platform }) => platform.start(service.handlersFor(platform))));
  const outside = served.outside && started.adopt(served.outside, (it) => it.close());
  const outsideUrl = (await outside?.listen())?.url;
  signal.throwIfAborted();

  const { version, ...schema } = await ownProcessVersion();
  const all = started.move();
  log.info({ version, schema: schemaNumber(schema) }, "Easel has started");
  return {
    ready: readyFacts(config, { foundations, context, platforms, served, outsideUrl }),
    async stop() {
      log.info({ version }, "Easel is stopping");
      await all.disposeAsync();
      log.info({ version }, "Easel has stopped");
    },
  };
}

/** Undefined without a collector, in which case the packages are not loaded either. */
async function openTraces({ traces, role }: Config, start: StartContext): Promise<OpenedTraces | undefined> {
  if (!traces) return undefined;
  const opening = await import("./traces/open-traces.ts");
  return opening.openTraces(traces, { ...start, role });
}

function readyFacts(
  config: Config,
  parts: {
    readonly foundations: Foundations;
    readonly context: Context;
    readonly platforms: OpenedPlatforms;
    readonly served: Served;
    readonly outsideUrl: string | undefined;
  },
): ReadyFacts {
  const { foundations, context, platforms, served, outsideUrl } = parts;
  const { gateways, database } = foundations;
  return {
    role: config.role,
    platforms: platforms.facts(outsideUrl),
    url: config.platforms.some(({ servesPage }) => servesPage) ? served.url : undefined,
    operatorCode: context.people.operatorCode,
    organisations: context.tenants,
    gateway: gateways.label,
    parts: served.parts(),
    lacksAddress: gateways.video !== undefined && !canServeFiles(config, gateways),
    publicFilesOf: platforms.publicFilesOf,
    plainHttp: plainHttpOf(config),
    database: database.label,
  };
}
