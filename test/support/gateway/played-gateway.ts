import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import sharp from "sharp";

/** Answers a call; `id` is the job's or task's, if the path contains one. */
export type Play = (response: ServerResponse, id: string, request: IncomingMessage) => unknown;

/** The routes of both contracts, as tests implement them. */
export interface Plays {
  /** Creates a picture. */
  createImage: Play;
  snapshot: Play;
  events: Play;
  cancel: Play;
  result: Play;
  file: Play;
  createVideo: Play;
  task: Play;
  content: Play;
}

/** A minimal gateway whose routes a test can replace. */
export interface PlayedGateway {
  readonly url: string;
  /** Method and path of each call, in order. */
  readonly calls: readonly string[];
  /** Replaces the answers of these routes. */
  play(changes: Partial<Plays>): void;
  /** A route's current answer. */
  playing(route: keyof Plays): Play;
  /** The environment for using it. */
  readonly environment: Record<string, string>;
  /** The picture that it makes. */
  readonly picture: Buffer;
  close(): Promise<void>;
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Play {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** An event stream that stays open and silent. */
const silence: Play = (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
};

/** A snapshot in a phase, with additional fields. */
export function snapshotIn(phase: string, more: object = {}): Play {
  return (response, id, request) => {
    const now = Date.now();
    const body = {
      jobId: id,
      model: "provider-a/image-2",
      hasInputImage: false,
      phase,
      createdAt: now,
      updatedAt: now,
    };
    json(200, { ...body, ...more })(response, id, request);
  };
}

/** A task with a status, with additional fields. */
function taskIn(status: string, more: object = {}): Play {
  return (response, id, request) => {
    const body = { id, object: "video", model: "gamma3.0-video-480p", status, progress: 0, created_at: 1_800_000_000 };
    json(200, { ...body, ...more })(response, id, request);
  };
}

/** By default, pictures finish immediately and clips never do. */
export async function openPlayedGateway(): Promise<PlayedGateway> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#3366cc" } })
    .png()
    .toBuffer();
  const calls: string[] = [];
  let created = 0;
  let url = "";
  const plays: Plays = {
    createImage: (response, id, request) =>
      json(202, { jobId: `job_${++created}`, phase: "queued" })(response, id, request),
    snapshot: snapshotIn("completed"),
    events: silence,
    cancel: snapshotIn("cancelled"),
    result: (response, id, request) => {
      const image = { url: `${url}/api/v1/images/files/${id}`, base64: picture.toString("base64") };
      json(200, { images: [{ ...image, mimeType: "image/png" }], usage: {} })(response, id, request);
    },
    file: (response) => {
      response.writeHead(200, { "content-type": "image/png", "content-length": String(picture.length) });
      response.end(picture);
    },
    createVideo: (response, _id, request) => taskIn("queued")(response, `task_${++created}`, request),
    task: taskIn("in_progress"),
    content: json(404, { error: { code: "not_found", message: "none", type: "not_found" } }),
  };
  const routes: readonly (readonly [string, RegExp, keyof Plays])[] = [
    ["POST", /^\/api\/v1\/images\/(?:generations|edits)\/jobs$/, "createImage"],
    ["GET", /^\/api\/v1\/images\/jobs\/(job_[^/]+)$/, "snapshot"],
    ["GET", /^\/api\/v1\/images\/jobs\/(job_[^/]+)\/events$/, "events"],
    ["DELETE", /^\/api\/v1\/images\/jobs\/(job_[^/]+)$/, "cancel"],
    ["GET", /^\/api\/v1\/images\/jobs\/(job_[^/]+)\/result$/, "result"],
    ["GET", /^\/api\/v1\/images\/files\/([^/]+)$/, "file"],
    ["POST", /^\/v1\/videos$/, "createVideo"],
    ["GET", /^\/v1\/videos\/(task_[^/]+)$/, "task"],
    ["GET", /^\/v1\/videos\/(task_[^/]+)\/content$/, "content"],
  ];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "", "http://gateway.test").pathname;
    calls.push(`${request.method} ${path}`);
    if (path === "/v1/models") {
      json(200, { object: "list", data: [{ id: "gamma3.0-video-480p", object: "model" }] })(response, "", request);
      return;
    }
    for (const [method, pattern, name] of routes) {
      const found = request.method === method ? pattern.exec(path) : null;
      if (!found) continue;
      // Read the request before answering, as servers do.
      request.resume().once("end", () => plays[name](response, found[1] ?? "", request));
      return;
    }
    json(404, { error: { status: 404, code: "not_found", message: "no such job" } })(response, "", request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    calls,
    picture,
    playing: (route) => plays[route],
    play: (changes) => Object.assign(plays, changes),
    environment: {
      IMAGE_BASE_URL: url,
      IMAGE_API_KEY: "sk-played-key",
      VIDEO_BASE_URL: url,
      VIDEO_API_KEY: "sk-played-key",
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
