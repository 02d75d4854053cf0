import { backoff } from "../../backoff.ts";
import {
  SLACK_SOCKET_AGE_MS,
  SLACK_SOCKET_BACKOFF_CAP_MS,
  SLACK_SOCKET_BACKOFF_MS,
  SLACK_SOCKET_STAGGER_MS,
  SLACK_SOCKETS,
} from "../../limits.ts";
import { ConfigError } from "../../errors.ts";
import { openSocket, type Socket, type SocketOptions } from "./socket.ts";

/** Socket Mode: several connections, so that there is one while Slack or the network renews another. */
export interface Sockets {
  /** Resolves when the first try is through; rejects when the token is wrong. */
  start(): Promise<void>;
  /** Resolves when all are closed. */
  stop(): Promise<void>;
}

export function createSockets(options: SocketOptions & { readonly random: () => number }): Sockets {
  const { clock, log, random } = options;
  const stopping = new AbortController();
  const lines: Promise<void>[] = [];
  const rest = (ms: number): Promise<void> => clock.sleep(ms, stopping.signal).catch(() => {});

  /** Keeps one connection. Each is replaced before it is old, for one that died without a sign would be trusted for ever. */
  async function keep(index: number, tried: (error?: unknown) => void): Promise<void> {
    if (index > 0) await rest(SLACK_SOCKET_STAGGER_MS * index);
    let current: Socket | undefined;
    for (let failures = 0; !stopping.signal.aborted;) {
      const next = await openSocket(options).catch((error: unknown) => {
        log.warn({ err: error, socket: index + 1 }, "no connection to Slack");
        tried(error);
        return undefined;
      });
      tried();
      if (next) {
        const former = current;
        current = next;
        failures = 0;
        await former?.close();
        await untilOldOrOver(next);
      } else await rest(backoff(failures++, SLACK_SOCKET_BACKOFF_MS, SLACK_SOCKET_BACKOFF_CAP_MS, random));
    }
    await current?.close();
  }

  async function untilOldOrOver(socket: Socket): Promise<void> {
    const over = new AbortController();
    void socket.over.then(() => over.abort());
    await clock.sleep(SLACK_SOCKET_AGE_MS, AbortSignal.any([over.signal, stopping.signal])).catch(() => {});
  }

  return {
    async start() {
      const first = Promise.withResolvers<void>();
      const tried = (error?: unknown): void => {
        if (error instanceof ConfigError) first.reject(error);
        else first.resolve();
      };
      for (let index = 0; index < SLACK_SOCKETS; index++) lines.push(keep(index, index === 0 ? tried : () => {}));
      await first.promise;
    },
    async stop() {
      stopping.abort(new Error("stopping"));
      await Promise.all(lines);
    },
  };
}
