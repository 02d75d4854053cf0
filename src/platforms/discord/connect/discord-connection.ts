import { DISCORD_AGAIN_CAP_MS, DISCORD_AGAIN_MS, DISCORD_REFUSED_MS, DISCORD_START_MS } from "../limits.ts";
import { backoff } from "../../../lib/backoff.ts";
import { abortReason, type Clock } from "../../../lib/clock.ts";
import { HEARTBEAT_MS, SELF_FENCE_MS, SWEEP_MS } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { createTaskGroup } from "../../../lib/task-group.ts";
import { createWakeup } from "../../../lib/wakeup.ts";
import { PlatformError, PlatformRefusal } from "../../../core/chat/errors.ts";
import type { Handlers } from "../../../core/chat/event.ts";
import { refusedState, type PlatformState } from "../../../core/chat/platform.ts";
import type { DiscordIdentity } from "./identity.ts";
import { createIdentifyPace } from "./identify-pace.ts";
import { connectClient, type ClientOptions, type GatewayClient } from "./client.ts";
import { platformErrorOf } from "./errors.ts";
import type { KnownIdentity } from "./known-identity.ts";
import type { Intake } from "../receive/event-intake.ts";
import type { Connection } from "../platform.ts";
import type { ConnectionLease } from "../store/connection-lease.ts";

export interface ConnectionContext {
  readonly lease: ConnectionLease;
  /** The name under which this process holds the lease. */
  readonly holder: string;
  readonly identity: KnownIdentity;
  /** Why Discord could not be reached earlier in the start. If set, the start does not wait for Discord again. */
  readonly away: string | undefined;
  readonly intake: Intake;
  readonly client: Omit<ClientOptions, "onLost" | "messageContent" | "identifies" | "clock" | "log">;
  /** Runs before each connection attempt of this process. */
  readonly beforeConnecting: (identity: DiscordIdentity, signal: AbortSignal) => Promise<void>;
  /** Runs while this process holds the connection, and is aborted when the connection is lost. */
  readonly whileConnected: (identity: DiscordIdentity, signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** The connection to Discord's gateway. While another process holds it, this process stands by. */
export interface GatewayConnection extends Connection {
  state(): PlatformState;
  /** The number of servers that the bot is in. Undefined unless this process holds the connection. */
  guilds(): number | undefined;
}

const BROKEN: PlatformState = { kind: "connecting", reason: "the connection broke and is being restored" };

/**
 * How often a waiting process checks whether the connection is free. A restart may interrupt answers for at most a second, and the
 * process before may be of a version that doesn't tell when it releases the connection.
 */
const STANDBY_CHECK_MS = 500;

/**
 * Receives the outcome of the first attempt. `settled` means connected, on standby, or retrying; `refused` means only a
 * person can fix it.
 */
interface FirstTry {
  settled(): void;
  refused(error: PlatformRefusal): void;
}

/**
 * Lets one process at a time connect, by a lease, because two connections would both receive every event. The other processes
 * check the lease regularly, and immediately when it is released. A process that can't confirm its lease disconnects before
 * another one may take it. While Discord is unreachable, the process keeps retrying. A problem that only a person can fix stops
 * the start, but not a running process.
 */
export function createConnection(context: ConnectionContext): GatewayConnection {
  const { lease, holder, identity, intake, clock, log } = context;
  const stopping = new AbortController();
  const tasks = createTaskGroup(log, stopping.signal);
  const identifies = createIdentifyPace(clock, context.random, log);
  let client: GatewayClient | undefined;
  let state: PlatformState = { kind: "posting" };
  let hasLost = false;
  const released = createWakeup(clock);
  let hearing: Promise<() => Promise<void>> | undefined;

  return {
    guilds: () => client?.guilds(),
    state: () => (client && !client.isConnected() ? BROKEN : state),

    async start(handlers: Handlers) {
      intake.open(handlers);
      state = { kind: "connecting", reason: context.away ?? "Discord has not answered yet" };
      const first = Promise.withResolvers<void>();
      const forget = clock.after(DISCORD_START_MS, () => first.resolve());
      hearing = hearReleases();
      tasks.start("discord", () => keepConnected({ settled: first.resolve, refused: first.reject }));
      if (context.away !== undefined) first.resolve();
      await first.promise.finally(forget);
    },

    async stop() {
      // What arrives until the connection is closed is still handled. Another process connects meanwhile.
      stopping.abort(new Error("stopping"));
      // Not awaited: this can take as long as the database is away.
      void hearing?.then((end) => end()).catch(() => undefined);
      await tasks.settled();
      await intake.close();
    },
  };

  async function keepConnected(first: FirstTry): Promise<void> {
    const { signal } = stopping;
    const pause = (ms: number): Promise<void> => clock.sleep(ms, signal).catch(() => undefined);
    let isFresh = true;
    for (let failures = 0; !signal.aborted;) {
      try {
        // The token may have been reset or an intent granted since the last attempt.
        const us = await (isFresh ? identity.get(signal) : identity.refresh(signal));
        isFresh = true;
        // A bot has one connection, even when several processes run it.
        const name = `discord:${us.applicationId}`;
        const held = await hold(name);
        if (held !== "held") {
          state = held === "other" ? { kind: "standby" } : { kind: "connecting", reason: "the database is away" };
          first.settled();
          await released.wait(held === "other" ? STANDBY_CHECK_MS : SWEEP_MS, signal).catch(() => undefined);
          continue;
        }
        try {
          await connected(us, name, () => {
            failures = 0;
            first.settled();
          });
        } finally {
          await lease.release(name, holder).catch(() => undefined);
        }
      } catch (error) {
        if (signal.aborted) return;
        isFresh = false;
        if (error instanceof PlatformRefusal) {
          state = refusedState(error);
          first.refused(error);
          log.error({ reason: error.message }, "Discord refuses the bot");
          await pause(DISCORD_REFUSED_MS);
          continue;
        }
        const { message: reason } = platformErrorOf(error);
        state = { kind: "connecting", reason };
        log.warn({ reason, away: "discord" }, "not connected to Discord");
      }
      first.settled();
      await pause(backoff(failures++, DISCORD_AGAIN_MS, DISCORD_AGAIN_CAP_MS, context.random));
    }
  }

  /** The regular checks of the lease make up for what is not heard. Returns how to stop listening. */
  async function hearReleases(): Promise<() => Promise<void>> {
    try {
      return await lease.hearReleases(() => released.wake());
    } catch (error) {
      log.debug({ err: error }, "released connections are not heard of");
      return async () => {};
    }
  }

  /** Rejects with the reason why the connection was lost or failed to open. */
  async function connected(us: DiscordIdentity, name: string, onConnected: () => void): Promise<void> {
    const { signal } = stopping;
    const lost = new AbortController();
    const during = AbortSignal.any([signal, lost.signal]);
    const onLost = (reason: Error): void => {
      if (during.aborted) return;
      log.warn({ reason: reason.message }, "the connection to Discord is lost");
      hasLost = true;
      lost.abort(reason);
    };
    const confirming = confirm(name, during, onLost);
    try {
      await identifies.rested(during);
      await context.beforeConnecting(us, during);
      const options = { ...context.client, messageContent: us.messageContent, onLost, identifies, clock, log };
      client = await connectClient(options, during);
      if (hasLost) options.onReconnect?.();
      hasLost = false;
      state = { kind: "connected" };
      log.info({ guilds: client.guilds() }, "connected to Discord");
      onConnected();
      await context.whileConnected(us, during);
      throw abortReason(during);
    } finally {
      lost.abort(new Error("over"));
      const former = client;
      client = undefined;
      await former?.close();
      await confirming;
    }
  }

  /**
   * Confirms the lease until `signal` aborts. Calls `onLost` before another process may take a lease that can't be
   * confirmed.
   */
  async function confirm(name: string, signal: AbortSignal, onLost: (reason: Error) => void): Promise<void> {
    let confirmed = clock.elapsed();
    let pause = HEARTBEAT_MS;
    while (!signal.aborted) {
      await clock.sleep(pause, signal).catch(() => undefined);
      if (signal.aborted) return;
      const asked = clock.elapsed();
      const answer = await hold(name);
      if (answer === "other") onLost(lostFor("another process has the connection"));
      if (answer === "held") confirmed = asked;
      pause = answer === "held" ? HEARTBEAT_MS : SWEEP_MS;
      if (clock.elapsed() + pause - confirmed > SELF_FENCE_MS) {
        onLost(lostFor("the database could not confirm the lease"));
      }
    }
  }

  async function hold(name: string): Promise<"held" | "other" | "unknown"> {
    try {
      return (await lease.hold(name, holder)) ? "held" : "other";
    } catch (error) {
      log.warn({ err: error }, "the lease of the Discord connection could not be confirmed");
      return "unknown";
    }
  }
}

function lostFor(reason: string): PlatformError {
  return new PlatformError("unavailable", reason);
}
