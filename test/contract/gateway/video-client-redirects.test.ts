import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { FetchOutcome } from "../../../src/core/job/remote.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createVideoClient } from "../../../src/gateway/video/video-client.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { createLog } from "../../../src/lib/log/log.ts";

// Redirects of a clip's signed link: `docs/gateway.md#videos-endpoints`.
const never = new AbortController().signal;
const CLIP = Buffer.from("a clip from elsewhere");
let servers: Server[];
let seen: { readonly at: string; readonly path: string; readonly key: string | undefined }[];
let log: string;
/** What the gateways' health learns of each call. */
let outcomes: (string | undefined)[];
let http: GatewayHttp;

beforeEach(() => {
  servers = [];
  seen = [];
  log = "";
  outcomes = [];
  http = createGatewayHttp({
    clock: systemClock,
    log: createLog("debug", { write: (line: string) => (log += line) }),
    onOutcome: (_origin, failure) => void outcomes.push(failure),
  });
});

afterEach(async () => {
  await http.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
});

async function serve(at: string, answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    seen.push({ at, path: request.url ?? "", key: request.headers.authorization });
    answer(request, response);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) expect.unreachable("no port");
  return `http://127.0.0.1:${address.port}`;
}

/** A gateway whose signed link answers with these redirects in order. */
function startGateway(...locations: readonly string[]): Promise<string> {
  let left = locations;
  return serve("gateway", ({ url }, response) => {
    if (url === "/v1/videos/task_1") {
      response.setHeader("content-type", "application/json");
      const metadata = { url: "/v1/videos/task_1/content?expires=1&sig=secret" };
      response.end(JSON.stringify({ id: "task_1", status: "completed", progress: 100, metadata }));
      return;
    }
    const [location] = left;
    if (left.length > 1) left = left.slice(1);
    response.writeHead(302, { location, "x-gateway-request-id": "req-9" }).end();
  });
}

function fetchFrom(baseUrl: string): Promise<FetchOutcome> {
  return createVideoClient({ http }).fetchArtifact({ baseUrl, apiKey: "sk-contract-key", remoteId: "task_1" }, never);
}

it("a clip is fetched where its signed link redirects to, without the key, and the log keeps the address secret", async () => {
  const files = await serve("files", (_request, response) => {
    response.writeHead(200, { "content-type": "video/mp4", "content-length": CLIP.length }).end(CLIP);
  });
  const outcome = await fetchFrom(await startGateway(`${files}/a/./b?sig=a%2Fb+c==`));
  if (outcome.kind !== "artifact") expect.unreachable(outcome.kind);
  expect(await buffer(outcome.body)).toEqual(CLIP);
  expect(seen.slice(1)).toEqual([
    { at: "gateway", path: "/v1/videos/task_1/content?expires=1&sig=secret", key: undefined },
    { at: "files", path: "/a/./b?sig=a%2Fb+c==", key: undefined },
  ]);
  expect(log).not.toMatch(/a%2Fb|secret/);
  expect(outcomes).toEqual([undefined, undefined, undefined]);
});

it("the rest of a broken download is requested where the link redirects to", async () => {
  const ranges: unknown[] = [];
  const files = await serve("files", ({ headers }, response) => {
    ranges.push(headers.range);
    const common = { "content-type": "video/mp4", etag: '"1"' };
    if (headers.range === undefined) {
      response.writeHead(200, { ...common, "content-length": CLIP.length });
      response.write(CLIP.subarray(0, 10), () => response.destroy());
    } else {
      const rest = CLIP.subarray(10);
      const range = `bytes 10-${CLIP.length - 1}/${CLIP.length}`;
      response.writeHead(206, { ...common, "content-range": range, "content-length": rest.length }).end(rest);
    }
  });
  const outcome = await fetchFrom(await startGateway(`${files}/a`));
  if (outcome.kind !== "artifact") expect.unreachable(outcome.kind);
  expect(await buffer(outcome.body)).toEqual(CLIP);
  expect(ranges).toEqual([undefined, "bytes=10-"]);
});

it.each([
  ["leads to a private address", ["https://10.0.0.1/a"], 1],
  ["has no address", [""], 1],
  ["never ends", ["/a", "/b", "/c", "/d"], 4],
])("a clip whose link %s is unusable", async (_what, locations, requests) => {
  const outcome = await fetchFrom(await startGateway(...locations));
  expect(outcome).toEqual({ kind: "unusable", flaw: "redirected", found: undefined, requestId: "req-9" });
  expect(seen).toHaveLength(1 + requests);
});
