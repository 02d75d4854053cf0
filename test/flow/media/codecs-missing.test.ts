import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import type { FitOrder } from "../../../src/media/fit/fit-message.ts";
import { OWN_TURN } from "../../../src/media/fair-queue.ts";
import { createProcesses } from "../../../src/media/processes.ts";
import { tinyClip } from "../../../src/sandbox/render/clip/clip-tiny.ts";
import type { RenderOrder } from "../../../src/sandbox/render/render-message.ts";

const never = new AbortController().signal;

describe("without the optional codec package", () => {
  it("reports that a clip can't be made smaller, so that it is sent as a link", async () => {
    const module = new URL("../../support/media/fit-without-codecs.ts", import.meta.url);
    await using processes = createProcesses({ module, atOnce: 1, heapMib: 256 });
    const order: FitOrder = { task: "clip", path: "/dev/null", target: "/dev/null", maxBytes: 1000 };
    expect(await processes.ask(order, 30_000, OWN_TURN, never)).toEqual({
      tooLarge: "the codecs are not installed (package @napi-rs/webcodecs)",
    });
  });

  it("serves the sandbox's tiny clip", async () => {
    const thread = new Worker(new URL("../../support/media/render-without-codecs.ts", import.meta.url), {
      env: { DISABLE_SYSTEM_FONTS_LOAD: "1" },
    });
    try {
      const clip = { prompt: "a kite", model: "beta-2.0-mini-12s", width: 64, height: 36, seconds: 1, seed: 1 };
      const order: RenderOrder = { id: 7, work: { clip, image: undefined } };
      thread.postMessage(order, []);
      const [answer] = await once(thread, "message");
      expect(answer.id).toBe(7);
      expect(Buffer.from(answer.bytes)).toEqual(tinyClip());
    } finally {
      await thread.terminate();
    }
  });
});
