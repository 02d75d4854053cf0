import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { record } from "./blocks.ts";
import { ACK_MS, NOT_TAKEN, type Carrier, type Outcome } from "./delivery.ts";
import { newId, type FakeWorld } from "./world.ts";

/** Why Slack ends a connection: https://docs.slack.dev/apis/events-api/using-socket-mode */
type Reason = "warning" | "refresh_requested";

/** Slack's side of Socket Mode. */
export interface FakeSockets {
  readonly deliver: Carrier;
  /** A single-use address for a new connection. */
  ticket(): string;
  /** The number of open connections that were greeted. */
  open(): number;
  /** How many connections were ever greeted. */
  greeted(): number;
  /** How many deliveries were in progress on connections that the app closed. */
  interrupted(): number;
  /** Resolves when that many are open. */
  untilOpen(count: number): Promise<void>;
  /** Asks one connection, or all, to reconnect, as Slack does when it renews its servers. */
  refresh(which?: "one" | "all"): void;
  /** Cuts connections without notice. */
  cut(): void;
  /** Sends a frame that is not a delivery on each connection. */
  sendRaw(frame: string | Buffer): void;
  /** Writes raw bytes, bypassing the WebSocket protocol. */
  sendBytes(bytes: Buffer): void;
  /** Dismisses all connections for this reason, also new ones, and leaves closing them to the app. Undefined ends that. */
  dismiss(reason: string | undefined): void;
  /** Accepts new connections without greeting them. */
  setGreeting(on: boolean): void;
  /** Ends each new connection right after its greeting, for this reason, or leaves them open again. */
  endGreeted(reason: Reason | undefined): void;
  close(): void;
}

export function startSockets(world: FakeWorld, server: Server): FakeSockets {
  const sockets = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const live = new Set<WebSocket>();
  const wires = new Set<Duplex>();
  const waiting = new Map<string, (outcome: Outcome) => void>();
  const watchers = new Set<() => void>();
  let greetings = 0;
  let greets = true;
  let dismissal: string | undefined;
  let ending: Reason | undefined;
  let interrupted = 0;
  let turn = 0;

  server.on("upgrade", (request, socket, head) => {
    const ticket = new URL(request.url ?? "/", "http://localhost").searchParams.get("ticket") ?? "";
    // Slack allows ten concurrent connections.
    if (!tickets.delete(ticket) || live.size >= 10) return socket.destroy();
    wires.add(socket);
    return sockets.handleUpgrade(request, socket, head, (connection) => welcome(connection));
  });

  function welcome(connection: WebSocket): void {
    connection.on("message", (data) => {
      const { envelope_id: id, payload } = record(JSON.parse(Buffer.isBuffer(data) ? data.toString() : "{}"));
      const settle = waiting.get(String(id));
      waiting.delete(String(id));
      const answer = record(payload);
      settle?.({ acknowledged: true, answer: Object.keys(answer).length === 0 ? undefined : answer });
    });
    connection.on("close", () => {
      live.delete(connection);
      for (const look of watchers) look();
    });
    connection.on("error", () => {});
    if (dismissal !== undefined) connection.send(JSON.stringify({ type: "disconnect", reason: dismissal }));
    if (!greets || dismissal !== undefined) return;
    connection.send(
      JSON.stringify({
        type: "hello",
        num_connections: live.size + 1,
        debug_info: { host: "fake", approximate_connection_time: 3600 },
        connection_info: { app_id: world.bot.appId },
      }),
    );
    greetings += 1;
    live.add(connection);
    for (const look of watchers) look();
    if (ending === undefined) return;
    connection.send(JSON.stringify({ type: "disconnect", reason: ending }));
    connection.close();
  }

  return {
    ticket() {
      const ticket = newId("K");
      tickets.add(ticket);
      return `${world.origin.replace(/^http/, "ws")}/link?ticket=${ticket}`;
    },
    open: () => live.size,
    greeted: () => greetings,
    interrupted: () => interrupted,
    setGreeting: (on) => void (greets = on),
    endGreeted: (reason) => void (ending = reason),

    untilOpen(count) {
      return new Promise((resolve) => {
        const look = (): void => {
          if (live.size !== count) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      });
    },

    deliver(kind, payload, retry) {
      const open = [...live];
      const connection = open[turn++ % Math.max(1, open.length)];
      if (!connection) return Promise.resolve(NOT_TAKEN);
      const id = randomUUID();
      return new Promise((resolve) => {
        const late = setTimeout(() => settle(NOT_TAKEN), ACK_MS);
        const gone = (): void => {
          interrupted += 1;
          settle(NOT_TAKEN);
        };
        const settle = (outcome: Outcome): void => {
          clearTimeout(late);
          connection.off("close", gone);
          waiting.delete(id);
          resolve(outcome);
        };
        connection.once("close", gone);
        waiting.set(id, settle);
        connection.send(
          JSON.stringify({
            envelope_id: id,
            type: kind,
            payload,
            accepts_response_payload: kind !== "events_api",
            ...(kind === "events_api" ? { retry_attempt: retry?.num ?? 0, retry_reason: retry?.reason ?? "" } : {}),
          }),
        );
      });
    },

    refresh(which = "all") {
      const chosen = which === "one" ? [...live].slice(0, 1) : [...live];
      for (const one of chosen) one.send(JSON.stringify({ type: "disconnect", reason: "refresh_requested" }));
    },
    dismiss(reason) {
      dismissal = reason;
      if (reason === undefined) return;
      for (const one of live) one.send(JSON.stringify({ type: "disconnect", reason }));
    },
    cut() {
      for (const one of live) one.terminate();
    },
    sendRaw(frame) {
      for (const one of live) one.send(frame);
    },
    sendBytes(bytes) {
      for (const one of wires) if (!one.destroyed) one.write(bytes);
    },
    close() {
      for (const one of sockets.clients) one.terminate();
      sockets.close();
    },
  };
}
