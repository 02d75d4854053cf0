import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { tinyPicture } from "../../../src/sandbox/render/tiny.ts";
import { portOf } from "../../support/process/port.ts";
import { answerWith } from "../harness/part.ts";

const PICTURE = tinyPicture("png", "instant");
const BASE64 = PICTURE.toString("base64");
const GUIDANCE = {
  tier: "1K",
  timeoutSeconds: 300,
  milestones: [
    {
      percentile: 50,
      seconds: 20,
      level: "info",
      cardMessage: "Half of them take so long",
      detailTitle: "",
      detailBody: "",
    },
    {
      percentile: 90,
      seconds: 60,
      level: "warn",
      cardMessage: "Most are done by now",
      detailTitle: "",
      detailBody: "",
    },
  ],
};
const NOT_FOUND = {
  error: { status: 404, message: "no such job", type: "invalid_request_error", code: "job_not_found" },
};

let creates = 0;

/** An image service that does no work: each job is complete when it is created, and all answers are prepared. */
answerWith({
  listen,
  creates: () => creates,
  cpuMs: () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
});

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const id = /^\/api\/v1\/images\/(?:jobs|files)\/(job_\d+)/.exec(path)?.[1];
    if (request.method === "POST") {
      request.resume();
      request.once("end", () => {
        json(response, 202, { jobId: `job_${++creates}`, phase: "queued", durationGuidance: GUIDANCE });
      });
    } else if (id === undefined) {
      json(response, 404, NOT_FOUND);
    } else if (path.endsWith("/events")) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`event: completed\ndata: ${JSON.stringify(snapshot(id))}\n\n`);
    } else if (path.endsWith("/result")) {
      const url = `http://${request.headers.host}/api/v1/images/files/${id}`;
      json(response, 200, { images: [{ url, base64: BASE64, mimeType: "image/png" }], usage: { images: 1 } });
    } else if (path.includes("/files/")) {
      response.writeHead(200, { "content-type": "image/png", "content-length": PICTURE.length });
      response.end(PICTURE);
    } else {
      json(response, 200, snapshot(id));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

function snapshot(jobId: string): object {
  const now = Date.now();
  const times = { createdAt: now, updatedAt: now, startedAt: now, finishedAt: now };
  return {
    jobId,
    model: "provider-a/image-2",
    hasInputImage: false,
    phase: "completed",
    ...times,
    message: "The picture is ready",
    usage: { images: 1 },
    durationGuidance: GUIDANCE,
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}
