import { monitorEventLoopDelay } from "node:perf_hooks";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createLog } from "../../../src/lib/log/log.ts";
import { OWN_TURN } from "../../../src/media/fair-queue.ts";
import { createFitter } from "../../../src/media/fit/fitter.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import { createStaging } from "../../../src/media/store/staging.ts";
import { answerWith } from "../harness/part.ts";

export interface Fitting {
  readonly ms: number;
  /** The event loop's delay during the fitting, in milliseconds. */
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly bytes: number;
}

interface Given {
  readonly folder: string;
  /** Base64. */
  readonly clip: string;
  readonly maxBytes: number;
}

/** The interval at which the loop's delay is sampled. Every figure includes it. */
const RESOLUTION_MS = 1;
const NS_PER_MS = 1e6;

answerWith({ fit, idle });

async function fit({ folder, clip, maxBytes }: Given): Promise<Fitting> {
  await mkdir(folder, { recursive: true });
  const media = await createFolderStore(join(folder, "media"));
  const { hash } = await media.put(Readable.from([Buffer.from(clip, "base64")]), { maxBytes: 1e9 });
  const staging = createStaging(join(folder, "fitting"));
  await using fitter = createFitter({ media, staging, log: createLog("silent") });
  const { signal } = new AbortController();
  let bytes = 0;
  const measured = await watched(async () => {
    const fitted = await fitter.fit({ hash, mimeType: "video/mp4" }, maxBytes, OWN_TURN, signal);
    bytes = fitted?.bytes ?? 0;
  });
  if (bytes === 0) throw new Error("the clip was not fitted");
  return { ...measured, bytes };
}

/** The delay of the same loop with nothing to do. */
async function idle({ ms }: { ms: number }): Promise<Fitting> {
  const measured = await watched(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),
  );
  return { ...measured, bytes: 0 };
}

async function watched(work: () => Promise<void>): Promise<Omit<Fitting, "bytes">> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  delay.disable();
  return { ms, p99Ms: delay.percentile(99) / NS_PER_MS, maxMs: delay.max / NS_PER_MS };
}
