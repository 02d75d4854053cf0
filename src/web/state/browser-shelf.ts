import { LOCALES } from "../../lib/locale.ts";
import { isPersonId } from "../../platforms/console/api/people.ts";
import { isOptionalNumber, isOptionalText, isRecord } from "./kept-value.ts";
import type { OutboxItem, OutboxShelf } from "./outbox.ts";
import { createRecords } from "./records.ts";

/** A stored unsent message, without the bytes of its files. */
type KeptItem = Omit<OutboxItem, "state" | "reason">;

function isKeptItem(value: unknown): value is KeptItem {
  if (!isRecord(value)) return false;
  const { message, files, writtenAt } = value;
  return isMessage(message) && Array.isArray(files) && files.every(isFile) && typeof writtenAt === "number";
}

/** The server checks the rest, such as lengths. */
function isMessage(value: unknown): value is OutboxItem["message"] {
  if (!isRecord(value)) return false;
  const { id, as, locale, channel, text, replyTo } = value;
  return (
    [id, as, channel, text].every((one) => typeof one === "string") &&
    isPersonId(String(as)) &&
    LOCALES.some((known) => known === locale) &&
    isOptionalText(replyTo)
  );
}

function isFile(value: unknown): value is OutboxItem["files"][number] {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    isOptionalText(value["upload"]) &&
    isOptionalNumber(value["width"]) &&
    isOptionalNumber(value["height"])
  );
}

/** Keeps unsent messages in the browser. */
export function createBrowserShelf(storage: Storage): OutboxShelf {
  const records = createRecords(storage, "easel.outbox.", isKeptItem);
  const save: OutboxShelf["save"] = ({ message, files, writtenAt }) => {
    // The bytes are not stored: once a file is uploaded, its id is enough.
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
