import { z } from "zod";
import type { Readable } from "node:stream";
import { FileError, PlatformError } from "../../../core/chat/errors.ts";
import type { Attachment } from "../../../core/chat/event.ts";
import { SlackFile } from "./payloads.ts";
import type { SlackTransfer } from "../post/transfer.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** What is kept of a file to open it by. */
const Source = z.object({ id: z.string(), url: z.string().optional(), isForeign: z.boolean().optional() });

/** Of a file of another workspace Slack tells only its id, which nobody knows it by. */
const UNNAMED = "file";

/** Files of a message that can be had at all, in their order. */
export function attachmentsOf(files: readonly SlackFile[] | null | undefined, option?: string): Attachment[] {
  return (files ?? [])
    .filter(({ mode }) => mode !== "tombstone" && mode !== "hidden_by_limit")
    .map((file) => {
      // Of a file of another workspace the event tells nothing but its id.
      const isForeign = file.file_access === "check_file_info";
      const url = isForeign ? undefined : addressOf(file);
      return {
        source: JSON.stringify({ id: file.id, url, ...(isForeign ? { isForeign } : {}) }),
        name: file.name || file.title || UNNAMED,
        mimeType: file.mimetype || "application/octet-stream",
        bytes: file.size ?? 0,
        ...(option === undefined ? {} : { option }),
      };
    });
}

/** Opens one. Rejects with a `FileError` where there is a reason that people can do something about. */
export async function openFile(
  attachment: Attachment,
  { web, transfer }: { readonly web: SlackWeb; readonly transfer: SlackTransfer },
  signal?: AbortSignal,
): Promise<Readable> {
  const source = Source.safeParse(parsed(attachment.source));
  if (!source.success) throw new PlatformError("rejected", "not a file of Slack's");
  const { id, url, isForeign = false } = source.data;
  try {
    const address = url ?? (await addressFromInfo(id, web, signal));
    if (address === undefined) throw new FileError({ why: "foreign" }, "Slack does not say where the file is");
    return await transfer.download(address, signal);
  } catch (error) {
    throw isForeign && error instanceof FileError && error.fault.why === "page"
      ? new FileError({ why: "foreign" }, "the file of another workspace can't be loaded", error)
      : error;
  }
}

async function addressFromInfo(
  id: string,
  web: SlackWeb,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    return addressOf((await web.call("files.info", { file: id }, z.object({ file: SlackFile }), signal)).file);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
