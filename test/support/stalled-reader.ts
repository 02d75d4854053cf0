import { connect, type Socket } from "node:net";

/** A connection that has sent its requests and does not read the answers. */
export interface StalledReader {
  readonly socket: Socket;
  /** The first bytes of the first answer, including its whole head. */
  readonly first: Buffer;
  readonly status: number;
}

/** Requests the address this many times on one connection, and reads only the beginning of the first answer. */
export async function stallReader(
  url: string,
  { times = 1, headers = {} }: { readonly times?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<StalledReader> {
  const { hostname, port, pathname, search, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`.repeat(times));
  const begun = Promise.withResolvers<Buffer>();
  socket.once("close", () => begun.reject(new Error("closed without an answer")));
  socket.once("data", (chunk: Buffer) => {
    socket.pause();
    begun.resolve(chunk);
  });
  const first = await begun.promise;
  return { socket, first, status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first.toString("latin1"))?.[1]) };
}
