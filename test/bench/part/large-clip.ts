import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { request } from "undici";
import { systemClock } from "../../../src/clock.ts";
import { createGatewayHttp } from "../../../src/gateway/http.ts";
import { createVideoClient } from "../../../src/gateway/video-client.ts";
import { ARTIFACT_BYTES } from "../../../src/limits.ts";
import { createLog } from "../../../src/log.ts";
import { createFolderStore } from "../../../src/media/folder-store.ts";
import { collectGarbage, forgetPeak, peakBytes, residentBytes } from "../memory.ts";
import { answerWith } from "../part.ts";

export interface Delivered {
  /** By how much resident memory rose above what the idle process had. */
  readonly grownBytes: number;
  readonly ms: number;
}

interface Given {
  readonly url: string;
  readonly folder: string;
  readonly bytes: number;
}

answerWith({
  easel: (given: Given) => measured(given, throughEasel),
  stored: (given: Given) => measured(given, storedBare),
  piped: (given: Given) => measured(given, piped),
});

async function measured(given: Given, deliver: (given: Given) => Promise<string>): Promise<Delivered> {
  await collectGarbage();
  const idle = residentBytes();
  forgetPeak();
  const began = performance.now();
  const taken = await deliver(given);
  const ms = performance.now() - began;
  if (Number(taken) !== given.bytes) throw new Error(`${taken} bytes arrived, not ${given.bytes}`);
  return { grownBytes: peakBytes() - idle, ms };
}

/** What happens to a clip: fetched by its record, hashed and kept, and then read for its upload. */
async function throughEasel({ url, folder }: Given): Promise<string> {
  const http = createGatewayHttp({ clock: systemClock, log: createLog("silent") });
  const client = createVideoClient({ http });
  const media = await createFolderStore(join(folder, "media"));
  const { signal } = new AbortController();
  const outcome = await client.fetchArtifact({ baseUrl: url, apiKey: "sk-bench", remoteId: "large" }, signal);
  if (outcome.kind !== "artifact") throw new Error(`no artifact: ${JSON.stringify(outcome)}`);
  const { hash } = await media.put(outcome.body, { maxBytes: ARTIFACT_BYTES, signal });
  const taken = await upload(url, await media.open(hash));
  await http.close();
  return taken;
}

/** The leanest program that survives a crash: the file, its hash, on the disk for certain, and then its upload. */
async function storedBare({ url, folder }: Given): Promise<string> {
  const path = join(folder, "bare");
  const hash = createHash("sha256");
  const { body } = await request(`${url}/content`);
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { flush: true }),
  );
  hash.digest("hex");
  return upload(url, createReadStream(path));
}

/** As `curl | curl`: nothing is kept. */
async function piped({ url }: Given): Promise<string> {
  const { body } = await request(`${url}/content`);
  return upload(url, body);
}

async function upload(url: string, body: Readable): Promise<string> {
  const answer = await request(`${url}/upload`, { method: "POST", body });
  return answer.body.text();
}
