import { once } from "node:events";
import { createServer } from "node:http";
import { portOf } from "../../support/process/port.ts";
import { answerWith } from "../harness/part.ts";

const PIECE = Buffer.alloc(64_000, "UklG");

/** A gateway with one large result, whose address answers 404. */
answerWith({ listen });

async function listen({ characters }: { characters: number }): Promise<string> {
  const server = createServer((request, response) => {
    if (!request.url?.endsWith("/result")) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end('{"error":{"status":404,"message":"gone","type":"invalid_request_error","code":"not_found"}}');
      return;
    }
    const head = `{"images":[{"url":"http://${request.headers.host}/api/v1/images/files/lost","base64":"`;
    const tail = '","mimeType":"image/png"}],"usage":{"images":1}}';
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": head.length + characters + tail.length,
    });
    response.write(head);
    let left = characters;
    const more = (): void => {
      while (left > 0) {
        const piece = PIECE.subarray(0, Math.min(left, PIECE.length));
        left -= piece.length;
        if (!response.write(piece)) {
          response.once("drain", more);
          return;
        }
      }
      response.end(tail);
    };
    more();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}
