import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { DEFAULT_VIDEO_MODEL } from "../../../src/core/request/video/video-models.ts";
import { tinyClip } from "../../../src/sandbox/render/clip/clip-tiny.ts";
import { portOf } from "../../support/process/port.ts";
import { answerWith } from "../harness/part.ts";

const PIECE = Buffer.alloc(64 * 1024, "clip");
const CLIP = tinyClip();
let clips = 0;

/** The polled tasks that were not created here. */
const watched = new Set<string>();

/** A video service whose tasks complete immediately, with clips of `bytes`. Tasks that were not created here never end. */
answerWith({ listen, watched: () => watched.size });

async function listen({ bytes }: { readonly bytes: number }): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const origin = `http://${request.headers.host}`;
    const id = /^\/v1\/videos\/([^/?]+)/.exec(request.url ?? "")?.[1];
    if (request.url?.startsWith("/files/")) send(response, bytes);
    else if (request.method === "POST") json(response, { id: `video_${++clips}`, object: "video", status: "queued" });
    else if (id === undefined) json(response, { object: "list", data: [{ id: DEFAULT_VIDEO_MODEL }] });
    else if (!/^video_\d+$/.test(id)) {
      watched.add(id);
      json(response, { id, object: "video", model: "seedance-2", status: "in_progress", progress: 40, seconds: "5" });
    } else json(response, { id, object: "video", status: "completed", metadata: { url: `${origin}/files/${id}.mp4` } });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

function send(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { "content-type": "video/mp4", "content-length": bytes });
  // A real clip, followed by a box that players skip.
  const box = Buffer.alloc(8);
  box.writeUInt32BE(bytes - CLIP.length, 0);
  box.write("free", 4, "latin1");
  response.write(Buffer.concat([CLIP, box]));
  let left = bytes - CLIP.length - box.length;
  const more = (): void => {
    while (left > 0) {
      const piece = PIECE.subarray(0, Math.min(left, PIECE.length));
      left -= piece.length;
      if (!response.write(piece)) {
        response.once("drain", more);
        return;
      }
    }
    response.end();
  };
  more();
}

function json(response: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}
