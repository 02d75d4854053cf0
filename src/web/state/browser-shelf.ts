import { z } from "zod";
import { NewMessage } from "../../platforms/console/api/api.ts";
import type { OutboxItem, OutboxShelf } from "./outbox.ts";
import { createRecords } from "./records.ts";

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
