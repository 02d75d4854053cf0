import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { WebSocketServer, type WebSocket } from "ws";
import { z } from "zod";
import { renderGuild, renderUser, type Json } from "./render.ts";
import type { World } from "./world.ts";

const MESSAGE_CONTENT = 1 << 15;
const PRIVILEGED = (1 << 1) | (1 << 8) | MESSAGE_CONTENT;

const Frame = z.discriminatedUnion("op", [
  z.object({ op: z.literal(1), d: z.int().nullable() }),
  z.object({
    op: z.literal(2),
    d: z.object({ token: z.string(), intents: z.int(), shard: z.tuple([z.int(), z.int()]).optional() }),
  }),
  z.object({ op: z.literal(3), d: z.unknown() }),
  z.object({ op: z.literal(6), d: z.object({ token: z.string(), session_id: z.string(), seq: z.int() }) }),
]);

interface Session {
  readonly id: string;
  readonly intents: number;
  readonly sent: { readonly seq: number; readonly frame: string }[];
  socket: WebSocket | undefined;
  seq: number;
}

export interface Emitted {
  readonly number: number;
  readonly on: readonly Connected[];
}

/** A connection with a session, by this server's clock in Unix milliseconds. */
export interface Connected {
  /** When it was opened, when the session was ready on it, and when it was closed. */
  readonly openedAt: number;
  readonly readyAt: number;
  closedAt: number | undefined;
  /** The number of the last event that was sent on it. */
  last: number;
}

/** The gateway of one shard. */
export interface Gateway {
  /**
   * Renders an event for every connected session, and sends it. Returns its number, and the connections that it was sent on.
   */
  emit(event: string, render: (session: { readonly content: boolean }) => Json): Emitted;
  /** Every connection that ever had a session, in order. */
  readonly connections: readonly Connected[];
  /** The number of connected sessions. */
  connected(): number;
  /** How many sessions were started, and how many were resumed. */
  readonly counts: { identified: number; resumed: number };
  /** Breaks every connection, like a network failure. */
  drop(): void;
  /** Closes every connection with one of Discord's own codes. */
  closeAll(code: number): void;
  /** Sends every connection a frame that is not an event, such as op 7, which asks the bot to connect again. */
  tell(frame: { readonly op: number; readonly d: unknown }): void;
  /** Asks for a heartbeat at this interval, and acknowledges none; or behaves as usual. */
  ignoreHeartbeats(everyMs: number | undefined): void;
  /** Refuses new sessions with this code, or accepts them again. */
  turnAway(code: number | undefined): void;
  /** Stops answering new and resumed sessions, or answers them again. */
  mute(muted: boolean): void;
  /** How many connections got no answer. */
  unanswered(): number;
  /** Cuts new connections before they open, or accepts them again. */
  goAway(away: boolean): void;
  /** How many connections were attempted, successful or not. */
  attempts(): number;
  /** Resolves when that many sessions are connected. */
  until(connected: number): Promise<void>;
  close(): Promise<void>;
}

export function createGateway(
  server: Server,
  context: {
    readonly world: World;
    /** The currently valid token. */
    readonly token: () => string;
    readonly url: () => string;
    /** The privileged intents granted in the portal. */
    readonly granted: () => number;
  },
): Gateway {
  const { world } = context;
  const sockets = new WebSocketServer({ noServer: true });
  const sessions = new Set<Session>();
  const counts = { identified: 0, resumed: 0 };
  const connections: Connected[] = [];
  const connectionOf = new WeakMap<WebSocket, Connected>();
  let emitted = 0;
  const waiting = new Set<() => void>();
  let turnedAway: number | undefined;
  let isAway = false;
  let isMute = false;
  let ignoredEveryMs: number | undefined;
  let unanswered = 0;
  let attempts = 0;

  server.on("upgrade", (request, socket, head) => {
    attempts++;
    if (isAway) return socket.destroy();
    return sockets.handleUpgrade(request, socket, head, (one) => sockets.emit("connection", one, request));
  });

  const connected = (): number => [...sessions].filter((session) => session.socket !== undefined).length;
  const changed = (): void => waiting.forEach((look) => look());
  const dispatch = (session: Session, event: string, data: Json): void => {
    const frame = JSON.stringify({ op: 0, t: event, s: ++session.seq, d: data });
    session.sent.push({ seq: session.seq, frame });
    session.socket?.send(frame);
  };

  const identify = (socket: WebSocket, { token, intents }: { token: string; intents: number }): Session | undefined => {
    if (token !== context.token()) {
      socket.close(4004, "Authentication failed.");
      return undefined;
    }
    if (turnedAway !== undefined) {
      socket.close(turnedAway);
      return undefined;
    }
    if (isMute) {
      unanswered++;
      return undefined;
    }
    if ((intents & PRIVILEGED & ~context.granted()) !== 0) {
      socket.close(4014, "Disallowed intent(s).");
      return undefined;
    }
    const session: Session = { id: randomUUID(), intents, sent: [], socket, seq: 0 };
    sessions.add(session);
    counts.identified++;
    const guilds = [...world.guilds.values()].map(({ id }) => ({ id, unavailable: true }));
    dispatch(session, "READY", {
      v: 10,
      user: renderUser(world.bot),
      guilds,
      session_id: session.id,
      resume_gateway_url: context.url(),
      shard: [0, 1],
      application: { id: world.bot.id, flags: 0 },
    });
    for (const guild of world.guilds.values()) dispatch(session, "GUILD_CREATE", renderGuild(guild, world));
    return session;
  };

  const resume = (
    socket: WebSocket,
    given: { token: string; session_id: string; seq: number },
  ): Session | undefined => {
    if (given.token !== context.token()) {
      socket.close(4004, "Authentication failed.");
      return undefined;
    }
    if (isMute) {
      unanswered++;
      return undefined;
    }
    const session = [...sessions].find((one) => one.id === given.session_id);
    if (!session) {
      socket.send(JSON.stringify({ op: 9, d: false }));
      return undefined;
    }
    session.socket = socket;
    counts.resumed++;
    for (const { seq, frame } of session.sent) if (seq > given.seq) socket.send(frame);
    dispatch(session, "RESUMED", {});
    return session;
  };

  sockets.on("connection", (socket) => {
    let session: Session | undefined;
    const openedAt = world.now();
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: ignoredEveryMs ?? 41_250 } }));
    socket.on("message", (raw: Buffer) => {
      const frame = Frame.safeParse(JSON.parse(raw.toString()));
      if (!frame.success) return socket.close(4002, "Error while decoding payload.");
      if (frame.data.op === 1) return ignoredEveryMs === undefined && socket.send(JSON.stringify({ op: 11 }));
      if (frame.data.op === 3) return undefined;
      if (session) return socket.close(4005, "Already authenticated.");
      session = frame.data.op === 2 ? identify(socket, frame.data.d) : resume(socket, frame.data.d);
      if (session) {
        const connection: Connected = { openedAt, readyAt: world.now(), closedAt: undefined, last: 0 };
        connections.push(connection);
        connectionOf.set(socket, connection);
      }
      changed();
    });
    socket.on("error", () => undefined);
    socket.on("close", (code) => {
      const connection = connectionOf.get(socket);
      if (connection) connection.closedAt = world.now();
      if (session?.socket !== socket) return;
      session.socket = undefined;
      // A client that closes normally ends its session.
      if (code === 1000 || code === 1001) sessions.delete(session);
      changed();
    });
  });

  return {
    emit(event, render) {
      const number = ++emitted;
      const on: Connected[] = [];
      for (const session of sessions) {
        dispatch(session, event, render({ content: (session.intents & MESSAGE_CONTENT) !== 0 }));
        const connection = session.socket && connectionOf.get(session.socket);
        if (!connection) continue;
        connection.last = number;
        on.push(connection);
      }
      return { number, on };
    },
    connections,
    connected,
    counts,
    drop() {
      for (const socket of sockets.clients) socket.terminate();
    },
    closeAll(code) {
      for (const socket of sockets.clients) socket.close(code);
    },
    tell(frame) {
      for (const socket of sockets.clients) socket.send(JSON.stringify(frame));
    },
    ignoreHeartbeats: (everyMs) => void (ignoredEveryMs = everyMs),
    turnAway: (code) => void (turnedAway = code),
    mute: (muted) => void (isMute = muted),
    unanswered: () => unanswered,
    goAway(away) {
      isAway = away;
      if (away) for (const socket of sockets.clients) socket.terminate();
    },
    attempts: () => attempts,
    async until(wanted) {
      while (connected() !== wanted) {
        await new Promise<void>((resolve) => {
          const look = (): void => {
            waiting.delete(look);
            resolve();
          };
          waiting.add(look);
        });
      }
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
    },
  };
}
