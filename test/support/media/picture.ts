import { Readable } from "node:stream";
import sharp from "sharp";
import type { OutgoingFile } from "../../../src/core/chat/message.ts";

/** A real single-colour PNG to post. */
export async function pictureFile(options: {
  readonly name: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
}): Promise<OutgoingFile> {
  const { name, description, width, height, colour } = options;
  const bytes = await sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return {
    name,
    mimeType: "image/png",
    bytes: bytes.length,
    description,
    width,
    height,
    open: () => Promise.resolve(Readable.from([bytes])),
  };
}
