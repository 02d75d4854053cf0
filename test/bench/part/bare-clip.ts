import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { request } from "undici";
import { portOf } from "../../support/process/port.ts";
import { collectGarbage, forgetPeak, peakBytes, residentBytes } from "../harness/memory.ts";
import { answerWith } from "../harness/part.ts";

interface Given {
  readonly url: string;
  readonly folder: string;
}

/** Four times Node's default: fewer and larger chunks are faster. */
const READ_BYTES = 256 * 1024;
/** Collecting this often lets buffers be reused, which is faster than allocating new memory. */
const COLLECTED_BYTES = 2 * 1024 * 1024;

let path = "";
let spent = 0;

/** Streams a clip into a file, flushes it, and serves it. */
answerWith({
  listen,
  fetch,
  forgetPeak: async () => {
    await collectGarbage();
    forgetPeak();
    return residentBytes();
  },
  peakBytes,
  cpuMs: () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
});

async function listen(): Promise<string> {
  const server = createServer((_request, response) => {
    const file = createReadStream(path, { highWaterMark: READ_BYTES });
    file.on("data", (chunk) => passed(chunk.length)).pipe(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

async function fetch({ url, folder }: Given): Promise<string> {
  path = join(folder, "bare-clip");
  const { body } = await request(`${url}/files/bare.mp4`);
  const file = await open(path, "w");
  const hash = createHash("sha256");
  for await (const chunk of body as AsyncIterable<Buffer>) {
    passed(chunk.length);
    const written = file.write(chunk);
    // Meanwhile, another thread writes the chunk.
    hash.update(chunk);
    await written;
  }
  await file.sync();
  await file.close();
  return hash.digest("hex");
}

function passed(bytes: number): void {
  spent += bytes;
  if (spent < COLLECTED_BYTES) return;
  spent = 0;
  globalThis.gc?.({ type: "minor" });
}
