import { SANDBOX_DOWNLOAD_MS, SANDBOX_REDIRECTS } from "../limits.ts";
import { Agent, request } from "undici";
import { addressLiteral, isLoopbackHost, isPrivateAddress, lookupExcept } from "../../lib/http/address-scope.ts";

/** A larger file is not accepted as a reference video or audio. */
const SANDBOX_REFERENCE_BYTES = 512 * 1024 * 1024;

/** A downloaded reference: its beginning, or all of it if requested. */
export interface Downloaded {
  readonly head: Buffer;
  readonly bytes: number;
}

/** Downloads references of clips, like the service: by http or https, from public addresses, without a login. */
export interface ReferenceDownloader {
  /** Reads at most `keep` bytes into memory and counts the rest. Throws an Error that describes the problem. */
  download(url: string, keep: number, signal: AbortSignal): Promise<Downloaded>;
  close(): Promise<void>;
}

/** `allowLoopback` also accepts addresses of this machine, for a sandbox that only this machine can reach. */
export function createReferenceDownloader(allowLoopback: boolean): ReferenceDownloader {
  const allowed = (address: string): boolean =>
    !isPrivateAddress(address) || (allowLoopback && isLoopbackHost(address));
  const agent = new Agent({ connect: { lookup: lookupExcept((address) => !allowed(address)) }, pipelining: 0 });

  const readUrl = (text: string, base?: URL): URL => {
    const url = URL.parse(text, base?.href);
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error("it is not an http or https address");
    if (url.username !== "" || url.password !== "") throw new Error("its address contains a login");
    const literal = addressLiteral(url.hostname);
    if (literal !== undefined && !allowed(literal)) throw new Error("its address is private");
    return url;
  };

  return {
    async download(text, keep, signal) {
      const over = AbortSignal.any([signal, AbortSignal.timeout(SANDBOX_DOWNLOAD_MS)]);
      let url = readUrl(text);
      for (let redirects = 0; redirects <= SANDBOX_REDIRECTS; redirects += 1) {
        const answer = await request(url, { dispatcher: agent, signal: over });
        const location = answer.headers["location"];
        if (answer.statusCode === 200) return await collect(answer.body, keep);
        await answer.body.dump();
        if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== "string") {
          throw new Error(`its address answered ${answer.statusCode}`);
        }
        url = readUrl(location, url);
      }
      throw new Error("its address redirects too often");
    },
    close: () => agent.destroy(),
  };
}

async function collect(body: AsyncIterable<Uint8Array>, keep: number): Promise<Downloaded> {
  const parts: Uint8Array[] = [];
  let kept = 0;
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > SANDBOX_REFERENCE_BYTES) throw new Error("it is too large");
    if (kept >= keep) continue;
    parts.push(part);
    kept += part.length;
  }
  return { head: Buffer.concat(parts).subarray(0, keep), bytes };
}
