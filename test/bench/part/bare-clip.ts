import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { request } from "undici";
import { portOf } from "../../support/port.ts";
import { collectGarbage, forgetPeak, peakBytes, residentBytes } from "../memory.ts";
import { answerWith } from "../part.ts";

interface Given {
  readonly url: string;
  readonly folder: string;
}

let path = "";

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
});

async function listen(): Promise<string> {
  const server = createServer((_request, response) => {
    createReadStream(path).pipe(response);
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
    hash.update(chunk);
    await file.write(chunk);
  }
  await file.sync();
  await file.close();
  return hash.digest("hex");
}
