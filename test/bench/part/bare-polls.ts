import { GATEWAY_CONNECTIONS } from "../../../src/gateway/http/http.ts";
import { POLL_JITTER } from "../../../src/worker/watch/watcher.ts";
import { Agent } from "undici";
import { VIDEO_POLL_MS } from "../../../src/lib/limits.ts";
import { collectGarbage, heldBytes, residentBytes } from "../harness/memory.ts";
import { answerWith } from "../harness/part.ts";

interface Given {
  readonly url: string;
  readonly ids: readonly string[];
}

const agent = new Agent({ pipelining: 1, connections: GATEWAY_CONNECTIONS });
let ended = 0;
let polls = 0;

/** Polls every task about every 15 seconds, and does nothing else. */
answerWith({
  start,
  polls: () => polls,
  cpuMs: () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
  heldBytes: async () => {
    await collectGarbage();
    return heldBytes();
  },
  residentBytes: async () => {
    await collectGarbage();
    return residentBytes();
  },
});

function start({ url, ids }: Given): void {
  for (const id of ids) void watch(url, id);
}

async function watch(origin: string, id: string): Promise<void> {
  for (;;) {
    const { statusCode, body } = await agent.request({
      origin,
      path: `/v1/videos/${id}`,
      method: "GET",
      headers: { accept: "application/json", authorization: "Bearer sk-sandbox" },
    });
    const task = (await body.json()) as { id: string; status: string };
    if (statusCode !== 200 || task.id !== id || task.status !== "in_progress") ended++;
    if (ended > 0) throw new Error(`${ended} ended`);
    polls++;
    await new Promise((resolve) => {
      setTimeout(resolve, VIDEO_POLL_MS * (1 + POLL_JITTER * (Math.random() - 0.5)));
    });
  }
}
