import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";

/**
 * Default headers of every response, including errors; a route may set others. They prevent framing, scripts, foreign resources
 * and MIME sniffing.
 */
export const SEALED_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** Sets the headers before anything else handles the request, so that refusals and unknown addresses have them too. */
export function sealResponses(server: FastifyInstance): void {
  server.addHook("onRequest", async (_request, reply) => {
    reply.headers(SEALED_HEADERS);
  });
}

/** Answers an address that can't be matched to a route. Hooks do not run for it. */
export function answerBadAddress(error: Error & { statusCode?: number }, _request: unknown, reply: FastifyReply): void {
  const status = error.statusCode ?? 400;
  void reply
    .code(status)
    .headers(SEALED_HEADERS)
    .send({ error: { code: "bad_address", message: STATUS_CODES[status] } });
}

/** Answers bytes that are not an HTTP request, or that arrive too slowly. Only the connection can be answered. */
export function answerBadConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ""] ?? 400;
  const headers = Object.entries({ ...SEALED_HEADERS, "content-length": "0", connection: "close" });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`);
  socket.destroy();
}
