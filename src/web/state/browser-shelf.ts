import { z } from "zod";
import { NewMessage } from "../../platforms/console/api/api.ts";
import type { OutboxItem, OutboxShelf } from "./outbox.ts";

const PREFIX = "easel.outbox.";

const Shelved = z.object({
  message: NewMessage.omit({ attachments: true }),
  files: z.array(
    z.object({
      name: z.string(),
      upload: z.string().exactOptional(),
      width: z.number().exactOptional(),
      height: z.number().exactOptional(),
    }),
  ),
  writtenAt: z.number(),
});

/** Keeps unsent messages in the browser, one key each, so that tabs don't overwrite each other's. */
export function createBrowserShelf(storage: Storage): OutboxShelf {
  const keys = (): string[] => Object.keys(storage).filter((name) => name.startsWith(PREFIX));
  const save: OutboxShelf["save"] = ({ message, files, writtenAt }) => {
    // Stored without bytes, because a file counts once it is uploaded.
    const kept = files.map(({ blob: _blob, ...file }) => file);
    try {
      storage.setItem(PREFIX + message.id, JSON.stringify({ message, files: kept, writtenAt }));
    } catch {
      // If the storage is full or forbidden, the message just does not survive a reload.
    }
  };
  return {
    load() {
      const items: OutboxItem[] = [];
      for (const key of keys()) {
        const parsed = Shelved.safeParse(parse(storage.getItem(key)));
        if (parsed.success) items.push({ ...parsed.data, state: "sending" });
        else storage.removeItem(key);
      }
      return items.toSorted((one, other) => one.writtenAt - other.writtenAt);
    },
    save,
    update(item) {
      if (storage.getItem(PREFIX + item.message.id) !== null) save(item);
    },
    drop(id) {
      storage.removeItem(PREFIX + id);
    },
    clear() {
      for (const key of keys()) storage.removeItem(key);
    },
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
