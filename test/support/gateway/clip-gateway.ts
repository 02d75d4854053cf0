import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { z } from "zod";
import { parseRange } from "../../../src/lib/http/byte-range.ts";
import { portOf } from "../process/port.ts";

/** A video service whose clips are all the same file and finish immediately. */
export interface ClipGateway {
  /** The environment for using it. */
  readonly environment: Record<string, string>;
  /** The number of creates. */
  creates(): number;
  /** The requested models, in order. */
  models(): readonly string[];
  close(): Promise<void>;
}

/** `list`: the response to a request for its models. */
export async function startClipGateway(
  clip: Buffer,
  list: unknown = { object: "list", data: [{ id: "gamma3.0-video-720p" }] },
): Promise<ClipGateway> {
  const models: string[] = [];
  const takeModel = async (request: IncomingMessage): Promise<string> => {
    const { model } = z.object({ model: z.string() }).parse(await readJson(request));
    models.push(model);
    return model;
  };
  const server = createServer((request, response) => {
    const json = (body: unknown): void =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    const path = request.url ?? "";
    if (request.method === "POST") {
      void takeModel(request).then((model) => json({ id: `task_${randomUUID()}`, status: "queued", model }));
    } else if (path.startsWith("/content")) {
      const range = parseRange(request.headers.range, clip.length);
      const { start, end } = typeof range === "object" ? range : { start: 0, end: clip.length - 1 };
      response.writeHead(range ? 206 : 200, {
        "content-type": "video/mp4",
        "content-length": end - start + 1,
        etag: '"one"',
        ...(range ? { "content-range": `bytes ${start}-${end}/${clip.length}` } : {}),
      });
      response.end(clip.subarray(start, end + 1));
    } else if (path === "/v1/models") {
      json(list);
    } else {
      const id = path.split("/").at(-1);
      json({ id, status: "completed", progress: 100, metadata: { url: `http://127.0.0.1:${portOf(server)}/content` } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    environment: { VIDEO_BASE_URL: `http://127.0.0.1:${portOf(server)}`, VIDEO_API_KEY: "sk-clips" },
    creates: () => models.length,
    models: () => models,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
