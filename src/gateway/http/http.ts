import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import type { Clock } from "../../lib/clock.ts";
import type { StreamedBody } from "../../core/job/remote.ts";
import { CONNECT_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import { startDeadline, type Deadline } from "./deadline.ts";
import { exchange, ExchangeFailure, type Patience } from "./exchange.ts";
import {
  CallStoppedError,
  type GatewayError,
  GatewayTimeoutError,
  RedirectError,
  UnexpectedAnswerError,
} from "../gateway-error.ts";
import { headerText, madeAt, requestIdOf } from "./headers.ts";
import { lookupPublic } from "../../lib/http/address-scope.ts";
import { retryAfterMs } from "./retry.ts";
import { SendTracker, trackingSend } from "./send-tracker.ts";
import { transportError } from "./transport-error.ts";
import { bytesOf, startUpload } from "./multipart-upload.ts";

/** Time limit from the sent request to the answer's headers. Submits have no slow uploads, and reads are look-ups. */
const ANSWER_HEADERS_MS = 30_000;
/** The same for a call that can't be repeated: without its answer, what it made is lost. Longer than most proxies wait. */
export const ONCE_ANSWER_MS = 3 * 60_000;
/** The longest silence in the middle of an answer. */
const ANSWER_SILENCE_MS = 30_000;
/** The slowest acceptable upload: a create with pictures gets one more second for this many bytes. */
const UPLOAD_BYTES_PER_SECOND = 128 * 1024;
/** Connections to one gateway for short calls; event streams and downloads have their own. */
export const GATEWAY_CONNECTIONS = 128;

/** One HTTP call to a gateway. */
export interface GatewayCall {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: URL;
  /** Path and query to send, if they must stay exactly as given. Defaults to those of `url`. */
  readonly target?: string;
  /** Sent as the bearer key to exactly this address. Undefined if none is needed. */
  readonly apiKey: string | undefined;
  readonly accept: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | StreamedBody;
  /** Don't connect to a name that resolves to a private address (default false). Only for long calls. */
  readonly publicOnly?: boolean;
  /**
   * The call can't be repeated (default false). So its answer has more time, and it gets a new connection: on a used one, the
   * server may hang up just as the request goes out, which leaves the outcome unknown.
   */
  readonly once?: boolean;
  /** Long calls (event streams, downloads) have their own connections, so that short ones never wait for them. */
  readonly long: boolean;
  /** Time limit for the whole call, including the answer. Milliseconds. */
  readonly deadlineMs: number;
}

/** A call whose answer is read as it arrives. */
export interface ReadCall extends Omit<GatewayCall, "deadlineMs"> {
  readonly patience: Patience;
}

/** The headers of an answer of any status but a redirect. */
export interface AnswerHead {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** Lower case, without parameters. */
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  /** Unchanged: they are compared, never shown. */
  readonly etag: string | undefined;
  readonly contentRange: string | undefined;
  /** Whether the answer declares its length. Without it, a truncated answer looks complete. */
  readonly framed: boolean;
}

/** An answer whose body follows. */
export interface GatewayAnswer extends AnswerHead {
  /** Must be read or destroyed. Convert its errors with `transportError`. */
  readonly body: Readable;
}

/** Receives an answer as it arrives. It can't slow the answer down, so it must be quick; its errors end the call. */
export interface AnswerReader {
  head(answer: AnswerHead): void;
  /** The next bytes of the body. `enough` means that the rest is not needed. */
  data(chunk: Buffer): "enough" | void;
}

/** Connections to the gateways: keep-alive, one request at a time on each. */
export interface GatewayHttp {
  /** Sends the call once and resolves with the answer's headers. Rejects only with a `GatewayError`. */
  open(call: GatewayCall, signal: AbortSignal): Promise<GatewayAnswer>;
  /**
   * Sends the call once and passes its answer to `reader`, for answers that are small or read in chunks: it costs a fraction of
   * a stream. Resolves at the answer's end. Rejects only with a `GatewayError`.
   */
  read(call: ReadCall, reader: AnswerReader, signal: AbortSignal): Promise<void>;
  /** Ends all calls. */
  close(): Promise<void>;
}

export interface GatewayHttpOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Called at the end of each call that we did not stop. `failure` is undefined if a server gave a proper answer. */
  readonly onOutcome?: (origin: string, failure: string | undefined) => void;
  /** For tests; production uses the limits above. Milliseconds. */
  readonly timeouts?: Readonly<Partial<Record<"connectMs" | "headersMs" | "onceMs" | "silenceMs", number>>>;
}

/** Creates the HTTP client. It connects with the first call. */
export function createGatewayHttp(options: GatewayHttpOptions): GatewayHttp {
  const { clock, log, timeouts = {}, onOutcome = () => {} } = options;
  const connect = { timeout: timeouts.connectMs ?? CONNECT_MS };
  const shared: Agent.Options = {
    connect,
    bodyTimeout: timeouts.silenceMs ?? ANSWER_SILENCE_MS,
    // One request at a time per connection, so that a broken connection affects one request only.
    allowH2: false,
    pipelining: 1,
  };
  const agents = {
    short: new Agent({ ...shared, connections: GATEWAY_CONNECTIONS }),
    long: new Agent(shared),
    once: new Agent({ ...shared, pipelining: 0, bodyTimeout: timeouts.onceMs ?? ONCE_ANSWER_MS }),
    toPublic: new Agent({ ...shared, connect: { ...connect, lookup: lookupPublic, autoSelectFamily: true } }),
  };
  const agentFor = (call: ReadCall | GatewayCall): Agent => {
    if (call.publicOnly) return agents.toPublic;
    if (call.once) return agents.once;
    return call.long ? agents.long : agents.short;
  };
  const watched = new Map(Object.values(agents).map((agent) => [agent, agent.compose(trackingSend)] as const));
  const watchedFor = (call: GatewayCall): Dispatcher => watched.get(agentFor(call)) ?? agentFor(call);

  async function open(call: GatewayCall, signal: AbortSignal): Promise<GatewayAnswer> {
    const watch = new SendTracker();
    const deadline = uploadDeadline(call, signal, watch);
    const startedAt = clock.elapsed();
    try {
      if (signal.aborted) throw new CallStoppedError(false, signal.reason);
      const request = { ...requestOptions(call), signal: deadline.signal, opaque: watch };
      const { body, ...response } = await untilAborted(watchedFor(call).request(request), deadline.signal, watch);
      // Destroying an unread body must not crash the process.
      body.on("error", () => undefined);
      body.once("close", () => deadline.done());
      try {
        const answer = { ...headOf(response.statusCode, response.headers), body };
        noteAnswer(call, answer, startedAt);
        return answer;
      } catch (error) {
        body.destroy();
        throw error;
      }
    } catch (error) {
      deadline.done();
      throw noted(call, transportError(error, watch.started, deadline.signal));
    }
  }

  async function read(call: ReadCall, reader: AnswerReader, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw noted(call, new CallStoppedError(false, signal.reason));
    const startedAt = clock.elapsed();
    const { renewed, ms } = call.patience;
    // A limit on silence is enforced here, not by undici.
    const request = { ...requestOptions(call), ...(renewed ? { bodyTimeout: 0 } : {}) };
    const receiver = {
      head(status: number, headers: IncomingHttpHeaders) {
        const answer = headOf(status, headers);
        noteAnswer(call, answer, startedAt);
        reader.head(answer);
      },
      data: (chunk: Buffer) => reader.data(chunk),
    };
    const patience = { renewed, ms: ms + uploadMs(call) };
    try {
      await exchange(agentFor(call), request, receiver, { clock, patience }, signal);
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      throw noted(call, transportError(error.cause, error.sent, signal));
    }
  }

  function noteAnswer(call: ReadCall | GatewayCall, answer: AnswerHead, startedAt: number): void {
    const { status, requestId } = answer;
    onOutcome(call.url.origin, status < 500 ? undefined : `HTTP ${status}`);
    log.debug({ ...inLog(call), status, requestId, ms: clock.elapsed() - startedAt }, "gateway answered");
  }

  function noted(call: ReadCall | GatewayCall, failure: GatewayError): GatewayError {
    const { code, sent, message: reason } = failure;
    // The redirect of a signed link is a proper answer: the caller may follow it.
    const isAnswer = failure instanceof RedirectError && call.apiKey === undefined;
    if (!(failure instanceof CallStoppedError)) onOutcome(call.url.origin, isAnswer ? undefined : reason);
    log.debug({ ...inLog(call), code, sent, reason }, "gateway call failed");
    return failure;
  }

  function uploadDeadline(call: GatewayCall, signal: AbortSignal, watch: SendTracker): Deadline {
    const ms = call.deadlineMs + uploadMs(call);
    return startDeadline(clock, ms, signal, () => {
      return new GatewayTimeoutError(`not finished within ${ms} ms`, { sent: watch.started });
    });
  }

  function requestOptions(call: GatewayCall | ReadCall): Dispatcher.DispatchOptions {
    const upload = startUpload(call.body);
    const answerMs = call.once ? (timeouts.onceMs ?? ONCE_ANSWER_MS) : (timeouts.headersMs ?? ANSWER_HEADERS_MS);
    return {
      origin: call.url.origin,
      path: call.target ?? call.url.pathname + call.url.search,
      method: call.method,
      headers: {
        ...call.headers,
        ...upload.headers,
        accept: call.accept,
        // Answers are bounded by their bytes on the wire, so they must arrive uncompressed.
        "accept-encoding": "identity",
        ...(call.apiKey === undefined ? {} : { authorization: `Bearer ${call.apiKey}` }),
      },
      body: upload.body,
      headersTimeout: answerMs + uploadMs(call),
    };
  }

  function headOf(status: number, headers: IncomingHttpHeaders): AnswerHead {
    const requestId = requestIdOf(headers);
    if (status >= 300 && status < 400) {
      const reason = `HTTP ${status}: redirects are not followed with a key; is the base URL right?`;
      throw new RedirectError(reason, requestId, headerText(headers, "location"));
    }
    const encoding = headerText(headers, "content-encoding");
    if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
      throw new UnexpectedAnswerError(`HTTP ${status}: a content encoding that was not requested`, { requestId });
    }
    const length = Number(headerText(headers, "content-length") ?? Number.NaN);
    const retryAfter = headerText(headers, "retry-after");
    return {
      status,
      requestId,
      // A date in `Retry-After` is relative to the server's clock.
      retryAfterMs: retryAfter === undefined ? undefined : retryAfterMs(retryAfter, madeAt(headers) ?? clock.now()),
      contentType: headerText(headers, "content-type")?.split(";", 1)[0]?.trim().toLowerCase(),
      contentLength: Number.isSafeInteger(length) ? length : undefined,
      etag: headerText(headers, "etag"),
      contentRange: headerText(headers, "content-range"),
      framed: headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined,
    };
  }

  return {
    open,
    read,
    async close() {
      const reason = new Error("Easel is stopping");
      await Promise.all(Object.values(agents).map((agent) => agent.destroy(reason)));
    },
  };
}

/** The extra time that the slowest acceptable upload needs. */
function uploadMs(call: GatewayCall | ReadCall): number {
  return Math.ceil((bytesOf(call.body) / UPLOAD_BYTES_PER_SECOND) * 1000);
}

/**
 * undici checks the signal only once it has a connection; stopping a call must not wait for that. undici ends the request,
 * unwritten, when the connection is there.
 */
function untilAborted<T>(response: Promise<T>, signal: AbortSignal, watch: SendTracker): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      if (!watch.started) reject(new CallStoppedError(false, signal.reason));
    };
    signal.addEventListener("abort", onAbort, { once: true });
    response.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** A call's fields in the log. A call without a key uses a signed link, whose path is a secret. */
function inLog({ method, url, apiKey }: ReadCall | GatewayCall): Readonly<Record<string, string>> {
  return apiKey === undefined ? { method, linkAt: url.host } : { method, path: url.pathname };
}
