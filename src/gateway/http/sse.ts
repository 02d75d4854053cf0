import { StringDecoder } from "node:string_decoder";
import { createParser, type EventSourceMessage, type EventSourceParser, type ParseError } from "eventsource-parser";
import { withoutKey } from "./sanitize-text.ts";
import { UnexpectedAnswerError } from "../gateway-error.ts";
import type { AnswerHead, GatewayHttp } from "./http.ts";
import { readGood } from "./json-call.ts";

/** The longest server-sent event. One event is one job snapshot. */
export const EVENT_CHARACTERS = 256 * 1024;
/** After three missed heartbeats, the stream is dead even if its connection is open. */
export const EVENT_SILENCE_MS = 45_000;

/** One server-sent event. `event` is undefined if the stream gave it no name. */
export interface ServerEvent {
  readonly event: string | undefined;
  readonly data: string;
}

export interface EventStreamCall {
  readonly url: URL;
  readonly apiKey: string;
}

/** Handles an event at once. `enough` means that the rest of the stream is not needed. Its errors end the stream. */
export type OnServerEvent = (event: ServerEvent) => "enough" | void;

const PATIENCE = { ms: EVENT_SILENCE_MS, renewed: true };

/**
 * Reads the server-sent events at an address as they arrive; resolves when the server closes the stream, or after enough
 * events. Rejects with a `GatewayError` when the stream can't be opened, breaks, is silent for 45 s (heartbeats and comments
 * count), or sends an oversized event; and when `signal` is aborted.
 */
export function readEvents(
  http: GatewayHttp,
  call: EventStreamCall,
  onEvent: OnServerEvent,
  signal: AbortSignal,
): Promise<void> {
  let isEnough = false;
  const parser = boundedParser((event) => {
    if (!isEnough) isEnough = onEvent(event) === "enough";
  }, call.apiKey);
  // A TextDecoder would hold memory outside the heap for each of thousands of streams.
  const decoder = new StringDecoder("utf8");
  const reader = {
    head: requireEvents,
    data(chunk: Buffer): "enough" | void {
      parser.feed(decoder.write(chunk));
      if (isEnough) return "enough";
    },
  };
  const whole = { ...call, method: "GET", accept: "text/event-stream", long: true, patience: PATIENCE } as const;
  return readGood(http, whole, reader, signal);
}

function requireEvents({ status, contentType, requestId }: AnswerHead): void {
  if (status === 200 && contentType === "text/event-stream") return;
  throw new UnexpectedAnswerError(`HTTP ${status}: no event stream`, { requestId });
}

/** A parser that throws when an event is too large. */
function boundedParser(onEvent: (event: ServerEvent) => void, apiKey: string): EventSourceParser {
  return createParser({
    maxBufferSize: EVENT_CHARACTERS,
    onEvent({ event, data }: EventSourceMessage) {
      onEvent({ event, data: withoutKey(data, apiKey) });
    },
    onError(error: ParseError) {
      // The format allows unknown fields, which are ignored.
      if (error.type === "max-buffer-size-exceeded") throw new UnexpectedAnswerError("an event is too large");
    },
  });
}
