import { SLACK_SOCKET_BACKOFF_CAP_MS, SLACK_SOCKET_BACKOFF_MS, SLACK_START_MS } from "../limits.ts";
import { backoff } from "../../../lib/backoff.ts";
import { PlatformRefusal } from "../../../core/chat/errors.ts";
import { refusedState, type PlatformState } from "../../../core/chat/platform.ts";
import { openSocket, type Socket, type SocketOptions } from "./socket.ts";

/** Sockets at once; Slack allows ten. */
const SLACK_SOCKETS = 2;
/** The second socket is opened this much later, so that Slack does not renew both at the same time. */
export const SLACK_SOCKET_STAGGER_MS = 20_000;
/** A socket that is silent without being broken is never trusted for longer; a new one is opened first. */
export const SLACK_SOCKET_AGE_MS = 30 * 60_000;

/** Socket Mode: several connections, so that there is one while Slack or the network renews another. */
export interface Sockets {
  /** Resolves when the first try is through, or takes long; rejects when the token is wrong. */
  start(): Promise<void>;
  state(): PlatformState;
  /** Resolves when all are closed. */
  stop(): Promise<void>;
}

export function createSockets(options: SocketOptions & { readonly random: () => number }): Sockets {
  const { clock, log, random } = options;
  const stopping = new AbortController();
  const lines: Promise<void>[] = [];
  const live = new Set<Socket>();
  let trouble: ReturnType<typeof troubleOf> = { kind: "connecting", reason: "Slack has not answered yet" };
  const rest = (ms: number): Promise<void> => clock.sleep(ms, stopping.signal).catch(() => {});

  /** Keeps one connection. Each is replaced before it is old, for one that died without a sign would be trusted for ever. */
  async function keep(index: number, tried: (error?: unknown) => void): Promise<void> {
    if (index > 0) await rest(SLACK_SOCKET_STAGGER_MS * index);
    let current: Socket | undefined;
    for (let failures = 0; !stopping.signal.aborted;) {
      const next = await openSocket(options).catch((error: unknown) => {
        trouble = troubleOf(error);
        log.warn({ socket: index + 1, reason: trouble.reason }, "no connection to Slack");
        tried(error);
        return undefined;
      });
      tried();
      if (next) {
        void count(next);
        const former = current;
        current = next;
        failures = 0;
        await former?.close();
        await untilReplaced(next);
      } else await rest(backoff(failures++, SLACK_SOCKET_BACKOFF_MS, SLACK_SOCKET_BACKOFF_CAP_MS, random));
    }
    await current?.close();
  }

  async function count(socket: Socket): Promise<void> {
    live.add(socket);
    await socket.over;
    live.delete(socket);
    trouble = { kind: "connecting", reason: "the connection is over, and another is being made" };
  }

  /** Until it is over or old, or Slack wants another one. */
  async function untilReplaced(socket: Socket): Promise<void> {
    const over = new AbortController();
    void Promise.race([socket.over, socket.retiring]).then(() => over.abort());
    await clock.sleep(SLACK_SOCKET_AGE_MS, AbortSignal.any([over.signal, stopping.signal])).catch(() => {});
  }

  return {
    async start() {
      const first = Promise.withResolvers<void>();
      const tried = (error?: unknown): void => {
        if (error instanceof PlatformRefusal) first.reject(error);
        else first.resolve();
      };
      for (let index = 0; index < SLACK_SOCKETS; index++) lines.push(keep(index, index === 0 ? tried : () => {}));
      const forget = clock.after(SLACK_START_MS, () => first.resolve());
      await first.promise.finally(forget);
    },
    state: () => (live.size > 0 ? { kind: "connected" } : trouble),
    async stop() {
      stopping.abort(new Error("stopping"));
      await Promise.all(lines);
    },
  };
}

function troubleOf(error: unknown): Exclude<PlatformState, { kind: "connected" | "standby" | "posting" }> {
  if (error instanceof PlatformRefusal) return refusedState(error);
  return { kind: "connecting", reason: error instanceof Error ? error.message : String(error) };
}
