import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { shortened, type OutgoingFile } from "../../../core/chat/message.ts";
import type { Place, PostStore, UploadRow } from "../store/post-store.ts";
import type { SlackTransfer } from "./transfer.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** Length limit of a file's alternative text: Slack's documentation, `files.getUploadURLExternal`. */
const SLACK_ALT_TEXT_CHARACTERS = 1_000;
/** Delays before each check whether Slack has shared the files. It never has when the call returns. */
const SLACK_SHARE_LOOKS_MS = [250, 500, 1_000, 2_000, 4_000] as const;

export interface UploadContext {
  readonly web: SlackWeb;
  readonly transfer: SlackTransfer;
  readonly store: PostStore;
  readonly clock: Clock;
}

const UploadUrl = z.object({ upload_url: z.string(), file_id: z.string() });
const Anything = z.looseObject({});
const Shares = z.record(z.string(), z.array(z.object({ ts: z.string() })));
const FileInfo = z.object({
  file: z.object({ shares: z.object({ public: Shares.optional(), private: Shares.optional() }).optional() }),
});

/** `first` is the ordinal of the first file within its post. */
interface UploadOptions {
  readonly first?: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends the bytes of files to Slack, which shows them to nobody yet. A file's id is stored before its bytes are sent, so an
 * interrupted attempt is continued.
 */
export async function sendFiles(
  key: string,
  files: readonly OutgoingFile[],
  context: UploadContext,
  { first = 1, signal }: UploadOptions,
): Promise<void> {
  const { store } = context;
  const known = new Map((await store.uploads(key)).map((row) => [row.ordinal, row]));
  for (const [index, file] of files.entries()) {
    const ordinal = first + index;
    const row = known.get(ordinal);
    // An upload that began but was never sent was never shared, so nobody sees the remnant.
    if (row === undefined || row.step === "begun") await sendFile(key, ordinal, file, context, signal);
  }
}

/**
 * Shares sent files in a conversation, each exactly once, even after an interrupted attempt: that files may have been shared is
 * stored before Slack is asked to share them. Returns the file ids in order.
 */
export async function shareFiles(
  key: string,
  files: readonly OutgoingFile[],
  place: Place,
  context: UploadContext,
  { first = 1, signal }: UploadOptions,
): Promise<string[]> {
  const { store } = context;
  const mine = (await store.uploads(key)).filter(({ ordinal }) => ordinal >= first && ordinal < first + files.length);
  const unsure = mine.filter((row) => row.step === "completing");
  // A process asked Slack to share these and died before the outcome was known.
  const missing = [
    ...mine.filter((row) => row.step === "sent"),
    ...(await unshared(key, unsure, place, context, signal)),
  ];
  await complete(key, missing, files, first, place, context, signal);
  let late = await unshared(key, missing, place, context, signal);
  if (late.length > 0) {
    // Slack sometimes says yes without sharing the files, so it is asked once more.
    await complete(key, late, files, first, place, context, signal);
    late = await unshared(key, late, place, context, signal);
  }
  if (late.length > 0) throw new PlatformError("unavailable", "Slack accepted files but has not shared them");
  return mine.map((row) => row.fileId);
}

async function sendFile(
  key: string,
  ordinal: number,
  file: OutgoingFile,
  { web, transfer, store }: UploadContext,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { upload_url, file_id } = await web.call(
    "files.getUploadURLExternal",
    {
      filename: file.name,
      length: file.bytes,
      // The library's types call it `alt_text`, which Slack does not know.
      ...(file.description === "" ? {} : { alt_txt: shortened(file.description, SLACK_ALT_TEXT_CHARACTERS) }),
    },
    UploadUrl,
    signal,
  );
  await store.begin(key, ordinal, file_id);
  await transfer.upload(upload_url, await file.open(), file.bytes, signal);
  await store.step(key, [ordinal], "sent");
}

async function complete(
  key: string,
  rows: readonly UploadRow[],
  files: readonly OutgoingFile[],
  first: number,
  place: Place,
  { web, store }: UploadContext,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (rows.length === 0) return;
  const ordinals = rows.map((row) => row.ordinal);
  await store.step(key, ordinals, "completing");
  const { channel, thread } = place;
  try {
    await web.call(
      "files.completeUploadExternal",
      {
        files: rows.map((row) => ({ id: row.fileId, title: titleOf(files[row.ordinal - first]) ?? row.fileId })),
        channel_id: channel,
        ...(thread === undefined ? {} : { thread_ts: thread }),
      },
      Anything,
      signal,
    );
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    // A refusal means that nothing was shared. If Slack lacks the bytes, they are sent again.
    const isForgotten = error.slackCode === "file_not_found";
    await store.step(key, ordinals, isForgotten ? "begun" : "sent");
    throw isForgotten ? new PlatformError("unavailable", "Slack no longer has the bytes of a file", error) : error;
  }
}

/** The file's title in Slack: its number and name. */
function titleOf(file: OutgoingFile | undefined): string | undefined {
  return file?.number === undefined ? file?.name : `#${file.number} ${file.name}`;
}

/** Waits until Slack shows all files in the channel, within a time limit. Returns those that are missing. */
async function unshared(
  key: string,
  rows: readonly UploadRow[],
  { channel }: Place,
  { web, store, clock }: UploadContext,
  signal: AbortSignal | undefined,
): Promise<UploadRow[]> {
  let open = [...rows];
  const look = async (row: UploadRow): Promise<boolean> => {
    const shareTs = await shareOf(row.fileId, channel, web, signal);
    if (shareTs === undefined) return false;
    await store.step(key, [row.ordinal], "shared", shareTs);
    open = open.filter((one) => one !== row);
    return true;
  };
  for (const waitMs of SLACK_SHARE_LOOKS_MS) {
    const [first] = open;
    if (!first) break;
    await clock.sleep(waitMs, signal);
    // One message shows all of them, so the others are looked at only once the first is there.
    if (await look(first)) await Promise.all(open.map(look));
  }
  // Sharing a file again would show it twice, so each is looked at before it counts as missing.
  await Promise.all(open.slice(1).map(look));
  return open;
}

/** The message that shows a file in a channel. Undefined when there is none. */
async function shareOf(
  file: string,
  channel: string,
  web: SlackWeb,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const { shares } = (await web.call("files.info", { file }, FileInfo, signal)).file;
    return (shares?.public?.[channel] ?? shares?.private?.[channel])?.at(0)?.ts;
  } catch (error) {
    // Slack does not know a file until its upload is complete.
    if (error instanceof SlackRefusal && error.slackCode === "file_not_found") return undefined;
    throw error;
  }
}
