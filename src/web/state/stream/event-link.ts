import type { AnyMessageView, ChannelView, StatusView, StreamEvents } from "../../../platforms/console/api/api.ts";
import type { PersonId } from "../../../platforms/console/api/people.ts";
import { createTurn } from "./turn.ts";

export interface LinkListener {
  message(view: AnyMessageView): void;
  channel(view: ChannelView): void;
  status(status: StatusView): void;
  /** Whether the stream is connected. */
  open(isOpen: boolean): void;
  /** The server answered with something other than a stream. The browser repeats the request. */
  refused(): void;
  /** The server's revision is behind ours, so everything must be loaded again. */
  reset(): void;
}

/** The delay before reopening a stream that the browser gave up on. It doubles with each refusal, up to the cap. */
const REOPEN_MS = 1_500;
const REOPEN_CAP_MS = 12_000;

/**
 * The event stream. The browser reconnects by itself and names its last event; if it gives up (an error answer instead of a
 * stream), the stream is reopened from the last revision. Returns a function that closes it.
 */
export function openEventLink(person: PersonId, after: number, listener: LinkListener): () => void {
  let last = after;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = REOPEN_MS;
  const turn = createTurn();

  const hear = <Name extends keyof StreamEvents>(
    stream: EventSource,
    name: Name,
    take: (data: StreamEvents[Name]) => void,
  ): void => {
    stream.addEventListener(name, (event) => {
      if (!(event instanceof MessageEvent)) return;
      const id = Number(event.lastEventId);
      if (id > 0) last = id;
      const data: StreamEvents[Name] = JSON.parse(String(event.data));
      turn.add(() => take(data));
    });
  };

  const open = (): void => {
    const stream = new EventSource(`/api/events?as=${person}&after=${last}`);
    source = stream;
    hear(stream, "message", (data) => listener.message(data));
    hear(stream, "channel", (data) => listener.channel(data));
    hear(stream, "status", (data) => listener.status(data));
    hear(stream, "reset", () => listener.reset());
    stream.addEventListener("open", () => {
      wait = REOPEN_MS;
      listener.open(true);
    });
    stream.addEventListener("error", () => {
      listener.open(false);
      if (stream.readyState !== EventSource.CLOSED) return;
      listener.refused();
      clearTimeout(timer);
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, REOPEN_CAP_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    turn.stop();
    source?.close();
  };
}
