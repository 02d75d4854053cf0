import { z } from "zod";
import type { Readable } from "node:stream";
import { PlatformError } from "../errors.ts";
import type { Attachment } from "../event.ts";
import { SlackFile } from "./payloads.ts";
import type { SlackTransfer } from "./transfer.ts";
import type { SlackWeb } from "./web.ts";

/** What is kept of a file to open it by. */
const Source = z.object({ id: z.string(), url: z.string().optional() });

/** Files of a message that can be had at all, in their order. */
export function attachmentsOf(files: readonly SlackFile[] | null | undefined, option?: string): Attachment[] {
  return (files ?? [])
    .filter(({ mode }) => mode !== "tombstone" && mode !== "hidden_by_limit")
    .map((file) => {
      const url = file.file_access === "check_file_info" ? undefined : addressOf(file);
      return {
        source: JSON.stringify({ id: file.id, ...(url === undefined ? {} : { url }) }),
        name: file.name || file.title || file.id,
        mimeType: file.mimetype || "application/octet-stream",
        bytes: file.size ?? 0,
        ...(option === undefined ? {} : { option }),
      };
    });
}

/** Opens one. Of a file from another workspace only `files.info` tells the address. */
export async function openFile(
  attachment: Attachment,
  { web, transfer }: { readonly web: SlackWeb; readonly transfer: SlackTransfer },
  signal?: AbortSignal,
): Promise<Readable> {
  const source = Source.safeParse(parsed(attachment.source));
  if (!source.success) throw new PlatformError("rejected", "not a file of Slack's");
  const { id, url } = source.data;
  const address =
    url ?? addressOf((await web.call("files.info", { file: id }, z.object({ file: SlackFile }), signal)).file);
  if (address === undefined) throw new PlatformError("forbidden", "Slack does not say where the file is");
  return transfer.download(address, signal);
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
