import { StringDecoder } from "node:string_decoder";
import { createParser, type EventSourceMessage, type EventSourceParser, type ParseError } from "eventsource-parser";
import type { Clock } from "../clock.ts";
import { EVENT_CHARACTERS, EVENT_SILENCE_MS } from "../limits.ts";
import { bodyChunks } from "./body.ts";
import { withoutKey } from "./clean.ts";
import { GatewayFaultError, GatewayTimeoutError, UnexpectedAnswerError } from "./gateway-error.ts";
import type { GatewayAnswer, GatewayHttp } from "./http.ts";
import { readJson } from "./json-call.ts";
import { faultOfBody } from "./schema.ts";
import { startSilenceWatch } from "./silence.ts";

/** One server-sent event. `event` is undefined where the stream gave it no name. */
export interface ServerEvent {
  readonly event: string | undefined;
  readonly data: string;
}

export interface EventStreamCall {
  readonly url: URL;
  readonly apiKey: string;
}

/**
 * The server-sent events at an address, as they come; ends when the server closes the stream. Throws a `GatewayError` when the
 * stream can't be opened, breaks, is silent for 45 s (a heartbeat or a comment is no silence), or sends an event beyond all
 * measure. Whoever stops early, or aborts `signal`, closes the connection by that.
 */
export async function* readEvents(
  http: GatewayHttp,
  clock: Clock,
  call: EventStreamCall,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent, void, undefined> {
  const silence = startSilenceWatch(clock, EVENT_SILENCE_MS, signal, () => {
    return new GatewayTimeoutError(`the event stream was silent for ${EVENT_SILENCE_MS} ms`, { sent: true });
  });
  try {
    const answer = await openStream(http, call, silence.signal, signal);
    const events: ServerEvent[] = [];
    const parser = boundedParser((event) => events.push(event), call.apiKey);
    // A TextDecoder would hold memory outside of the heap for each of thousands of streams.
    const decoder = new StringDecoder("utf8");
    for await (const chunk of bodyChunks(answer.body, silence.signal)) {
      silence.heard();
      parser.feed(decoder.write(chunk));
      for (const event of events.splice(0)) yield event;
      // The reader's own time is not the server's silence.
      silence.heard();
    }
  } finally {
    silence.done();
  }
}

async function openStream(
  http: GatewayHttp,
  call: EventStreamCall,
  streamSignal: AbortSignal,
  signal: AbortSignal,
): Promise<GatewayAnswer> {
  const answer = await http.open(
    { ...call, method: "GET", accept: "text/event-stream", long: true, deadlineMs: undefined, silenceMs: 0 },
    streamSignal,
  );
  const { status, requestId } = answer;
  if (status === 200 && answer.contentType === "text/event-stream") return answer;
  if (status < 400) {
    answer.body.destroy();
    throw new UnexpectedAnswerError(`HTTP ${status}: no event stream`, { requestId });
  }
  const { body } = await readJson(answer, call.apiKey, signal);
  const fault = faultOfBody(status, body, requestId);
  if (!fault) throw new UnexpectedAnswerError(`HTTP ${status} without an error body`, { requestId, status });
  throw new GatewayFaultError(fault, answer.retryAfterMs);
}

/** A parser that throws when an event is too large. */
function boundedParser(onEvent: (event: ServerEvent) => void, apiKey: string): EventSourceParser {
  return createParser({
    maxBufferSize: EVENT_CHARACTERS,
    onEvent({ event, data }: EventSourceMessage) {
      onEvent({ event, data: withoutKey(data, apiKey) });
    },
    onError(error: ParseError) {
      // Unknown fields are allowed by the format and mean nothing.
      if (error.type === "max-buffer-size-exceeded") throw new UnexpectedAnswerError("an event is too large");
    },
  });
}
