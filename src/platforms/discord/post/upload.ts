import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { shortened, type OutgoingFile } from "../../../core/chat/message.ts";
import { DISCORD_DESCRIPTION_CHARACTERS } from "../limits.ts";

/** A multipart body that is read while it is sent, and read again for a retry. */
export interface Multipart extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string>>;
}

/** A Discord upload: numbered files, then the message's JSON. Memory use does not depend on file size. */
export function multipartOf(files: readonly OutgoingFile[], payload: object): Multipart {
  const boundary = `easel-${randomBytes(16).toString("hex")}`;
  const heads = files.map(({ name, mimeType }, index) =>
    headOf(boundary, `name="files[${index}]"; filename="${quoted(name)}"`, mimeType),
  );
  const tail = Buffer.concat([
    headOf(boundary, `name="payload_json"`, "application/json"),
    Buffer.from(`${JSON.stringify(payload)}\r\n--${boundary}--\r\n`),
  ]);
  const bytes = files.reduce((sum, file, index) => sum + (heads[index]?.length ?? 0) + file.bytes + 2, tail.length);
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}`, "content-length": String(bytes) },
    async *[Symbol.asyncIterator]() {
      for (const [index, file] of files.entries()) {
        yield heads[index] ?? Buffer.alloc(0);
        for await (const chunk of await file.open()) yield chunk;
        yield Buffer.from("\r\n");
      }
      yield tail;
    },
  };
}

function headOf(boundary: string, disposition: string, type: string): Buffer {
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type.replaceAll(/[\r\n]/g, "")}\r\n\r\n`,
  );
}

/** Escapes a quoted name as browsers do. */
function quoted(name: string): string {
  return name.replaceAll(/[\r\n]/g, " ").replaceAll('"', "%22");
}

/** A file of an answer, in discord.js's format. */
export interface FileInMemory {
  readonly attachment: Buffer;
  readonly name: string;
  readonly description: string;
}

/** Reads an answer's files into memory. `AnswerUploads` bounds how many answers do so concurrently. */
export function inMemory(files: readonly OutgoingFile[]): Promise<FileInMemory[]> {
  return Promise.all(
    files.map(async (file) => ({
      attachment: await buffer(await file.open()),
      name: file.name,
      description: shortened(file.description, DISCORD_DESCRIPTION_CHARACTERS),
    })),
  );
}
