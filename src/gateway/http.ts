import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import type { StreamedBody } from "../job/remote.ts";
import {
  ANSWER_HEADERS_MS,
  ANSWER_SILENCE_MS,
  CONNECT_MS,
  GATEWAY_CONNECTIONS,
  UPLOAD_BYTES_PER_SECOND,
} from "../limits.ts";
import type { Logger } from "../log.ts";
import { startDeadline } from "./deadline.ts";
import {
  CallStoppedError,
  type GatewayError,
  GatewayTimeoutError,
  RedirectError,
  UnexpectedAnswerError,
} from "./gateway-error.ts";
import { headerText, madeAt, requestIdOf } from "./headers.ts";
import { lookupPublic } from "../public-address.ts";
import { retryAfterMs } from "./retry.ts";
import { SendWatch, watchingSend } from "./send-watch.ts";
import { transportError } from "./transport-error.ts";
import { bytesOf, startUpload } from "./upload.ts";

/** One HTTP call to a gateway. */
export interface GatewayCall {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: URL;
  /** Path and query as they go out, where they must stay byte for byte what somebody gave us; default: those of `url`. */
  readonly target?: string;
  /** Sent as the bearer key to exactly this address; undefined where none is needed. */
  readonly apiKey: string | undefined;
  readonly accept: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | StreamedBody;
  /** A name that leads to a private address is not connected to (default false). Only for long calls. */
  readonly publicOnly?: boolean;
  /** Long calls (event streams, downloads) have connections of their own, so that short ones never wait for them. */
  readonly long: boolean;
  /** The whole call, answer included, may take this long; undefined where silence is the only limit. Milliseconds. */
  readonly deadlineMs: number | undefined;
  /** Silence in the middle of the answer; 0 where the caller watches over it. Milliseconds. */
  readonly silenceMs?: number;
}

/** The headers of an answer of any status but a redirect, and its body still to come. */
export interface GatewayAnswer {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** Lower case, without parameters. */
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  /** As they came: they are compared, never shown. */
  readonly etag: string | undefined;
  readonly contentRange: string | undefined;
  /** Whether the answer says where it ends. Without that, one that broke off can't be told from a whole one. */
  readonly framed: boolean;
  /** Must be read or destroyed. Its errors are for `transportError`. */
  readonly body: Readable;
}

/** The way to the gateways: keep-alive connections, one request at a time on each. */
export interface GatewayHttp {
  /** Sends the call once and resolves with the answer's headers. Rejects with a `GatewayError` alone. */
  open(call: GatewayCall, signal: AbortSignal): Promise<GatewayAnswer>;
  /** Ends everything that is under way. */
  close(): Promise<void>;
}

export interface GatewayHttpOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** For tests; production uses the table of limits. Milliseconds. */
  readonly timeouts?: { readonly connectMs?: number; readonly headersMs?: number; readonly silenceMs?: number };
}

/** Makes the way to the gateways. Nothing is connected before the first call. */
export function createGatewayHttp(options: GatewayHttpOptions): GatewayHttp {
  const { clock, log, timeouts = {} } = options;
  const connect = { timeout: timeouts.connectMs ?? CONNECT_MS };
  const shared: Agent.Options = {
    connect,
    bodyTimeout: timeouts.silenceMs ?? ANSWER_SILENCE_MS,
    // One request at a time on a connection, so that a broken connection concerns one request and no other.
    allowH2: false,
    pipelining: 1,
  };
  const agents = {
    short: new Agent({ ...shared, connections: GATEWAY_CONNECTIONS }),
    long: new Agent(shared),
    toPublic: new Agent({ ...shared, connect: { ...connect, lookup: lookupPublic, autoSelectFamily: true } }),
  };
  const short = agents.short.compose(watchingSend);
  const long = agents.long.compose(watchingSend);
  const toPublic = agents.toPublic.compose(watchingSend);
  const dispatcherFor = (call: GatewayCall): Dispatcher => (call.publicOnly ? toPublic : call.long ? long : short);

  async function open(call: GatewayCall, signal: AbortSignal): Promise<GatewayAnswer> {
    const watch = new SendWatch();
    const deadline = call.deadlineMs === undefined ? undefined : uploadDeadline(call.deadlineMs, call, signal, watch);
    const callSignal = deadline?.signal ?? signal;
    const startedAt = clock.elapsed();
    try {
      if (callSignal.aborted) throw new CallStoppedError(false, callSignal.reason);
      const request = dispatcherFor(call).request({ ...requestOptions(call, callSignal), opaque: watch });
      const answer = toAnswer(await untilAborted(request, callSignal, watch));
      answer.body.once("close", () => deadline?.done());
      log.debug(
        {
          method: call.method,
          path: call.url.pathname,
          status: answer.status,
          requestId: answer.requestId,
          ms: clock.elapsed() - startedAt,
        },
        "gateway answered",
      );
      return answer;
    } catch (error) {
      deadline?.done();
      const failure = transportError(error, watch.started, callSignal);
      log.debug(
        {
          method: call.method,
          path: call.url.pathname,
          code: failure.code,
          sent: failure.sent,
          reason: failure.message,
        },
        "gateway call failed",
      );
      throw failure;
    }
  }

  function uploadDeadline(ms: number, call: GatewayCall, signal: AbortSignal, watch: SendWatch) {
    const reason = (): GatewayError => new GatewayTimeoutError(`not finished within ${ms} ms`, { sent: watch.started });
    return startDeadline(clock, ms + uploadMs(call), signal, reason);
  }

  function requestOptions(call: GatewayCall, signal: AbortSignal): Dispatcher.RequestOptions {
    const upload = startUpload(call.body);
    return {
      origin: call.url.origin,
      path: call.target ?? call.url.pathname + call.url.search,
      method: call.method,
      headers: {
        ...call.headers,
        ...upload.headers,
        accept: call.accept,
        // The answers are bounded as they come over the wire, so they must come as they are.
        "accept-encoding": "identity",
        ...(call.apiKey === undefined ? {} : { authorization: `Bearer ${call.apiKey}` }),
      },
      body: upload.body,
      signal,
      headersTimeout: (timeouts.headersMs ?? ANSWER_HEADERS_MS) + uploadMs(call),
      ...(call.silenceMs === undefined ? {} : { bodyTimeout: call.silenceMs }),
    };
  }

  function toAnswer(response: Dispatcher.ResponseData<unknown>): GatewayAnswer {
    const { statusCode: status, headers, body } = response;
    // Whoever destroys the body unread must not be killed by its error.
    body.on("error", () => undefined);
    const requestId = requestIdOf(headers);
    const encoding = headerText(headers, "content-encoding");
    let failure: GatewayError | undefined;
    if (status >= 300 && status < 400) {
      failure = new RedirectError(`HTTP ${status}: it redirects elsewhere; is the base URL right?`, requestId);
    } else if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
      failure = new UnexpectedAnswerError(`HTTP ${status}: an encoding we did not ask for`, { requestId });
    }
    if (failure) {
      body.destroy();
      throw failure;
    }
    const length = Number(headerText(headers, "content-length") ?? Number.NaN);
    return {
      status,
      requestId,
      // A moment that it names is of its own clock.
      retryAfterMs: retryAfterMs(headerText(headers, "retry-after"), madeAt(headers) ?? clock.now()),
      contentType: headerText(headers, "content-type")?.split(";", 1)[0]?.trim().toLowerCase(),
      contentLength: Number.isSafeInteger(length) ? length : undefined,
      etag: headerText(headers, "etag"),
      contentRange: headerText(headers, "content-range"),
      framed: headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined,
      body,
    };
  }

  return {
    open,
    async close() {
      const reason = new Error("Easel is stopping");
      await Promise.all(Object.values(agents).map((agent) => agent.destroy(reason)));
    },
  };
}

/** The time that the slowest upload we put up with may need on top. */
function uploadMs(call: GatewayCall): number {
  return Math.ceil((bytesOf(call.body) / UPLOAD_BYTES_PER_SECOND) * 1000);
}

/**
 * undici looks at the signal only once it has a connection; who stops a call must not wait for that. The request is not lost
 * from sight: undici ends it, unwritten, when the connection is there.
 */
function untilAborted<T>(response: Promise<T>, signal: AbortSignal, watch: SendWatch): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      if (!watch.started) reject(new CallStoppedError(false, signal.reason));
    };
    signal.addEventListener("abort", onAbort, { once: true });
    response.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
