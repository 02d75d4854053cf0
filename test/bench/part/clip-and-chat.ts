import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { portOf } from "../../support/port.ts";
import { answerWith } from "../part.ts";

const PIECE = Buffer.alloc(64 * 1024, "moov");

/** A video service with one large clip, and a chat that takes uploads and forgets them. */
answerWith({ listen });

async function listen({ bytes }: { bytes: number }): Promise<string> {
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      let taken = 0;
      request.on("data", (chunk: Buffer) => (taken += chunk.length));
      request.once("end", () => response.end(String(taken)));
    } else if (request.url?.startsWith("/content")) {
      sendClip(response, bytes);
    } else {
      const url = `http://${request.headers.host}/content?sig=1`;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: "large", status: "completed", progress: 100, metadata: { url } }));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

function sendClip(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { "content-type": "video/mp4", "content-length": bytes, etag: '"one"' });
  let left = bytes;
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
