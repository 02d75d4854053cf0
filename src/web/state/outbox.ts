import type { NewMessage } from "../../platforms/console/api/api.ts";
import { consolePageTexts } from "../../text/render/console/console-page.ts";
import { ApiError, type ApiClient } from "./api-client.ts";

/** A file to be sent with its message. `upload` is its id once the server has it. */
export interface OutboxFile {
  readonly name: string;
  readonly blob?: Blob;
  readonly upload?: string;
  readonly width?: number;
  readonly height?: number;
}

/** A message that the server has not acknowledged. */
export interface OutboxItem {
  readonly message: Omit<NewMessage, "attachments">;
  readonly files: readonly OutboxFile[];
  readonly state: "sending" | "retrying" | "refused";
  /** The reason for a refusal, for display. */
  readonly reason?: string;
  readonly writtenAt: number;
}

interface OutboxApi {
  send(message: NewMessage): Promise<unknown>;
  readonly upload: ApiClient["upload"];
  /** A picture's size in pixels; undefined if it can't be read. Takes about as long as decoding the picture. */
  sizeOf(file: Blob): Promise<{ readonly width: number; readonly height: number } | undefined>;
}

/** Storage in which unsent messages survive a reload. */
export interface OutboxShelf {
  load(): OutboxItem[];
  save(item: OutboxItem): void;
  /** Updates a stored message. Does nothing if another tab has removed it after a log-out. */
  update(item: OutboxItem): void;
  drop(id: string): void;
  /** Removes all messages, including those of other tabs. */
  clear(): void;
}

export interface Outbox {
  add(item: Pick<OutboxItem, "message" | "files" | "writtenAt">): void;
  /** Retries a refused message. */
  again(id: string): void;
  discard(id: string): void;
  /** Discards all messages, in other tabs too. */
  discardAll(): void;
  /** Retries all messages now. */
  wake(): void;
  stop(): void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/**
 * Sends people's messages one at a time, in order, each under its own id until the server has acknowledged it. The id
 * makes it safe to send again: no crash on either side loses or doubles a message.
 */
export function createOutbox(deps: {
  readonly api: OutboxApi;
  readonly shelf: OutboxShelf;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onChange: (items: readonly OutboxItem[]) => void;
}): Outbox {
  const { api, shelf, sleep, onChange } = deps;
  const stopping = new AbortController();
  let items: readonly OutboxItem[] = shelf.load();
  let waiting: AbortController | undefined;
  let working = false;

  const set = (changed: readonly OutboxItem[]): void => {
    items = changed;
    onChange(items);
  };
  const replace = (item: OutboxItem): void => {
    if (!items.some((known) => known.message.id === item.message.id)) return;
    shelf.update(item);
    set(items.map((known) => (known.message.id === item.message.id ? item : known)));
  };
  const drop = (id: string): void => {
    shelf.drop(id);
    set(items.filter((item) => item.message.id !== id));
  };

  const work = async (): Promise<void> => {
    if (working) return;
    working = true;
    let wait = FIRST_WAIT_MS;
    for (let item = next(items); item && !stopping.signal.aborted; item = next(items)) {
      try {
        await sendOne(api, item, replace);
        drop(item.message.id);
        wait = FIRST_WAIT_MS;
      } catch (error) {
        const latest = items.find((known) => known.message.id === item?.message.id) ?? item;
        if (error instanceof ApiError && !error.again) {
          replace({ ...latest, state: "refused", reason: error.message });
          continue;
        }
        replace({ ...latest, state: "retrying" });
        waiting = new AbortController();
        await sleep(wait, AbortSignal.any([waiting.signal, stopping.signal])).catch(() => undefined);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
    }
    working = false;
  };

  onChange(items);
  void work();

  return {
    add(item) {
      const fresh: OutboxItem = { ...item, state: "sending" };
      shelf.save(fresh);
      set([...items, fresh]);
      void work();
    },
    again(id) {
      const item = items.find((known) => known.message.id === id);
      if (!item) return;
      const { reason: _reason, ...rest } = item;
      replace({ ...rest, state: "sending" });
      void work();
    },
    discard: drop,
    discardAll() {
      shelf.clear();
      set([]);
    },
    wake() {
      waiting?.abort();
      void work();
    },
    stop() {
      stopping.abort();
    },
  };
}

function next(items: readonly OutboxItem[]): OutboxItem | undefined {
  return items.find((item) => item.state !== "refused");
}

async function sendOne(api: OutboxApi, item: OutboxItem, replace: (item: OutboxItem) => void): Promise<void> {
  let current = item;
  for (const [index, file] of item.files.entries()) {
    if (file.upload !== undefined) continue;
    if (!file.blob) throw new ApiError("file_lost", consolePageTexts(item.message.locale).fileLost(file.name), false);
    const size = await api.sizeOf(file.blob);
    const upload = await api.upload(file.blob, file.name, item.message);
    current = { ...current, files: current.files.with(index, { ...file, ...size, upload }) };
    replace(current);
  }
  await api.send({
    ...current.message,
    attachments: current.files.flatMap(({ upload, width, height }) =>
      upload === undefined
        ? []
        : [{ upload, ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) }],
    ),
  });
}
