import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Clock } from "../../../lib/clock.ts";
import type { Database } from "../../../db/connection.ts";
import { SWEEP_MS } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Feed } from "../post/feed.ts";
import type { StatusView, StreamEvents } from "../api/api.ts";
import type { PersonId } from "../api/people.ts";
import { readChanges, type Changes } from "../store/reading.ts";

/** How many changes are read at a time for one event stream. Their bytes are bounded as well (`CONSOLE_READ_BYTES`). */
const CONSOLE_STREAM_BATCH = 100;
/** How often an idle stream gets a comment, so that proxies keep it open and a dead connection is noticed. */
const CONSOLE_HEARTBEAT_MS = 15_000;
/** A reader that accepts no data for this long is disconnected. It resumes where it stopped. */
const CONSOLE_SLOW_READER_MS = 20_000;

export interface StreamDeps {
  readonly db: Database;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A reader accepted no data for too long. */
class SlowReaderError extends Error {}

/**
 * Serves one event stream until the reader leaves or the feed stops. Sends each change for `person` after revision
 * `after` once, in order, with its revision as the event's id. The reader sets the pace: the next changes are read only
 * after it has accepted the last ones.
 */
export async function serveStream(
  deps: StreamDeps,
  reader: {
    readonly person: PersonId;
    readonly after: number;
    readonly response: ServerResponse;
    /** Aborted when the reader loses access. */
    readonly signal?: AbortSignal;
  },
): Promise<void> {
  const { feed, clock, log } = deps;
  const { response } = reader;
  const left = new AbortController();
  response.once("close", () => left.abort());
  const signal = AbortSignal.any([left.signal, feed.stopped, ...(reader.signal ? [reader.signal] : [])]);
  const write = writerFor(response, clock, signal);
  let reported: StatusView["database"] | undefined;
  let position = reader.after;

  try {
    await write("retry: 1000\n\n");
    while (!signal.aborted) {
      const seen = feed.version;
      if (feed.database !== reported) {
        reported = feed.database;
        await write(frame("status", { database: reported }));
      }
      const found: Changes | undefined = await readNext(deps, reader.person, position);
      if (found) {
        if (found.upTo < position) {
          await write(frame("reset", {}));
          return;
        }
        for (const { event, revision, view } of found.changes) await write(frame(event, view, revision));
        position = found.upTo;
        if (found.more) continue;
      }
      const woken = await feed.wait(seen, found ? CONSOLE_HEARTBEAT_MS : SWEEP_MS, signal);
      if (!woken && found) await write(": still here\n\n");
    }
  } catch (error) {
    if (error instanceof SlowReaderError) log.info({ person: reader.person }, "a slow Console reader was disconnected");
    else if (!signal.aborted) log.error({ err: error }, "a Console stream failed");
    if (!signal.aborted) response.destroy();
  } finally {
    response.end();
  }
}

/** Undefined if the database did not answer. The status event reports that, and the next wakeup retries. */
async function readNext(deps: StreamDeps, person: PersonId, position: number): Promise<Changes | undefined> {
  try {
    return await readChanges(deps.db, person, position, CONSOLE_STREAM_BATCH);
  } catch (error) {
    deps.log.debug({ err: error }, "a Console stream could not read changes");
    return undefined;
  }
}

function frame<Name extends keyof StreamEvents>(event: Name, data: StreamEvents[Name], id?: number): string {
  // JSON contains no line breaks, so it fits in one data line.
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Writes, and waits until the reader has accepted enough. Rejects with `SlowReaderError` when it accepts nothing. */
function writerFor(response: ServerResponse, clock: Clock, signal: AbortSignal): (text: string) => Promise<void> {
  return async (text) => {
    if (response.write(text)) return;
    const done = new AbortController();
    const either = AbortSignal.any([done.signal, signal]);
    try {
      await Promise.race([
        once(response, "drain", { signal: either }),
        clock.sleep(CONSOLE_SLOW_READER_MS, either).then(() => {
          throw new SlowReaderError();
        }),
      ]);
    } finally {
      done.abort();
    }
  };
}
