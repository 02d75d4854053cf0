import { commands } from "../../commands/index.ts";
import { systemClock, type Clock } from "../lib/clock.ts";
import type { Config } from "../config/config.ts";
import type { Logger } from "../lib/log/log.ts";
import { checkStart } from "./context/check-start.ts";
import { openContext, type Context, type ContextSettings } from "./context/context.ts";
import { openFoundations, type Foundations } from "./context/foundations.ts";
import type { SandboxSettings } from "./context/gateways.ts";
import { plainHttpOf } from "./http/plain-http.ts";
import { serve, type Served } from "./http/serve.ts";
import { openPlatforms, type OpenedPlatforms } from "./platforms.ts";
import type { ReadyFacts } from "./ready.ts";
import { createService } from "./service.ts";

/** A running Easel. */
export interface App {
  readonly ready: ReadyFacts;
  /** Resolves when everything is down, the embedded parts included. */
  stop(): Promise<void>;
}

/**
 * What tests put in the place of the world's. `linkOrigin`: a local server that links of members may lead to as well.
 * `reachDatabase` puts something between us and the database: it takes its address, and gives the one to use.
 */
export interface Overrides extends SandboxSettings, ContextSettings {
  readonly clock?: Clock;
  readonly random?: () => number;
  /** False makes the embedded database quicker and unsafe. */
  readonly durable?: boolean;
  /** Narrows the largest file of the Console, to try out what happens to larger ones. */
  readonly consoleFileBytes?: number;
}

/**
 * The composition root: starts every part in order, and stops them in the reverse order when one of them fails to start. Each
 * phase takes what the ones before it returned: what was checked, the foundations, the context, the platforms, what is served,
 * and the service. Throws a `ConfigError` for what a person can mend; aborting `signal` ends the start.
 */
export async function createApp(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  overrides: Overrides = {},
): Promise<App> {
  const start = { clock: overrides.clock ?? systemClock, random: overrides.random ?? Math.random, log };
  await using started = new AsyncDisposableStack();
  const checked = await checkStart(config, start, signal);
  const foundations = started.use(await openFoundations(config, log, signal, overrides));
  signal.throwIfAborted();
  const context = started.use(await openContext(config, { checked, foundations }, start, overrides, signal));
  const specs = commands.map((command) => command.spec);
  const platforms = started.use(openPlatforms(config, checked.platforms, context, specs, overrides.consoleFileBytes));
  const served = started.use(await serve(config, checked, context, platforms));
  const service = createService(config, context, platforms, served);
  started.use(await service.start());
  // Before they connect, all that their requests need must be there.
  const listening = config.role === "worker" ? [] : platforms.all;
  for (const { platform } of listening) started.defer(() => platform.stop());
  await Promise.all(listening.map(({ platform }) => platform.start(service.handlersFor(platform))));
  const outside = served.outside && started.adopt(served.outside, (it) => it.close());
  const outsideUrl = (await outside?.listen())?.url;
  signal.throwIfAborted();

  const all = started.move();
  return {
    ready: readyFacts(config, { foundations, context, platforms, served, outsideUrl }),
    stop: () => all.disposeAsync(),
  };
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
    lacksAddress: gateways.video !== undefined && !gateways.sandbox && config.publicUrl === undefined,
    publicFilesOf: platforms.publicFilesOf,
    plainHttp: plainHttpOf(config),
    database: database.label,
  };
}
