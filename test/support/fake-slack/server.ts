import { parse } from "node:querystring";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { readArguments } from "./arguments.ts";
import { blocksProblem, list, record, textOf } from "./blocks.ts";
import { buttonsOf, menusOf } from "./reading.ts";
import type { Fault, Faults, LedgerEntry } from "./ledger.ts";
import { chatMethods } from "./methods-chat.ts";
import { fileMethods } from "./methods-files.ts";
import { linkMethods } from "./methods-links.ts";
import { functionMethods } from "./methods-functions.ts";
import { otherMethods } from "./methods-views.ts";
import { picturesProblem } from "./pictures.ts";
import { FakeRefusal } from "./refusal.ts";
import { SCOPES } from "./scopes.ts";
import { newId, type FakeEphemeral, type FakeMessage, type FakeWorld } from "./world.ts";

/** Larger files are counted but not kept. */
const KEPT_BYTES = 16 * 1024 * 1024;

export interface FakeServer {
  readonly http: FastifyInstance;
  close(): Promise<void>;
}

interface ServerParts {
  readonly world: FakeWorld;
  readonly faults: Faults;
  readonly ledger: LedgerEntry[];
  /** Creates the target of a socket ticket. */
  readonly ticket: () => string;
}

/** The Web API, uploads, downloads and response URLs, as strict as Slack. */
export async function startServer({ world, faults, ledger, ticket }: ServerParts): Promise<FakeServer> {
  const http = Fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 * 1024 });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  // Files are read as streams, so that large ones need no memory here.
  http.addContentTypeParser("application/octet-stream", (_request, payload, done) => done(null, payload));
  const files = fileMethods(world, (id) => `${world.origin}/upload/v1/${id}`);

  const bearer = (request: FastifyRequest): string => (request.headers.authorization ?? "").replace(/^Bearer /, "");

  function run(method: string, form: Record<string, unknown>, token: string, fault: Fault | undefined) {
    const args = readArguments(method, form);
    if (method === "apps.connections.open") {
      if (token !== world.appToken)
        throw new FakeRefusal(token.startsWith("xapp-") ? "invalid_auth" : "not_allowed_token_type");
      return { url: ticket() };
    }
    if (token !== world.botToken) throw new FakeRefusal(token === "" ? "not_authed" : "invalid_auth");
    const needed = SCOPES[method];
    if (needed !== undefined && !world.scopes.has(needed)) {
      throw Object.assign(new FakeRefusal("missing_scope"), { needed });
    }
    const act = chatMethods[method] ?? otherMethods[method] ?? linkMethods[method] ?? functionMethods[method];
    if (act) return act(args, world);
    const fileAct = files[method];
    if (!fileAct) throw new FakeRefusal("unknown_method");
    return fileAct(args, fault?.kind);
  }

  const call = async (
    request: FastifyRequest<{ Params: { method: string } }>,
    reply: FastifyReply,
  ): Promise<unknown> => {
    const { method } = request.params;
    const [, query = ""] = request.url.split("?");
    const form = { ...parse(Buffer.isBuffer(request.body) ? request.body.toString() : query) };
    const entry: LedgerEntry = { method, args: form, token: bearer(request), outcome: "under way" };
    ledger.push(entry);
    return faulty(method, entry, reply, (fault) => {
      if (entry.token === world.botToken) void reply.header("x-oauth-scopes", [...world.scopes].join(","));
      try {
        const answer = run(method, form, entry.token, fault);
        entry.outcome = "ok";
        return { ok: true, ...answer };
      } catch (error) {
        if (!(error instanceof FakeRefusal)) throw error;
        entry.outcome = error.code;
        const { code, details, needed } = error;
        const scopes = needed === undefined ? {} : { needed, provided: [...world.scopes].join(",") };
        return { ok: false, error: code, ...scopes, response_metadata: { messages: details } };
      }
    });
  };
  http.post("/api/:method", call);
  // Slack also accepts arguments in the query.
  http.get("/api/:method", call);

  http.post<{ Params: { id: string } }>("/upload/v1/:id", async (request, reply) => {
    const entry: LedgerEntry = { method: "upload", args: request.params, token: bearer(request), outcome: "under way" };
    ledger.push(entry);
    const { bytes, kept } = await readUpload(request.body);
    return faulty("upload", entry, reply, () => {
      const file = world.files.get(request.params.id);
      const fits = file?.state === "begun" && bytes === file.bytes;
      entry.outcome = fits ? "ok" : "refused";
      if (!file || !fits) return reply.code(400).send("bad upload");
      file.content = kept;
      file.state = "sent";
      return `OK - ${bytes}`;
    });
  });

  http.get<{ Params: { id: string } }>("/files/:id/*", async (request, reply) => {
    const entry: LedgerEntry = { method: "download", args: request.params, token: bearer(request), outcome: "ok" };
    ledger.push(entry);
    const file = world.files.get(request.params.id);
    const page = (): FastifyReply => reply.type("text/html; charset=utf-8").send("<!DOCTYPE html><title>Slack</title>");
    if (!file || file.isDeleted) return reply.code(404).send("not found");
    // Without the scope, a token gets a log-in page with HTTP 200.
    const mayRead = entry.token === world.botToken && world.scopes.has("files:read");
    if (!mayRead || file.download?.kind === "html") return page();
    if (file.download?.kind === "redirect") return reply.redirect(file.download.to);
    return reply.type(file.mimeType).send(file.content);
  });

  http.post<{ Params: { id: string } }>("/respond/:id", async (request, reply) => {
    const address = world.responseUrls.get(request.params.id);
    const body = record(JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString() : "{}"));
    const entry: LedgerEntry = { method: "respond", args: body, token: bearer(request), outcome: "ok" };
    ledger.push(entry);
    return faulty("respond", entry, reply, () => {
      const isOld = address !== undefined && Date.now() + world.aheadMs - address.at > 30 * 60_000;
      if (!address || isOld || address.uses >= 5) {
        entry.outcome = address && !isOld ? "used_url" : "expired_url";
        return reply.code(404).send({ ok: false, error: entry.outcome });
      }
      address.uses += 1;
      const blocks = list(body["blocks"]);
      if (blocksProblem(blocks, "message") ?? picturesProblem(blocks, world.files))
        return reply.code(400).send("invalid_blocks");
      const { userId, channel, source } = address;
      if (body["replace_original"] === true && source) {
        source.text = textOf(body["text"]);
        source.blocks = list(body["blocks"]);
      } else if (body["response_type"] === "ephemeral") {
        world.ephemerals.push({ userId, channel, text: textOf(body["text"]), blocks: list(body["blocks"]) });
      }
      return "ok";
    });
  });

  /** Makes a call fail as requested. */
  async function faulty(
    method: string,
    entry: LedgerEntry,
    reply: FastifyReply,
    act: (fault: Fault | undefined) => unknown,
  ) {
    const fault = faults.take(method);
    switch (fault?.kind) {
      case "ratelimited":
        entry.outcome = "ratelimited";
        if (fault.retryAfter !== undefined) reply.header("retry-after", String(fault.retryAfter));
        return reply.code(429).send({ ok: false, error: "ratelimited" });
      case "error":
        entry.outcome = fault.error;
        return { ok: false, error: fault.error };
      case "http":
        entry.outcome = `http ${fault.status}`;
        return reply.code(fault.status).send("trouble");
      case "drop-before":
        entry.outcome = "dropped before";
        return drop(reply);
      case "drop-after":
        act(fault);
        return drop(reply);
      case "hold-before":
        fault.reached();
        await fault.until;
        return act(fault);
      case "hold-after": {
        const answer = act(fault);
        fault.reached();
        await fault.until;
        return answer;
      }
      default:
        return act(fault);
    }
  }

  world.origin = await http.listen({ host: "127.0.0.1", port: 0 });
  return { http, close: () => http.close() };
}

/** A file's bytes; for a large file only their number. */
async function readUpload(body: unknown): Promise<{ bytes: number; kept: Buffer }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (body instanceof Readable) {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      if (bytes <= KEPT_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    }
  }
  return { bytes, kept: Buffer.concat(chunks) };
}

/** Breaks the connection. */
function drop(reply: FastifyReply): FastifyReply {
  reply.raw.destroy();
  return reply.hijack();
}

/** The newest private message with this button, or this choice in a menu, for this person. */
export function privateWith({ ephemerals }: FakeWorld, userId: string, button: string): FakeEphemeral | undefined {
  return ephemerals.findLast(({ userId: reader, blocks }) => {
    const choices = menusOf(blocks).flatMap((menu) => menu.choices);
    return reader === userId && [...buttonsOf(blocks), ...choices].some(({ id }) => id === button);
  });
}

/** A response URL, valid for five answers within half an hour. */
export function newResponseUrl(
  world: FakeWorld,
  userId: string,
  channel: string,
  source?: FakeMessage | FakeEphemeral,
): string {
  const id = newId("R");
  world.responseUrls.set(id, { userId, channel, uses: 0, at: Date.now() + world.aheadMs, source });
  return `${world.origin}/respond/${id}`;
}
