import { SANDBOX_DOWNLOAD_MS, SANDBOX_IMAGE_BYTES, SANDBOX_REDIRECTS } from "../limits.ts";
import { Agent, request } from "undici";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { lookupExcept, lookupPublic } from "../../lib/http/address-scope.ts";
import { readImageUrl } from "./image-url.ts";

/** Downloads the images of edits that were given as addresses. */
export interface Downloader {
  /** The bytes at an address. Throws `invalid_image_url`, `image_download_failed` or `image_too_large`. */
  download(url: string, param: string, signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

export function createDownloader(allowLoopback: boolean): Downloader {
  const lookup = allowLoopback ? lookupExcept(() => false) : lookupPublic;
  const agent = new Agent({ connect: { lookup }, pipelining: 0 });

  const download = async (text: string, param: string, signal: AbortSignal): Promise<Buffer> => {
    let url = readImageUrl(text, param, allowLoopback);
    for (let redirects = 0; redirects <= SANDBOX_REDIRECTS; redirects += 1) {
      const answer = await request(url, { dispatcher: agent, signal });
      const location = answer.headers["location"];
      if (answer.statusCode === 200) return await collect(answer.body, param);
      await answer.body.dump();
      if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== "string") break;
      url = readImageUrl(new URL(location, url).href, param, allowLoopback);
    }
    throw new GatewayRefusal("image_download_failed", { param });
  };

  return {
    async download(text, param, signal) {
      try {
        return await download(text, param, AbortSignal.any([signal, AbortSignal.timeout(SANDBOX_DOWNLOAD_MS)]));
      } catch (error) {
        if (error instanceof GatewayRefusal) throw error;
        throw new GatewayRefusal("image_download_failed", { param });
      }
    },
    close: () => agent.close(),
  };
}

async function collect(body: AsyncIterable<Uint8Array>, param: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > SANDBOX_IMAGE_BYTES) throw new GatewayRefusal("image_too_large", { param });
    parts.push(part);
  }
  return Buffer.concat(parts);
}
