import { createParser, type EventSourceMessage } from "eventsource-parser";

/** Reads a server-sent event stream and keeps all events. */
export interface EventReader {
  readonly events: readonly EventSourceMessage[];
  /** The id of the last event that had one. */
  readonly lastId: string | undefined;
  /** Resolves when `condition` holds for the events so far; rejects if the stream ends first. */
  until(condition: (events: readonly EventSourceMessage[]) => boolean): Promise<void>;
  /** Closes the connection. */
  close(): void;
}

export async function openEventReader(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`);
  const events: EventSourceMessage[] = [];
  let lastId: string | undefined;
  let ended = false;
  const checks = new Set<() => void>();
  const parser = createParser({
    onEvent(event) {
      events.push(event);
      lastId = event.id ?? lastId;
    },
  });
  const body = response.body;
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        parser.feed(decoder.decode(chunk, { stream: true }));
        for (const check of checks) check();
      }
    } catch {
      // Closed by us or by the server.
    }
    ended = true;
    for (const check of checks) check();
  };
  void read();
  return {
    events,
    get lastId() {
      return lastId;
    },
    until(condition) {
      return new Promise((resolve, reject) => {
        const check = (): void => {
          if (condition(events)) resolve();
          else if (ended) reject(new Error("the stream ended before the condition held"));
          else return;
          checks.delete(check);
        };
        checks.add(check);
        check();
      });
    },
    close() {
      leaving.abort();
    },
  };
}
