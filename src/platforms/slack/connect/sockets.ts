import { SLACK_SOCKET_BACKOFF_CAP_MS, SLACK_SOCKET_BACKOFF_MS, SLACK_START_MS } from "../limits.ts";
import { backoff } from "../../../lib/backoff.ts";
import { PlatformRefusal } from "../../../core/chat/errors.ts";
import { refusedState, type PlatformState } from "../../../core/chat/platform.ts";
import { openSocket, type Socket, type SocketOptions } from "./socket.ts";

/** Concurrent sockets. Slack allows ten. */
const SLACK_SOCKETS = 2;
/** The delay before the second socket opens, so that Slack does not renew both at the same time. */
export const SLACK_SOCKET_STAGGER_MS = 20_000;
/** The longest use of one socket, because a dead connection can look idle. Its replacement opens first. */
export const SLACK_SOCKET_AGE_MS = 30 * 60_000;

/** A socket that ends earlier counts as brief: Slack can greet one and end it at once, again and again. */
export const SLACK_SOCKET_BRIEF_MS = 10_000;
/** How many brief sockets in a row are replaced without a delay. */
const SLACK_SOCKET_PROMPTLY = 3;

/** Socket Mode with several connections, so that one stays open while Slack or the network renews another. */
export interface Sockets {
  /** Resolves when the first attempt has ended or takes long. Rejects when Slack refuses the app. */
  start(): Promise<void>;
  state(): PlatformState;
  /** Resolves when all sockets are closed. */
  stop(): Promise<void>;
}

export interface SocketsOptions extends SocketOptions {
  readonly random: () => number;
  /** Called when a connection that ended by itself has been replaced. */
  readonly onReconnect?: (() => void) | undefined;
}

export function createSockets(options: SocketsOptions): Sockets {
  const { clock, log, random } = options;
  const stopping = new AbortController();
  const lines: Promise<void>[] = [];
  const live = new Set<Socket>();
  let trouble: ReturnType<typeof troubleOf> = { kind: "connecting", reason: "Slack has not answered yet" };
  const rest = (ms: number): Promise<void> => clock.sleep(ms, stopping.signal).catch(() => {});

  /**
   * Keeps one connection open. Each socket is replaced when it gets old, because a silently dead one would be trusted
   * forever.
   */
  async function keep(index: number, tried: (error?: unknown) => void): Promise<void> {
    if (index > 0) await rest(SLACK_SOCKET_STAGGER_MS * index);
    let current: Socket | undefined;
    let hasBroken = false;
    let brief = 0;
    const restAfter = (times: number): Promise<void> =>
      rest(backoff(times, SLACK_SOCKET_BACKOFF_MS, SLACK_SOCKET_BACKOFF_CAP_MS, random));
    for (let failures = 0; !stopping.signal.aborted;) {
      const next = await openSocket(options).catch((error: unknown) => {
        trouble = troubleOf(error);
        const about = { socket: index + 1, reason: trouble.reason, away: "slack" };
        if (trouble.kind === "refused") log.error(about, "Slack refuses the connection");
        else log.warn(about, "could not connect to Slack");
        tried(error);
        return undefined;
      });
      tried();
      if (next) {
        if (hasBroken) options.onReconnect?.();
        void count(next);
        const former = current;
        current = next;
        failures = 0;
        const openedAt = clock.elapsed();
        await former?.close();
        hasBroken = await untilReplaced(next);
        brief = clock.elapsed() - openedAt < SLACK_SOCKET_BRIEF_MS ? brief + 1 : 0;
        if (brief > SLACK_SOCKET_PROMPTLY) await restAfter(brief - SLACK_SOCKET_PROMPTLY);
      } else await restAfter(failures++);
    }
    await current?.close();
  }

  async function count(socket: Socket): Promise<void> {
    live.add(socket);
    trouble = { kind: "connecting", reason: "the connection ended and is being replaced" };
    await socket.over;
    live.delete(socket);
  }

  /**
   * Resolves when the socket has ended, is too old, or must be replaced at Slack's request. Returns whether it has ended by
   * itself.
   */
  async function untilReplaced(socket: Socket): Promise<boolean> {
    const over = new AbortController();
    let hasEnded = false;
    void socket.over.then(() => (hasEnded = true));
    void Promise.race([socket.over, socket.retiring]).then(() => over.abort());
    await clock.sleep(SLACK_SOCKET_AGE_MS, AbortSignal.any([over.signal, stopping.signal])).catch(() => {});
    return hasEnded;
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
