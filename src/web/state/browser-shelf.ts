import { z } from "zod/mini";
import { NewMessage } from "../../platforms/console/api/api.ts";
import type { OutboxItem, OutboxShelf } from "./outbox.ts";
import { createRecords } from "./records.ts";

const Shelved = z.object({
  message: z.omit(NewMessage, { attachments: true }),
  files: z.array(
    z.object({
      name: z.string(),
      upload: z.exactOptional(z.string()),
      width: z.exactOptional(z.number()),
      height: z.exactOptional(z.number()),
    }),
  ),
  writtenAt: z.number(),
});

/** Keeps unsent messages in the browser. */
export function createBrowserShelf(storage: Storage): OutboxShelf {
  const records = createRecords(storage, "easel.outbox.", Shelved);
  const save: OutboxShelf["save"] = ({ message, files, writtenAt }) => {
    // Stored without bytes, because a file counts once it is uploaded.
    const kept = files.map(({ blob: _blob, ...file }) => file);
    records.save(message.id, { message, files: kept, writtenAt });
  };
  return {
    load: () =>
      records
        .load()
        .map(([, item]): OutboxItem => ({ ...item, state: "sending" }))
        .toSorted((one, other) => one.writtenAt - other.writtenAt),
    save,
    update(item) {
      if (records.has(item.message.id)) save(item);
    },
    drop: records.drop,
    clear: records.clear,
  };
}
