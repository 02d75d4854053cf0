import { STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import {
  DefaultRestOptions,
  REST,
  RESTEvents,
  RESTJSONErrorCodes,
  type RequestData,
  type RESTOptions,
} from "discord.js";
import { Headers, request } from "undici";
import { z } from "zod";
import type { OutgoingFile } from "../../../core/chat/message.ts";
import { multipartOf } from "../post/upload.ts";

/** An upload of the largest file that Discord takes (100 MiB), at 350 kB a second; what discord.js gives up by itself, it sends again. */
const DISCORD_CALL_MS = 5 * 60_000;
/** Tries of one call beyond the first; whoever called tries again later, and posts carry a nonce. */
const DISCORD_RETRIES = 1;

const UNAUTHORIZED = 401;
const RATE_LIMITED = 429;
const REFUSED = 400;
const Refusal = z.object({ code: z.number() });

/** Where Discord is: its own addresses unless the configuration names others. */
export interface DiscordAddresses {
  /** Without the version, e.g. `https://discord.com/api`. */
  readonly api?: string;
  readonly cdn?: string;
}

/** Discord's REST API by the bot's token, with discord.js's own keeping of rate limits. */
export interface DiscordRest {
  readonly rest: REST;
  /** Posts or changes a message; files are streamed. */
  send(call: SendCall): Promise<unknown>;
}

export interface SendCall {
  readonly method: "POST" | "PATCH";
  readonly route: `/${string}`;
  readonly body: object;
  readonly files: readonly OutgoingFile[];
  readonly signal: AbortSignal | undefined;
  /** Fails at once where the rate limit would make it wait: by then it would be out of date. */
  readonly droppable?: boolean;
}

export function createDiscordRest(token: string, addresses: DiscordAddresses): DiscordRest {
  const droppable = new Set<string>();
  const rest = new SteadyRest({
    ...restOptions(addresses),
    rejectOnRateLimit: ({ method, url }) => droppable.has(`${method.toUpperCase()} ${url}`),
  }).setToken(token);
  return {
    rest,
    async send({ method, route, body, files, signal, droppable: isDroppable }) {
      const name = `${method} ${rest.options.api}/v${rest.options.version}${route}`;
      const options: RequestData = signal ? { signal } : {};
      if (files.length > 0) {
        const upload = multipartOf(files, body);
        Object.assign(options, { body: upload, passThroughBody: true, headers: upload.headers });
      } else Object.assign(options, { body });
      if (isDroppable) droppable.add(name);
      try {
        return await (method === "POST" ? rest.post(route, options) : rest.patch(route, options));
      } finally {
        droppable.delete(name);
      }
    },
  };
}

/**
 * After a single 401 the library throws its token away, and every later call fails without being sent. Discord may have meant it
 * for a moment only, so each call carries the token.
 */
class SteadyRest extends REST {
  override setToken(token: string | null): this {
    return token === null ? this : super.setToken(token);
  }
}

/** Whether Discord refused the bot's token when it was last sent. An interaction's own token does not count. */
export function watchToken(rest: REST): () => boolean {
  let refused = false;
  rest.on(RESTEvents.Response, ({ route }, { status }) => {
    if (status < 500 && !/^\/(?:webhooks|interactions)\//.test(route)) refused = status === UNAUTHORIZED;
  });
  return () => refused;
}

/** What every REST client of ours is set to: discord.js gives an upload up after 15 s by itself, and sends it again. */
export function restOptions({ api, cdn }: DiscordAddresses): Partial<RESTOptions> {
  return {
    timeout: DISCORD_CALL_MS,
    retries: DISCORD_RETRIES,
    makeRequest,
    ...(api === undefined ? {} : { api }),
    ...(cdn === undefined ? {} : { cdn, mediaProxy: cdn }),
  };
}

type Answer = Awaited<ReturnType<RESTOptions["makeRequest"]>>;

const makeRequest: RESTOptions["makeRequest"] = async (url, init) => {
  const { body } = init;
  const streamed = typeof body === "object" && body !== null && Symbol.asyncIterator in body ? body : undefined;
  if (streamed) return notLimited(await streamRequest(url, init, streamed));
  return notLimited(await DefaultRestOptions.makeRequest(url, body instanceof FormData ? await encoded(init) : init));
};

type Init = Parameters<RESTOptions["makeRequest"]>[1];

/** The library makes forms with Node's own class, and sends them with a client that takes only its own. */
async function encoded(init: Init): Promise<Init> {
  const { body, headers } = init;
  const form = new Response(body instanceof FormData ? body : null);
  const type = form.headers.get("content-type") ?? "";
  const given = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)] as const);
  return {
    ...init,
    body: Buffer.from(await form.arrayBuffer()),
    headers: { ...Object.fromEntries(given), "content-type": type },
  };
}

/** What is streamed the library would gather in memory first. */
async function streamRequest(
  url: string,
  { method, headers, signal }: Init,
  body: AsyncIterable<unknown>,
): Promise<Answer> {
  const stream = Readable.from(body, { objectMode: false });
  // Discord may answer without waiting for the end; an error after that is nobody's.
  stream.on("error", () => undefined);
  const answer = await request(url, {
    method: method === "PATCH" ? "PATCH" : "POST",
    headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])),
    body: stream,
    signal: signal ?? null,
  });
  const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? "")] as const);
  return answerOf(answer.statusCode, new Headers(Object.fromEntries(named)), await answer.body.text());
}

/**
 * Edits of old messages are refused with the status of a rate limit, which the library would wait for, and everyone who edits
 * in that channel behind it. Waiting is no use: it is a refusal.
 */
async function notLimited(answer: Answer): Promise<Answer> {
  if (answer.status !== RATE_LIMITED) return answer;
  const text = await answer.text();
  const parsed = Refusal.safeParse(parseJson(text));
  const isRefusal = parsed.data?.code === RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached;
  return answerOf(isRefusal ? REFUSED : RATE_LIMITED, answer.headers, text);
}

function answerOf(status: number, headers: Answer["headers"], text: string): Answer {
  return {
    body: null,
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
    json: async () => parseJson(text),
    text: async () => text,
    bodyUsed: false,
    headers,
    status,
    statusText: STATUS_CODES[status] ?? "",
    ok: status >= 200 && status < 300,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
