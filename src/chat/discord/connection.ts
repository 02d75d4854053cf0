import { randomUUID } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { HEARTBEAT_MS, SELF_FENCE_MS, SWEEP_MS } from "../../limits.ts";
import type { Logger } from "../../log.ts";
import { createTasks } from "../../tasks.ts";
import type { Handlers } from "../event.ts";
import { connectClient, type ClientOptions, type GatewayClient } from "./client.ts";
import { platformErrorOf } from "./errors.ts";
import type { Intake } from "./intake.ts";
import type { Connection } from "./platform.ts";
import type { ConnectionLease } from "./store.ts";

export interface ConnectionContext {
  readonly lease: ConnectionLease;
  /** What is leased: one bot has one connection, however many processes run for it. */
  readonly name: string;
  readonly intake: Intake;
  readonly client: Omit<ClientOptions, "onLost" | "clock" | "log">;
  /** Done each time before this process connects. */
  readonly beforeConnecting: () => Promise<void>;
  /** Done whenever this process has the connection, until it is lost. */
  readonly whileConnected: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The connection to Discord's gateway, or the place in the queue for it. */
export interface GatewayConnection extends Connection {
  /** Servers that the bot is in; undefined while another process has the connection. */
  guilds(): number | undefined;
}

/** How long to wait before a connection that failed is tried again. */
const RETRY_MS = 5_000;

/**
 * Of all processes that take requests in one is connected, by lease: two would both get everything. The others look every
 * second whether it still lives. Who can't confirm the lease leaves before anyone else may have it.
 */
export function createConnection(context: ConnectionContext): GatewayConnection {
  const { lease, name, intake, clock, log } = context;
  const holder = randomUUID();
  const stopping = new AbortController();
  const tasks = createTasks(log, stopping.signal);
  let client: GatewayClient | undefined;

  return {
    guilds: () => client?.guilds(),

    async start(handlers: Handlers) {
      intake.open(handlers);
      const first = Promise.withResolvers<void>();
      tasks.start("discord", () => stand(() => first.resolve()));
      await first.promise;
    },

    async stop() {
      await intake.close();
      stopping.abort(new Error("stopping"));
      await tasks.settled();
    },
  };

  /** `settled`: called when it is connected for the first time, or stands by, or has to try again. */
  async function stand(settled: () => void): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      const held = await hold();
      if (held !== "held") {
        settled();
        await clock.sleep(SWEEP_MS, signal).catch(() => undefined);
        continue;
      }
      try {
        await connected(settled, signal);
      } catch (error) {
        if (!signal.aborted) log.warn({ err: platformErrorOf(error) }, "not connected to Discord");
      }
      settled();
      await lease.release(name, holder).catch(() => undefined);
      if (!signal.aborted) await clock.sleep(RETRY_MS, signal).catch(() => undefined);
    }
  }

  async function connected(settled: () => void, signal: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const during = AbortSignal.any([signal, lost.signal]);
    const onLost = (reason: string): void => {
      if (during.aborted) return;
      log.warn({ reason }, "the connection to Discord is lost");
      lost.abort(new Error(reason));
    };
    const confirming = confirm(during, onLost);
    try {
      await context.beforeConnecting();
      client = await connectClient({ ...context.client, onLost, clock, log }, during);
      log.info({ guilds: client.guilds() }, "connected to Discord");
      settled();
      await context.whileConnected(during);
    } finally {
      lost.abort(new Error("over"));
      await client?.close();
      client = undefined;
      await confirming;
    }
  }

  /** Confirms the lease until it is over; says so when it can't be confirmed for so long that others may take it. */
  async function confirm(signal: AbortSignal, onLost: (reason: string) => void): Promise<void> {
    let confirmed = clock.elapsed();
    let pause = HEARTBEAT_MS;
    while (!signal.aborted) {
      await clock.sleep(pause, signal).catch(() => undefined);
      if (signal.aborted) return;
      const asked = clock.elapsed();
      const answer = await hold();
      if (answer === "other") onLost("another process has the connection");
      if (answer === "held") confirmed = asked;
      pause = answer === "held" ? HEARTBEAT_MS : SWEEP_MS;
      if (clock.elapsed() + pause - confirmed > SELF_FENCE_MS) onLost("the database could not confirm the lease");
    }
  }

  async function hold(): Promise<"held" | "other" | "unknown"> {
    try {
      return (await lease.hold(name, holder)) ? "held" : "other";
    } catch (error) {
      log.warn({ err: error }, "the lease of the Discord connection could not be confirmed");
      return "unknown";
    }
  }
}
