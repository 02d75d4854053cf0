import type { FileHandle } from "node:fs/promises";
import { CustomSource, Input, MP4, QTFF, WEBM } from "mediabunny";

/** Reads a clip from an open file. A source that knew its path would follow the clip's references to other files. */
export async function clipInput(file: FileHandle): Promise<Input> {
  const { size } = await file.stat();
  const source = new CustomSource({
    getSize: () => size,
    read: async (start, end) => {
      const bytes = Buffer.alloc(end - start);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    },
  });
  return new Input({ source, formats: [MP4, QTFF, WEBM] });
}
