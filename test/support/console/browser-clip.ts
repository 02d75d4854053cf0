import { once } from "node:events";
import { createServer } from "node:http";
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from "mediabunny";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { portOf } from "../process/port.ts";

/** Pixel layouts that only a browser's encoder produces here, with codecs as WebCodecs names them. */
export const LAYOUTS = {
  "4:4:4": { format: "I444", codec: "vp09.01.10.08.03.01.01.01.00", bytes: 1, parts: 3 },
  "10 bit": { format: "I420P10", codec: "vp09.02.10.10.01.01.01.01.00", bytes: 2, parts: 1.5 },
} as const;

const Encoded = z.array(z.object({ type: z.enum(["key", "delta"]), at: z.number(), data: z.string() }));

const WIDTH = 640;
const HEIGHT = 360;
const FRAMES = 20;
const FRAMES_PER_SECOND = 10;

/** A two-second clip, half of it noise, in an unusual pixel layout. */
export async function browserClip(browser: Browser, layout: keyof typeof LAYOUTS): Promise<Buffer> {
  // Browsers encode only for local and https pages.
  const server = createServer((_request, response) => response.end("<!doctype html>"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${portOf(server)}/`);
    const frames = Encoded.parse(await page.evaluate(encoding(layout)));
    const target = new BufferTarget();
    const output = new Output({ format: new WebMOutputFormat(), target });
    const video = new EncodedVideoPacketSource("vp9");
    output.addVideoTrack(video, { frameRate: FRAMES_PER_SECOND });
    await output.start();
    const decoderConfig = { codec: LAYOUTS[layout].codec, codedWidth: WIDTH, codedHeight: HEIGHT };
    for (const { type, at, data } of frames) {
      await video.add(new EncodedPacket(Buffer.from(data, "base64"), type, at, 1 / FRAMES_PER_SECOND), {
        decoderConfig,
      });
    }
    await output.finalize();
    if (!target.buffer) throw new Error("the clip was not written");
    return Buffer.from(target.buffer);
  } finally {
    await page.close();
    server.close();
  }
}

/** The script that runs in the page. */
function encoding(layout: keyof typeof LAYOUTS): string {
  const { format, codec, bytes, parts } = LAYOUTS[layout];
  return `(async () => {
    const frames = [];
    let failure;
    const base64 = (data) => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
    const output = (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ type: chunk.type, at: chunk.timestamp / 1e6, data: base64(data) });
    };
    const encoder = new VideoEncoder({ output, error: (error) => (failure = error) });
    const shape = { width: ${WIDTH}, height: ${HEIGHT} };
    encoder.configure({ codec: "${codec}", ...shape, bitrate: 2_000_000, framerate: ${FRAMES_PER_SECOND} });
    for (let frame = 0; frame < ${FRAMES}; frame++) {
      const values = ${bytes === 1 ? "new Uint8Array" : "new Uint16Array"}(${WIDTH * HEIGHT * parts});
      for (let at = 0; at < values.length; at++) {
        const noise = at % ${WIDTH} < ${WIDTH / 2} ? 0 : ((at * 2_654_435_761 + frame * 40_503) >>> 8) % 100;
        const value = at < ${WIDTH * HEIGHT} ? 60 + noise : 128;
        values[at] = value << ${bytes === 1 ? 0 : 2};
      }
      const timestamp = (frame * 1e6) / ${FRAMES_PER_SECOND};
      const picture = new VideoFrame(values, {
        format: "${format}", codedWidth: shape.width, codedHeight: shape.height, timestamp,
      });
      encoder.encode(picture, { keyFrame: frame === 0 });
      picture.close();
    }
    await encoder.flush();
    if (failure) throw failure;
    return frames;
  })()`;
}
