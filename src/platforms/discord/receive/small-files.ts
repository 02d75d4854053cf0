import { buffer } from "node:stream/consumers";
import type { Message } from "../../../core/chat/message.ts";

/** The files of an answer are small, and go out as a whole. */
export function smallFiles({ files = [] }: Message) {
  return Promise.all(
    files.map(async (file) => ({
      attachment: await buffer(await file.open()),
      name: file.name,
      description: file.description,
    })),
  );
}
