import { z } from "zod";
import type { Readable } from "node:stream";
import { FileError, PlatformError } from "../../../core/chat/errors.ts";
import type { Attachment } from "../../../core/chat/event.ts";
import { SlackFile } from "./payloads.ts";
import type { SlackTransfer } from "../post/transfer.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** What is stored to open a file later. */
const Source = z.object({
  id: z.string(),
  url: z.string().optional(),
  isForeign: z.boolean().optional(),
  isExternal: z.boolean().optional(),
});

/** The name of a file from another workspace, because Slack reports only its id. */
const UNNAMED = "file";

/** The accessible files of a message, in order. */
export function attachmentsOf(files: readonly SlackFile[] | null | undefined, option?: string): Attachment[] {
  return (files ?? [])
    .filter(({ mode }) => mode !== "tombstone" && mode !== "hidden_by_limit")
    .map((file) => ({
      source: JSON.stringify(sourceOf(file)),
      name: file.name || file.title || UNNAMED,
      mimeType: file.mimetype || "application/octet-stream",
      bytes: file.size ?? 0,
      ...(option === undefined ? {} : { option }),
    }));
}

function sourceOf(file: SlackFile): z.infer<typeof Source> {
  const { id } = file;
  if (isExternal(file)) return { id, isExternal: true };
  // For a file of another workspace, the event contains only the id.
  return file.file_access === "check_file_info" ? { id, isForeign: true } : { id, url: addressOf(file) };
}

/** Opens a file. Rejects with a `FileError` when people can do something about the reason. */
export async function openFile(
  attachment: Attachment,
  { web, transfer }: { readonly web: SlackWeb; readonly transfer: SlackTransfer },
  signal?: AbortSignal,
): Promise<Readable> {
  const source = Source.safeParse(parsed(attachment.source));
  if (!source.success) throw new PlatformError("rejected", "not a Slack file");
  const { id, url, isForeign = false, isExternal: isElsewhere = false } = source.data;
  if (isElsewhere) throw outsideSlack();
  try {
    const address = url ?? (await addressFromInfo(id, web, signal));
    if (address === undefined) throw new FileError({ why: "foreign" }, "Slack did not report the file's address");
    return await transfer.download(address, signal);
  } catch (error) {
    throw isForeign && error instanceof FileError && error.fault.why === "page"
      ? new FileError({ why: "foreign" }, "the file belongs to another workspace and can't be downloaded", error)
      : error;
  }
}

async function addressFromInfo(
  id: string,
  web: SlackWeb,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const { file } = await web.call("files.info", { file: id }, z.object({ file: SlackFile }), signal);
    if (isExternal(file)) throw outsideSlack();
    return addressOf(file);
  } catch (error) {
    if (!(error instanceof SlackRefusal) || error.retryable) throw error;
    if (error.slackCode === "missing_scope") {
      throw new FileError({ why: "scope", scope: error.needed ?? "files:read" }, error.message, error);
    }
    const why = error.slackCode === "file_deleted" ? "gone" : "foreign";
    throw new FileError({ why }, error.message, error);
  }
}

function addressOf(file: SlackFile): string | undefined {
  return file.url_private_download ?? file.url_private ?? undefined;
}

/** A file of Google Drive, for example, or one that an app added: https://docs.slack.dev/messaging/working-with-files */
function isExternal({ mode, is_external }: SlackFile): boolean {
  return mode === "external" || is_external === true;
}

function outsideSlack(): FileError {
  return new FileError({ why: "external" }, "the file is kept outside Slack");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
