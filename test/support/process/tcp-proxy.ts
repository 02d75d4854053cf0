import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { portOf } from "./port.ts";

/** A wire that can be cut: everything between a client and a server goes through it. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection, and each new one at once. */
  cut(): void;
  /** Nobody is there any more: connections are refused until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Leaves connections open and carries nothing, like a network that swallows packets. */
  swallow(): void;
  /** What was open carries on; what was said meanwhile is gone. */
  heal(): void;
  /** Carries new connections. Of those that were open it knows nothing any more, and leaves both ends in the belief. */
  healForNew(): void;
  /**
   * Ends the next connection on which a client says these words: before the server hears them, or once it has answered, so that
   * the client can't know which.
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
        if (state !== "swallowing" && !forgotten.has(from)) to.write(chunk);
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
