import { once } from "node:events";
import { createServer } from "node:http";
import { DEFAULT_VIDEO_MODEL } from "../../../src/core/request/video/video-models.ts";
import { portOf } from "../../support/process/port.ts";
import { answerWith } from "../harness/part.ts";

/** Too little for Easel to estimate an end. Otherwise, each notice would change when that end has passed, which adds work. */
const PROGRESS = 5;

/** The number of polls by task. */
const polls = new Map<string, number>();
let creates = 0;

/** A video service whose tasks are always in progress. It counts its calls. */
answerWith({
  listen,
  /** The numbers of polled tasks and of polls since `forget`, and that of all creates. */
  readings: () => ({
    tasks: polls.size,
    polls: [...polls.values()].reduce((sum, count) => sum + count, 0),
    creates,
  }),
  forget: () => polls.clear(),
});

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    const id = /^\/v1\/videos\/([^/?]+)/.exec(request.url ?? "")?.[1];
    if (request.method === "POST") creates++;
    if (id !== undefined) polls.set(id, (polls.get(id) ?? 0) + 1);
    request.resume();
    const text = JSON.stringify(
      id === undefined
        ? { object: "list", data: [{ id: DEFAULT_VIDEO_MODEL }] }
        : { id, object: "video", model: "seedance-2", status: "in_progress", progress: PROGRESS, seconds: "5" },
    );
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}
