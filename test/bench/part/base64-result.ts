import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { request } from "undici";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp } from "../../../src/gateway/http/http.ts";
import { createImageClient } from "../../../src/gateway/image/image-client.ts";
import { ARTIFACT_BYTES } from "../../../src/lib/limits.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import { collectGarbage, forgetPeak, peakBytes, residentBytes } from "../harness/memory.ts";
import { answerWith } from "../harness/part.ts";

export interface Fetched {
  /** Peak resident memory above that of the idle process. */
  readonly grownBytes: number;
  readonly peakBytes: number;
  readonly ms: number;
}

interface Given {
  readonly url: string;
  readonly folder: string;
  /** Size of the decoded picture. */
  readonly bytes: number;
}

answerWith({
  client: (given: Given) => measured(given, withClient),
  floor: (given: Given) => measured(given, bare),
});

async function measured(given: Given, fetchIt: (given: Given) => Promise<number>): Promise<Fetched> {
  await collectGarbage();
  const idle = residentBytes();
  forgetPeak();
  const began = performance.now();
  const bytes = await fetchIt(given);
  const ms = performance.now() - began;
  const peak = peakBytes();
  if (bytes !== given.bytes) throw new Error(`${bytes} bytes came, not ${given.bytes}`);
  return { grownBytes: peak - idle, peakBytes: peak, ms };
}

async function withClient({ url, folder }: Given): Promise<number> {
  const http = createGatewayHttp({ clock: systemClock, log: createLog("silent") });
  const client = createImageClient({ http, clock: systemClock });
  const media = await createFolderStore(join(folder, "media"));
  const { signal } = new AbortController();
  const outcome = await client.fetchArtifact({ baseUrl: url, apiKey: "sk-bench", remoteId: "large" }, signal);
  if (outcome.kind !== "artifact") throw new Error(`no artifact: ${JSON.stringify(outcome)}`);
  const { bytes } = await media.put(outcome.body, { maxBytes: ARTIFACT_BYTES, signal });
  await http.close();
  return bytes;
}

/** Assumes that the picture follows the first `"base64":"`, contains no escapes, and ends at the next quote. */
async function bare({ url, folder }: Given): Promise<number> {
  const { body } = await request(`${url}/api/v1/images/jobs/large/result`);
  const file = await open(join(folder, "bare"), "w");
  const hash = createHash("sha256");
  let head = "";
  let rest = "";
  let begun = false;
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let text = rest + chunk.toString("latin1");
    rest = "";
    if (!begun) {
      head += text;
      const at = head.indexOf('"base64":"');
      if (at === -1) continue;
      begun = true;
      text = head.slice(at + '"base64":"'.length);
    }
    const end = text.indexOf('"');
    const whole = end === -1 ? text.length - (text.length % 4) : end;
    if (end === -1) rest = text.slice(whole);
    const decoded = Buffer.from(text.slice(0, whole), "base64");
    hash.update(decoded);
    bytes += decoded.length;
    await file.write(decoded);
    if (end !== -1) break;
  }
  await file.sync();
  await file.close();
  hash.digest("hex");
  return bytes;
}
