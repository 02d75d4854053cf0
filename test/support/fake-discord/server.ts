import { Busboy } from "@fastify/busboy";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { ConnectionCut, DiscordFailure, failures, GlobalLimit } from "./failure.ts";
import type { UploadedFile } from "./messages.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Json } from "./render.ts";

/** An API call and its answer. */
export interface LedgerEntry {
  readonly at: number;
  readonly method: string;
  /** With real ids, without the query. */
  readonly path: string;
  /** With ids as `:id` and interaction tokens as `:token`. */
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly files: readonly { readonly filename: string; readonly bytes: number }[];
  readonly authorization: string | undefined;
  status: number;
  /** Discord's error code of a refusal. */
  code: number | undefined;
}

/** A parsed body: JSON, and the uploaded files. */
export interface Incoming {
  readonly json: unknown;
  readonly files: readonly UploadedFile[];
}

export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly files: readonly UploadedFile[];
}

export interface ApiRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v10`. */
  readonly path: string;
  /** Interaction routes carry their token in the path and need no other. */
  readonly open?: true;
  run(call: Call): Json | readonly Json[] | undefined | Promise<Json | readonly Json[] | undefined>;
}

/** How Discord fails: with its own 503, by cutting connections, or by not answering. */
export type Outage = "unavailable" | "cut" | "silent";

export interface ServerContext {
  /** The currently valid token. */
  readonly token: () => string;
  readonly outage: () => Outage | undefined;
  readonly now: () => number;
  readonly ledger: LedgerEntry[];
  readonly limits: RateLimits;
  /** May delay or fail a call before it runs; `after` may do so before the answer is sent. */
  readonly before: (entry: LedgerEntry) => Promise<void>;
  readonly after: (entry: LedgerEntry) => Promise<void>;
}

/** An HTTP server with Discord's REST API, version 10. */
export function createServer(routes: readonly ApiRoute[], context: ServerContext): FastifyInstance {
  const server = Fastify({
    forceCloseConnections: true,
    bodyLimit: 512 * 1024 * 1024,
    routerOptions: { maxParamLength: 512 },
  });
  server.addContentTypeParser("multipart/form-data", (_request: FastifyRequest, payload: IncomingMessage) =>
    readMultipart(payload),
  );
  server.addHook("onRequest", async (request, reply) => {
    switch (context.outage()) {
      case "unavailable":
        return reply.code(503).type("text/plain").send("upstream connect error or disconnect/reset before headers");
      case "cut":
        request.raw.destroy();
        return reply.hijack();
      case "silent":
        return reply.hijack();
      case undefined:
        return undefined;
    }
  });
  for (const route of routes) {
    server.route({
      method: route.method,
      url: `/api/v10${route.path}`,
      async handler(request, reply) {
        const { json, files } = incomingOf(request);
        const entry = entryFor(request, json, files, context.now());
        context.ledger.push(entry);
        try {
          await context.before(entry);
          if (!route.open && entry.authorization !== `Bot ${context.token()}`) throw failures.unauthorized();
          const { headers, retryAfterMs } = context.limits.count(`${route.method} ${entry.route}`, majorOf(entry.path));
          void reply.headers(headers);
          if (retryAfterMs !== undefined) {
            entry.status = 429;
            const retryAfter = retryAfterMs / 1000;
            await reply
              .code(429)
              .header("Retry-After", String(retryAfter))
              .send({ message: "You are being rate limited.", retry_after: retryAfter, global: false });
            return;
          }
          const answer = await route.run({ params: stringsOf(request.params), query: entry.query, json, files });
          entry.status = answer === undefined ? 204 : 200;
          await context.after(entry);
          await reply.code(entry.status).send(answer);
        } catch (error) {
          if (error instanceof ConnectionCut) {
            reply.hijack();
            request.raw.socket.destroy();
            return;
          }
          if (!(error instanceof DiscordFailure)) throw error;
          entry.status = error.status;
          entry.code = error.code;
          // Discord's limits on messages don't identify themselves as bucket limits.
          if (error.status === 429) void reply.header("Retry-After", "600");
          if (error instanceof GlobalLimit) void reply.header("X-RateLimit-Global", "true");
          await reply.code(error.status).send(error.body());
        }
      },
    });
  }
  return server;
}

function entryFor(request: FastifyRequest, json: unknown, files: readonly UploadedFile[], at: number): LedgerEntry {
  const path = (request.url.split("?")[0] ?? "").replace(/^\/api\/v10/, "");
  return {
    at,
    method: request.method,
    path: decodeURIComponent(path),
    route: path
      .replaceAll(/\d{17,19}(?=\/|$)/g, ":id")
      .replace(/^\/(interactions|webhooks)\/:id\/[^/]+/, "/$1/:id/:token"),
    query: stringsOf(request.query),
    body: json,
    files: files.map(({ filename, content }) => ({ filename, bytes: content.length })),
    authorization: request.headers.authorization,
    status: 500,
    code: undefined,
  };
}

/** The id by which Discord counts a route's calls: the first one in the path. */
function majorOf(path: string): string {
  return /^\/(?:channels|guilds|webhooks)\/(\d+)/.exec(path)?.[1] ?? "";
}

function incomingOf({ body }: FastifyRequest): Incoming {
  if (typeof body === "object" && body !== null && "files" in body && Array.isArray(body.files)) {
    return { json: "json" in body ? body.json : undefined, files: body.files };
  }
  return { json: body ?? undefined, files: [] };
}

function stringsOf(values: unknown): Record<string, string> {
  if (typeof values !== "object" || values === null) return {};
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Reads what discord.js and other clients send: the files, and `payload_json`. */
async function readMultipart(payload: IncomingMessage): Promise<Incoming> {
  const type = payload.headers["content-type"];
  if (type === undefined) throw failures.invalidForm({ body: "no content type" });
  const headers: IncomingHttpHeaders & { "content-type": string } = { ...payload.headers, "content-type": type };
  const parser = new Busboy({ headers, limits: { fieldSize: 1024 * 1024 } });
  const files: Promise<UploadedFile>[] = [];
  let json: unknown;
  parser.on("file", (field, stream, filename, _encoding, contentType) => {
    const index = /^files\[(\d+)\]$/.exec(field)?.[1];
    if (index === undefined) throw failures.invalidForm({ [field]: "not a file's field" });
    files.push(buffer(stream).then((content) => ({ index, filename, contentType, content })));
  });
  parser.on("field", (field, value) => {
    if (field === "payload_json") json = JSON.parse(value);
  });
  const finished = new Promise<void>((resolve, reject) => {
    parser.on("finish", resolve);
    parser.on("error", reject);
    payload.on("error", reject);
    payload.on("aborted", () => reject(new Error("the upload was broken off")));
  });
  payload.pipe(parser);
  await finished;
  return { json, files: await Promise.all(files) };
}
