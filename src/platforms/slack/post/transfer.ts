import { SLACK_CONNECT_MS } from "../limits.ts";
import type { Readable } from "node:stream";
import { Agent } from "undici";
import { FileError, PlatformError } from "../../../core/chat/errors.ts";
import { ForeignHostError, type SlackHosts } from "../connect/hosts.ts";

/** Silence in the middle of a file, either way. */
const SLACK_TRANSFER_SILENCE_MS = 60_000;
/** Redirects of a file that are followed, each checked like the first address. */
const SLACK_REDIRECTS = 3;
/** An answer that is only looked at for its status. */
const SLACK_WORD_BYTES = 64 * 1024;
/** An answer to a `response_url` that takes longer goes another way: somebody is waiting for it. */
const SLACK_RESPOND_MS = 5_000;

/** Files on their way out of Slack and into it, streamed. Every rejection is a `PlatformError`. */
export interface SlackTransfer {
  /** Streams a file of the workspace. Rejects with a `FileError` where there is a reason that people can do something about. */
  download(address: string, signal?: AbortSignal): Promise<Readable>;
  /** Sends exactly `bytes` bytes to an address that Slack gave for them. */
  upload(address: string, body: Readable, bytes: number, signal?: AbortSignal): Promise<void>;
  /** Answers by an address that came with what somebody did. */
  respond(address: string, body: Readonly<Record<string, unknown>>): Promise<void>;
  close(): Promise<void>;
}

export function createTransfer(options: { readonly token: string; readonly hosts: SlackHosts }): SlackTransfer {
  const { token, hosts } = options;
  const agent = new Agent({
    connect: { timeout: SLACK_CONNECT_MS },
    headersTimeout: SLACK_TRANSFER_SILENCE_MS,
    bodyTimeout: SLACK_TRANSFER_SILENCE_MS,
    allowH2: false,
  });
  const send = async (url: URL, request: Omit<Parameters<Agent["request"]>[0], "origin" | "path">) => {
    try {
      return await agent.request({ ...request, origin: url.origin, path: `${url.pathname}${url.search}` });
    } catch (error) {
      throw unreachable(error);
    }
  };

  return {
    async download(address, signal) {
      let url = ofFile(() => hosts.require(address));
      for (let redirects = 0; ; redirects++) {
        const answer = await send(url, {
          method: "GET",
          headers: { authorization: `Bearer ${token}` },
          ...(signal ? { signal } : {}),
        });
        const { statusCode, headers, body } = answer;
        const location = one(headers["location"]);
        if (statusCode >= 300 && statusCode < 400 && location !== undefined && redirects < SLACK_REDIRECTS) {
          leave(body);
          // Checked before the token goes there.
          url = ofFile(() => hosts.require(location, url.href));
          continue;
        }
        const type = one(headers["content-type"])?.toLowerCase() ?? "";
        if (statusCode === 200 && !type.startsWith("text/html")) return body;
        leave(body);
        throw refusal(statusCode);
      }
    },

    async upload(address, source, bytes, signal) {
      const url = hosts.require(address);
      const answer = await send(url, {
        method: "POST",
        headers: { "content-type": "application/octet-stream", "content-length": String(bytes) },
        body: source,
        ...(signal ? { signal } : {}),
      }).finally(() => source.destroy());
      await shortAnswer(answer.body);
      if (answer.statusCode !== 200) {
        throw new PlatformError("unavailable", `Slack answered an upload with HTTP ${answer.statusCode}`);
      }
    },

    async respond(address, body) {
      const answer = await send(hosts.require(address), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(SLACK_RESPOND_MS),
      });
      const said = await shortAnswer(answer.body);
      if (answer.statusCode !== 200) {
        throw new PlatformError("rejected", `Slack did not take an answer: HTTP ${answer.statusCode}`);
      }
      // Refusals also come with HTTP 200.
      if (/"ok"\s*:\s*false/.test(said)) throw new PlatformError("rejected", "Slack did not take an answer");
    },

    close: () => agent.destroy(),
  };
}

/** An answer that is not read. What it has to say about that is nobody's. */
function leave(body: Readable): void {
  body.on("error", () => {});
  body.destroy();
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Files may lie elsewhere: people share those of Google Drive and others in Slack. */
function ofFile(address: () => URL): URL {
  try {
    return address();
  } catch (error) {
    if (!(error instanceof ForeignHostError)) throw error;
    throw new FileError({ why: "host", host: error.host }, error.message, error);
  }
}

/** Slack answers a missing scope with a page to log in, and HTTP 200. */
function refusal(status: number): PlatformError {
  if (status === 200 || status === 401 || status === 403) {
    return new FileError({ why: "page" }, "Slack gave a page instead of the file; the app needs the scope files:read");
  }
  if (status === 404 || status === 410) return new FileError({ why: "gone" }, "the file is gone from Slack");
  if (status === 429) return new PlatformError("rate_limited", "Slack gives no more files right now");
  if (status >= 500) return new PlatformError("unavailable", `Slack answered a download with HTTP ${status}`);
  return new PlatformError("rejected", `Slack answered a download with HTTP ${status}`);
}

function unreachable(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PlatformError("unavailable", `Slack's files can't be reached: ${reason}`, error);
}

/** Reads a short answer to its end, so that the connection can be used again. Of a long one it returns the beginning. */
async function shortAnswer(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > SLACK_WORD_BYTES) break;
    }
  } catch {
    // The status counts.
  }
  return Buffer.concat(chunks).toString();
}
