import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A TCP server whose every byte a test controls. */
export interface TcpServer {
  readonly url: string;
  /** Everything received so far, over all connections. */
  received(): string;
  /** How many requests have begun to arrive, by their request lines. */
  requests(): number;
  connections(): number;
  close(): Promise<void>;
}

/**
 * Starts the server on a free port of the loopback interface. `onRequest` is called when a request's head is complete, with its
 * number, counted from 1 over all connections.
 */
export async function startTcpServer(
  onRequest: (socket: Socket, head: string, number: number) => void,
  onConnection: (socket: Socket) => void = () => undefined,
  host = "127.0.0.1",
): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  let received = "";
  let connections = 0;
  let requests = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    let unread = "";
    socket.on("data", (data) => {
      received += data.toString("latin1");
      unread += data.toString("latin1");
      const end = unread.indexOf("\r\n\r\n");
      if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(unread) || end === -1) return;
      const head = unread.slice(0, end);
      unread = "";
      onRequest(socket, head, ++requests);
    });
    onConnection(socket);
  });
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return {
    url: `http://${host}:${address.port}`,
    received: () => received,
    requests: () => requests,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** A complete HTTP response as text. */
export function httpAnswer(status: number, body: string, headers: Record<string, string> = {}): string {
  const all = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join("")}\r\n${body}`;
}

/** The address of a port on which no server listens. */
export async function refusedUrl(): Promise<string> {
  const server = await startTcpServer(() => undefined);
  await server.close();
  return server.url;
}
