import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../lib/log/log.ts";
import type { Server } from "./postgres-server.ts";
import { shutDown } from "./shutdown.ts";

/** Waits between tries to restart a server that ended unexpectedly; the last one repeats. */
const SERVER_RESTART_MS = [0, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** After running this long, the waits start over. */
const SERVER_STABLE_MS = 60_000;

export interface Supervised {
  /** The current server's. */
  readonly pid: number;
  /** Stops supervising and stops the server. Every call returns the same promise. */
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  /** Starts a replacement for the ended server. */
  readonly relaunch: (signal: AbortSignal) => Promise<Server>;
  readonly log: Logger;
  readonly onExit?: ((how: string) => void) | undefined;
}

/** Keeps a server running: restarts one that ends unexpectedly (out of memory, killed), indefinitely but with growing waits. */
export function superviseServer(first: Server, { relaunch, log, onExit }: SuperviseOptions): Supervised {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server = first;
  let stopped: Promise<void> | undefined;

  const watch = async (): Promise<void> => {
    let tries = 0;
    for (;;) {
      const since = performance.now();
      const how = await server.exited;
      if (signal.aborted) return;
      log.warn({ server: server.pid, how }, "the embedded database ended unexpectedly; restarting it");
      onExit?.(how);
      if (performance.now() - since > SERVER_STABLE_MS) tries = 0;
      let next: Server | undefined;
      while (next === undefined) {
        await sleep(SERVER_RESTART_MS[Math.min(tries, SERVER_RESTART_MS.length - 1)], undefined, {
          signal,
          ref: false,
        });
        tries += 1;
        next = await relaunch(signal).catch((error: unknown) => {
          if (signal.aborted) throw error;
          log.error({ err: error }, "the embedded database could not be restarted; trying again");
          return undefined;
        });
      }
      server = next;
      log.info({ server: server.pid }, "the embedded database is back");
    }
  };
  const watching = watch().catch((error: unknown) => {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  });

  const stop = async (): Promise<void> => {
    stopping.abort();
    await shutDown(server);
    await watching;
  };
  return {
    get pid() {
      return server.pid;
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
