import { mkdir } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { systemClock, type Clock } from "../lib/clock.ts";
import { EaselError } from "../lib/errors.ts";
import type { Logger } from "../lib/log/log.ts";
import { openCalls } from "./calls.ts";
import { createSandboxClock } from "./sandbox-clock.ts";
import type { SandboxContext } from "./sandbox-context.ts";
import { addCompatibleRoutes } from "./compatible/routes.ts";
import { addControlRoutes } from "./control.ts";
import { isLoopbackHost } from "../lib/http/address-scope.ts";
import { addImageRoutes } from "./image/routes.ts";
import { createDownloader } from "./image/download.ts";
import { openInputs } from "./image/inputs.ts";
import { createPendingEdits } from "./image/pending.ts";
import type { Picture } from "./image/image-job.ts";
import type { RenderInputs } from "./render/render-message.ts";
import { addDescriptionRoute } from "./openapi/document.ts";
import { openClipRenderer } from "./render/clip/clip-renderer.ts";
import { openRenderer, type MediaMode } from "./render/renderer.ts";
import { createServer } from "./server.ts";
import { openStore, type SandboxStore } from "./sandbox-store.ts";
import { createReferenceDownloader } from "./video/download.ts";
import { createPendingTasks } from "./video/pending.ts";
import { addVideoRoutes } from "./video/routes.ts";
import { createWakeList } from "./wake.ts";

export interface SandboxOptions {
  /** TCP port. 0 uses the port that the data folder remembers, or any free one the first time. */
  readonly port: number;
  /** Default: loopback only. */
  readonly host?: string;
  /** Everything that survives a restart; only one sandbox uses a folder at a time. */
  readonly dataDir: string;
  /** How many times faster than usual jobs run (default 1); 0 means immediately. */
  readonly speed?: number;
  /** `tiny` serves one small file of each type instead of drawing (default `full`). */
  readonly media?: MediaMode;
  /**
   * Lets edits download their images from this machine over http, for tests (default false). References of clips may always be
   * on this machine while `host` is a loopback address, because then only this machine can send them.
   */
  readonly allowLoopback?: boolean;
  /** The bearer token for `/sandbox/...`. Without it, those routes are open. */
  readonly controlSecret?: string;
  readonly log: Logger;
  readonly clock?: Clock;
  /** Aborting it stops the sandbox. */
  readonly signal?: AbortSignal;
}

export interface Sandbox {
  /** Base URL of both services. */
  readonly url: string;
  /** Resolves when the port is free and everything is on disk. */
  stop(): Promise<void>;
}

/**
 * Starts a local gateway that speaks the contracts and really draws (`docs/sandbox.md`). Throws an EaselError `port_in_use` if
 * the given port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const {
    dataDir,
    log,
    host = "127.0.0.1",
    media = "full",
    speed = 1,
    allowLoopback = false,
    clock: base = systemClock,
  } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const stopping = new AbortController();
  const store = openStore(dataDir, base.now());
  const calls = openCalls(dataDir);
  const clock = createSandboxClock(base, () => store.clockOffset());
  const inputs = await openInputs(dataDir, base.now());
  const inputsOf = (picture: Picture): RenderInputs => inputs.filesOf(picture);
  const renderer = await openRenderer({ dataDir, media, now: base.now(), inputsOf });
  const clips = await openClipRenderer({ dataDir, media, now: base.now(), inputPath: (name) => inputs.pathOf(name) });
  const downloader = createDownloader(allowLoopback);
  const references = createReferenceDownloader(allowLoopback || isLoopbackHost(host));
  const shared = { store, calls, clock, wake: createWakeList(), inputs, log, signal: stopping.signal };
  const pending = createPendingEdits(shared, downloader);
  const pendingTasks = createPendingTasks(shared, references);
  const context: SandboxContext = { ...shared, pending, pendingTasks, renderer, clips, speed, allowLoopback };
  const app = createServer(context, host, base);
  addControlRoutes(app, context, options.controlSecret);
  addImageRoutes(app, context);
  addCompatibleRoutes(app, context);
  addVideoRoutes(app, context);
  addDescriptionRoute(app);

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= shutDown());
  const shutDown = async (): Promise<void> => {
    options.signal?.removeEventListener("abort", stopOnAbort);
    stopping.abort();
    await app.close();
    await Promise.all([pending.settled(), pendingTasks.settled()]);
    await Promise.all([downloader.close(), references.close()]);
    await Promise.all([renderer.close(), clips.close()]);
    calls.close();
    store.close();
  };
  const stopOnAbort = (): void => {
    stop().catch((error: unknown) => log.error({ err: error }, "sandbox: stopping failed"));
  };

  try {
    const port = await listen(app, store, { host, port: options.port, log });
    store.setPort(port);
    for (const job of store.pendingJobs()) pending.begin(job);
    for (const task of store.videos.pending()) pendingTasks.begin(task);
    if (options.signal?.aborted) stopOnAbort();
    else options.signal?.addEventListener("abort", stopOnAbort, { once: true });
    return { url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Listens on the given port, or with 0 on the remembered one: issued links contain it. */
async function listen(
  app: FastifyInstance,
  store: SandboxStore,
  { host, port, log }: { host: string; port: number; log: Logger },
): Promise<number> {
  const remembered = port === 0 ? store.port() : undefined;
  try {
    await app.listen({ host, port: remembered ?? port });
  } catch (error) {
    if (!isPortInUse(error)) throw error;
    if (remembered === undefined) throw new EaselError("port_in_use", `port ${port} is in use`, { cause: error });
    log.warn({ port: remembered }, "sandbox: the remembered port is in use, so earlier links do not work");
    await app.listen({ host, port: 0 });
  }
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new EaselError("sandbox_address", "no TCP address");
  return address.port;
}

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
