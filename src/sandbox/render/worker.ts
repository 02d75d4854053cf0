import { parentPort } from "node:worker_threads";
import { tinyClip } from "./clip/clip-tiny.ts";
import { drawPicture } from "./draw-picture.ts";
import { openFonts } from "../../media/fonts.ts";
import type { RenderAnswer, RenderOrder, RenderWork } from "./render-message.ts";

/** The drawing thread, which keeps the server's event loop free. Draws one picture at a time and answers in order. */
if (!parentPort) throw new Error("render/worker.ts runs as a worker thread only");
const port = parentPort;
const fonts = openFonts();
let last: Promise<void> = Promise.resolve();

port.on("message", (order: RenderOrder) => {
  last = last.then(() => carryOut(order));
});

async function carryOut(order: RenderOrder): Promise<void> {
  try {
    const bytes = new Uint8Array(await make(order.work));
    answer({ id: order.id, bytes }, [bytes.buffer]);
  } catch (error) {
    answer({ id: order.id, error: error instanceof Error ? error.message : String(error) }, []);
  }
}

async function make(work: RenderWork): Promise<Buffer> {
  if ("picture" in work) return drawPicture(fonts, work.picture, work.inputs);
  // The encoders are large: a thread that draws only pictures does not load them. They are also optional (`docs/licences.md`);
  // without them every clip is the same tiny one.
  const clips = await import("./clip/clip.ts").catch(() => undefined);
  return clips ? clips.drawClip(fonts, work.clip, work.image) : tinyClip();
}

function answer(message: RenderAnswer, transfer: ArrayBuffer[]): void {
  port.postMessage(message, transfer);
}
