import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import * as good from "../../support/media/media-files.ts";
import { portOf } from "../../support/process/port.ts";
import { firstLine, runScript } from "../../support/process/processes.ts";

const MIB = 1024 * 1024;
/** The allowed growth of resident memory while a fresh process receives any file. */
const MAY_GROW = 64 * MIB;

const Report = z.object({
  taken: z.object({
    ok: z.boolean(),
    reference: z.record(z.string(), z.unknown()).optional(),
    problem: z.record(z.string(), z.unknown()).optional(),
  }),
  grown: z.number(),
  files: z.number(),
});

let server: Server;
let answer: (response: ServerResponse) => Promise<void>;

beforeAll(async () => {
  server = createServer((_request, response) => {
    // The client hangs up when it has read enough.
    answer(response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.close();
});

/** The same bytes repeatedly. */
function* repeated(bytes: Buffer, total: number): Generator<Buffer> {
  for (let given = 0; given + bytes.length <= total; given += bytes.length) yield bytes;
}

function stream(pieces: Iterable<Buffer>, headers: Record<string, string> = {}) {
  return async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, headers);
    await pipeline(Readable.from(pieces), response);
  };
}

/** Receives the server's response in a new process. */
async function takeCold(play: typeof answer): Promise<z.infer<typeof Report>> {
  answer = play;
  const report = Report.parse(
    JSON.parse(await firstLine(runScript("cold-intake.ts", `http://127.0.0.1:${portOf(server)}/file`))),
  );
  expect(report.grown).toBeLessThan(MAY_GROW);
  expect(report.files).toBe(report.taken.ok ? 1 : 0);
  return report;
}

it("a sound of nearly 80 MiB", async () => {
  const { taken } = await takeCold(stream(repeated(good.mp3(157), 79 * MIB)));
  expect(taken).toMatchObject({ ok: true, reference: { kind: "audio" } });
});

it("2 GB without an announced length", async () => {
  const { taken } = await takeCold(stream(repeated(Buffer.alloc(65_536, 3), 2_000 * MIB)));
  expect(taken).toMatchObject({ ok: false, problem: { rule: "file_too_large" } });
});

it("2 GB with the announced length", async () => {
  const { taken } = await takeCold(stream(repeated(Buffer.alloc(65_536, 3), MIB), { "content-length": "2097152000" }));
  expect(taken).toMatchObject({ ok: false, problem: { rule: "file_too_large" } });
});

it("2 GB announced as 100 bytes", async () => {
  const { taken } = await takeCold(async (response) => {
    const { socket } = response;
    if (!socket) throw new Error("no connection");
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n");
    await pipeline(Readable.from(repeated(good.mp3(157), 2_000 * MIB)), socket);
  });
  expect(taken).toMatchObject({ ok: false, problem: { rule: "file_damaged" } });
});

it("a picture that must be decoded completely: 24 million pixels, rotated, and of a type that is converted", async () => {
  const large = sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: "#285" } });
  const turned = await large.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const photo = await takeCold(stream([turned]));
  expect(photo.taken).toMatchObject({ ok: true, reference: { width: 4_000, height: 6_000 } });
  const gif = await large.clone().gif({ effort: 1 }).toBuffer();
  const drawing = await takeCold(stream([gif]));
  expect(drawing.taken).toMatchObject({ ok: true, reference: { converted: "GIF" } });
});

it("a decompression bomb", async () => {
  const { taken } = await takeCold(stream([good.claimPngSize(await good.png(), 50_000, 50_000)]));
  expect(taken).toMatchObject({ ok: false, problem: { rule: "too_many_pixels" } });
});
