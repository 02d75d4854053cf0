import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { JoinedChunks } from "../../../../src/lib/http/joined-chunks.ts";

async function joined(chunks: Iterable<Buffer>): Promise<Buffer[]> {
  const passed: Buffer[] = [];
  for await (const chunk of Readable.from(chunks, { objectMode: false }).pipe(new JoinedChunks())) passed.push(chunk);
  return passed;
}

it("chunks of one byte are joined into few", async () => {
  const bytes = Buffer.from(Array.from({ length: 50_000 }, (_, at) => at % 251));
  const passed = await joined(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)));
  expect(passed.length).toBeLessThan(5);
  expect(Buffer.concat(passed).equals(bytes)).toBe(true);
});

it("large chunks are passed on between small ones, in order", async () => {
  const parts = [
    Buffer.from("ab"),
    Buffer.alloc(40_000, "c"),
    Buffer.from("d"),
    Buffer.alloc(16_384, "e"),
    Buffer.from("f"),
  ];
  expect(Buffer.concat(await joined(parts)).equals(Buffer.concat(parts))).toBe(true);
});
