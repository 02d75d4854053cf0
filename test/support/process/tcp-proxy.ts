import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { portOf } from "./port.ts";

/** A proxy between clients and a server that can simulate network failures. */
export interface TcpProxy {
  readonly port: number;
  /** Closes every connection, and each new one immediately. */
  cut(): void;
  /** Refuses connections until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Keeps connections open but transfers nothing, like a network that swallows packets. */
  swallow(): void;
  /** Resumes transfers. Data that was sent meanwhile is lost. */
  heal(): void;
  /** Resumes transfers for new connections only. The old ones stay open at both ends, but are dead. */
  healForNew(): void;
  /**
   * Cuts the next connection on which a client sends these words: before the server receives them, or after it has answered, so
   * that the client can't tell which.
   */
  cutAt(words: string, when: "unheard" | "answered"): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  let state: "open" | "cut" | "swallowing" = "open";
  const sockets = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  let trap: { readonly words: string; readonly when: "unheard" | "answered" } | undefined;
  const forget = (client: Socket, silenced: Socket): void => {
    forgotten.add(silenced);
    client.destroy();
  };
  const server = createServer((client) => {
    if (state === "cut") {
      client.destroy();
      return;
    }
    const upstream = connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk: Buffer) => {
        if (trap && from === client && chunk.includes(trap.words)) {
          if (trap.when === "unheard") forget(client, client);
          else upstream.prependOnceListener("data", () => forget(client, upstream));
          trap = undefined;
        }
        if (state === "swallowing" || forgotten.has(from) || to.write(chunk)) return;
        // Backpressure: a slow reader must not fill the memory of this process.
        from.pause();
        to.once("drain", () => from.resume());
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const cut = (): void => {
    state = "cut";
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  return {
    port,
    cut,
    async refuse() {
      cut();
      server.close();
      await once(server, "close");
    },
    async accept() {
      state = "open";
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    swallow: () => {
      state = "swallowing";
    },
    heal: () => {
      state = "open";
    },
    healForNew: () => {
      for (const socket of sockets) forgotten.add(socket);
      state = "open";
    },
    cutAt(words, when) {
      trap = { words, when };
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
