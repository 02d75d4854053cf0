import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { createImageClient } from "../../../src/gateway/image/image-client.ts";
import { createVideoClient } from "../../../src/gateway/video/video-client.ts";
import type { FetchOutcome, RemoteService } from "../../../src/core/job/remote.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { CALL_KEY, createGatewayCalls } from "../../support/gateway/gateway-calls.ts";
import { httpAnswer } from "../../support/process/tcp-server.ts";

/** Which statuses of a download mean a file: `docs/gateway.md#videos-endpoints`, "any 2xx counts". */
const BYTES = "the bytes of a file";
const never = new AbortController().signal;
const calls = createGatewayCalls();

afterEach(() => calls.close());

const clients: Readonly<Record<string, () => Pick<RemoteService, "fetchArtifact">>> = {
  clip: () => createVideoClient({ http: calls.connect() }),
  picture: () => createImageClient({ http: calls.connect(), clock: systemClock }),
};

/** Fetches a file that comes with this status, from a gateway whose other answers are usual. */
async function fetchFrom(kind: string, status: number): Promise<FetchOutcome> {
  const server = await calls.serve((socket, head) => {
    if (head.includes("/files/") || head.includes("/content")) {
      socket.write(httpAnswer(status, status === 204 ? "" : BYTES, { "content-type": "application/octet-stream" }));
      return;
    }
    const images = [{ url: `${server.url}/api/v1/images/files/m_1` }];
    const metadata = { url: `${server.url}/v1/videos/r_1/content?expires=1&sig=1` };
    socket.write(httpAnswer(200, JSON.stringify({ images, id: "r_1", status: "completed", metadata })));
  });
  const remote = { baseUrl: server.url, apiKey: CALL_KEY, remoteId: "r_1" };
  const client = clients[kind]?.() ?? expect.unreachable(kind);
  return client.fetchArtifact(remote, never);
}

describe.each(Object.keys(clients))("the file of a %s", (kind) => {
  it.each([200, 201, 203])("comes with status %s: which one means success is not documented", async (status) => {
    const outcome = await fetchFrom(kind, status);
    if (outcome.kind !== "artifact") expect.unreachable(outcome.kind);
    expect((await buffer(outcome.body)).toString()).toBe(BYTES);
  });

  it.each([204, 206])("does not come with status %s, which never means a whole file", async (status) => {
    expect(await fetchFrom(kind, status)).toMatchObject({ kind: "unanswered" });
  });
});
