import { SLACK_CONNECT_MS } from "../limits.ts";
import type { Readable } from "node:stream";
import { Agent } from "undici";
import { FileError, PlatformError } from "../../../core/chat/errors.ts";
import { ForeignHostError, type SlackHosts } from "../connect/hosts.ts";

/** The longest pause within a file transfer, in either direction. */
const SLACK_TRANSFER_SILENCE_MS = 60_000;
/** How many redirects of a file are followed. Each one is checked like the first address. */
const SLACK_REDIRECTS = 3;
/** Size limit for a response where only the status matters. */
const SLACK_WORD_BYTES = 64 * 1024;
/** Time limit for an answer to a `response_url`. A person is waiting, so a slower one is sent another way. */
const SLACK_RESPOND_MS = 5_000;

/** Streams files from and to Slack. Every rejection is a `PlatformError`. */
export interface SlackTransfer {
  /** Streams a file of the workspace. Rejects with a `FileError` when people can do something about the reason. */
  download(address: string, signal?: AbortSignal): Promise<Readable>;
  /** Sends exactly `bytes` bytes to an upload address from Slack. */
  upload(address: string, body: Readable, bytes: number, signal?: AbortSignal): Promise<void>;
  /** Sends an answer to a `response_url`. */
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
      let url = ofFile(() => hosts.requireFile(address));
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
          // The address is checked before the token is sent there.
          url = redirected(() => hosts.requireFile(location, url.href));
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
        throw new PlatformError("rejected", `Slack did not accept an answer: HTTP ${answer.statusCode}`);
      }
      // Some refusals arrive with HTTP 200.
      if (/"ok"\s*:\s*false/.test(said)) throw new PlatformError("rejected", "Slack did not accept an answer");
    },

    close: () => agent.destroy(),
  };
}

/** Discards a response body, including any error while it is closed. */
function leave(body: Readable): void {
  body.on("error", () => {});
  body.destroy();
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Files can be on other hosts: people share files of Google Drive and others in Slack. */
function ofFile(address: () => URL): URL {
  try {
    return address();
  } catch (error) {
    if (!(error instanceof ForeignHostError)) throw error;
    throw new FileError({ why: "host", host: error.host }, error.message, error);
  }
}

/** Slack redirects to its pages when it wants a login. */
function redirected(address: () => URL): URL {
  try {
    return ofFile(address);
  } catch (error) {
    throw error instanceof FileError && error.cause instanceof ForeignHostError && error.cause.isSlack
      ? refusal(200)
      : error;
  }
}

/** When a scope is missing, Slack answers with a login page and HTTP 200. */
function refusal(status: number): PlatformError {
  if (status === 200 || status === 401 || status === 403) {
    return new FileError(
      { why: "page" },
      "Slack sent a page instead of the file; add the scope files:read to the Slack app and install it again",
    );
  }
  if (status === 404 || status === 410) return new FileError({ why: "gone" }, "the file has been deleted from Slack");
  if (status === 429) return new PlatformError("rate_limited", "Slack's rate limit for file downloads is used up");
  if (status >= 500) return new PlatformError("unavailable", `Slack answered a download with HTTP ${status}`);
  return new PlatformError("rejected", `Slack answered a download with HTTP ${status}`);
}

function unreachable(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PlatformError("unavailable", `Slack's files can't be reached: ${reason}`, error);
}

/**
 * Reads a short response to its end, so that the connection can be reused. Of a long one, returns only the beginning.
 */
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
    // The body is incomplete, but only the status matters.
  }
  return Buffer.concat(chunks).toString();
}
