import { STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import {
  DefaultRestOptions,
  REST,
  RESTEvents,
  RESTJSONErrorCodes,
  Routes,
  type InternalRequest,
  type RequestData,
  type RESTOptions,
} from "discord.js";
import { Headers, request } from "undici";
import { z } from "zod";
import { untilAborted } from "../../../lib/time-limit.ts";
import type { OutgoingFile } from "../../../core/chat/message.ts";
import { multipartOf } from "../post/upload.ts";

/**
 * Long enough to upload the largest file that Discord accepts (100 MiB) at 350 kB/s. discord.js repeats an upload that times out.
 */
const DISCORD_CALL_MS = 5 * 60_000;
/** Retries of one call after the first attempt. Few are enough: callers retry later, and posts carry a nonce. */
const DISCORD_RETRIES = 1;

const UNAUTHORIZED = 401;
const RATE_LIMITED = 429;
const REFUSED = 400;
const Refusal = z.object({
  code: z.number().optional().catch(undefined),
  retry_after: z.number().positive().optional().catch(undefined),
});

/** The wait after a rate limit that does not say how long it lasts. */
const DISCORD_UNSAID_LIMIT_S = 60;
/** The longest wait. After it, Discord is asked again. A timer can't wait longer than 24 days: it would end at once. */
const DISCORD_LIMIT_CAP_S = 24 * 60 * 60;

/** Discord's addresses, where the configuration overrides the defaults. */
export interface DiscordAddresses {
  /** Without the version, e.g. `https://discord.com/api`. */
  readonly api?: string;
  readonly cdn?: string;
}

/** Discord's REST API with the bot's token. discord.js handles rate limits. */
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
  /** Fail immediately instead of waiting for a rate limit. For content that would be out of date after the wait. */
  readonly droppable?: boolean;
}

export function createDiscordRest(token: string, addresses: DiscordAddresses): DiscordRest {
  const droppable = new Set<string>();
  const rest = new SteadyRest({
    ...restOptions(addresses),
    rejectOnRateLimit: ({ method, url }) => droppable.has(`${method.toUpperCase()} ${url}`),
  }).setToken(token);
  const isTokenRefused = watchToken(rest);
  return {
    rest,
    async send({ method, route, body, files, signal, droppable: isDroppable }) {
      // A small call shows whether the token works again, so that no upload is wasted.
      if (files.length > 0 && isTokenRefused()) await rest.get(Routes.user(), signal ? { signal } : {});
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
 * After a single 401, discord.js discards its token and fails every later call without sending it. The 401 may have
 * been temporary, so each call carries the token itself. discord.js also waits for a rate limit to the end, perhaps for hours, although
 * the call has been cancelled; then it doesn't send it.
 */
class SteadyRest extends REST {
  override setToken(token: string | null): this {
    return token === null ? this : super.setToken(token);
  }

  override request(options: InternalRequest): Promise<unknown> {
    return untilAborted(() => super.request(options), options.signal ?? undefined);
  }
}

/**
 * Whether Discord refused the bot's token the last time it was sent. Calls with an interaction's own token don't count.
 */
export function watchToken(rest: REST): () => boolean {
  let refused = false;
  rest.on(RESTEvents.Response, ({ route }, { status }) => {
    if (status < 500 && !/^\/(?:webhooks|interactions)\//.test(route)) refused = status === UNAUTHORIZED;
  });
  return () => refused;
}

/** Calls `limited` for each response that reports an exceeded rate limit. */
export function watchRateLimits(rest: REST, limited: () => void): void {
  rest.on(RESTEvents.Response, (_request, { status }) => {
    if (status === RATE_LIMITED) limited();
  });
}

/** The options of every REST client. By default, discord.js aborts an upload after 15 s and sends it again. */
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

/** discord.js builds forms with Node's `FormData`, but its HTTP client accepts only its own class. */
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

/** Streams the request. discord.js would buffer the whole body in memory. */
async function streamRequest(
  url: string,
  { method, headers, signal }: Init,
  body: AsyncIterable<unknown>,
): Promise<Answer> {
  const stream = Readable.from(body, { objectMode: false });
  // Discord may answer before it has read the whole body. After that, nothing handles an error of the stream.
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
 * Discord refuses edits of old messages with the status of a rate limit. discord.js would wait, and so would everyone
 * else who edits in that channel. Since waiting does not help, this status becomes a refusal.
 */
async function notLimited(answer: Answer): Promise<Answer> {
  if (answer.status !== RATE_LIMITED) return answer;
  const text = await answer.text();
  const { success: isDiscord, data } = Refusal.safeParse(parseJson(text));
  if (data?.code === RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached) {
    return answerOf(REFUSED, answer.headers, text);
  }
  const headers = new Headers([...answer.headers]);
  const given = Number(headers.get("Retry-After"));
  // Without a wait, discord.js would repeat the call at once, again and again, until Discord bans the address.
  const seconds = given > 0 ? given : (data?.retry_after ?? DISCORD_UNSAID_LIMIT_S);
  headers.set("Retry-After", String(Math.min(seconds, DISCORD_LIMIT_CAP_S)));
  // Cloudflare, in front of Discord, answers with a page, and refuses every call from this address.
  if (!isDiscord) headers.set("X-RateLimit-Global", "true");
  return answerOf(RATE_LIMITED, headers, text);
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
    return undefined;
  }
}
