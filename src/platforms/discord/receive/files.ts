import { Readable } from "node:stream";
import type { Attachment } from "../../../core/chat/event.ts";
import { PlatformError } from "../../../core/chat/errors.ts";

/** The only hosts where Discord stores people's files. */
const HOSTS: ReadonlySet<string> = new Set(["cdn.discordapp.com", "media.discordapp.net"]);

/**
 * Streams an attachment, only from Discord's own hosts or from `cdn`, a local server's host. Rejects with a
 * `PlatformError`; its failure is `gone` when the address has expired.
 */
export async function openDownload(address: string, cdn: string | undefined, signal?: AbortSignal): Promise<Readable> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isAllowed(url, cdn)) throw new PlatformError("rejected", "not an address of a Discord file");
  const response = await fetch(url, {
    // A redirect could lead to any host.
    redirect: "error",
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw new PlatformError("unavailable", "the attachment could not be downloaded", error);
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    const gone = response.status === 403 || response.status === 404;
    throw new PlatformError(gone ? "gone" : "unavailable", `the attachment's server answered ${response.status}`);
  }
  return Readable.fromWeb(response.body);
}

function isAllowed(url: URL, cdn: string | undefined): boolean {
  if (url.username !== "" || url.password !== "") return false;
  if (cdn !== undefined && url.origin === new URL(cdn).origin) return true;
  return url.protocol === "https:" && url.port === "" && HOSTS.has(url.hostname);
}

interface DiscordFile {
  readonly url: string;
  readonly name: string;
  readonly title?: string | null;
  readonly contentType: string | null;
  readonly size: number;
}

/** A file as Discord describes it. Its address expires. */
export function attachmentOf(file: DiscordFile, option?: string): Attachment {
  return {
    source: file.url,
    name: givenName(file),
    mimeType: file.contentType ?? "application/octet-stream",
    bytes: file.size,
    ...(option === undefined ? {} : { option }),
  };
}

/** Discord replaces a name that has characters beyond ASCII. The title then keeps it, without the extension. */
function givenName({ name, title }: Pick<DiscordFile, "name" | "title">): string {
  if (!title) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot === -1 ? "" : name.slice(dot);
  return title.toLowerCase().endsWith(extension.toLowerCase()) ? title : `${title}${extension}`;
}
