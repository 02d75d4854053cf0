import { createParser } from "eventsource-parser";
import { Agent, type Dispatcher } from "undici";
import { answerWith } from "../harness/part.ts";

interface Given {
  readonly url: string;
  readonly jobs: number;
  readonly atOnce: number;
}

interface Image {
  readonly images: readonly { readonly url: string }[];
}

answerWith({ run });

/** Measures jobs a second if a job consists only of its HTTP calls: no database, no chat, no files. */
async function run({ url, jobs, atOnce }: Given): Promise<number> {
  const agent = new Agent({ pipelining: 1 });
  await loop(agent, url, atOnce, atOnce * 4);
  const began = performance.now();
  await loop(agent, url, atOnce, jobs);
  const seconds = (performance.now() - began) / 1_000;
  await agent.close();
  return jobs / seconds;
}

async function loop(agent: Dispatcher, url: string, atOnce: number, jobs: number): Promise<void> {
  let left = jobs;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await oneJob(agent, url, left);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Creates a job, follows its events to their end, and gets the final snapshot, the result and the picture. */
async function oneJob(agent: Dispatcher, origin: string, number: number): Promise<void> {
  const authorization = "Bearer sk-sandbox";
  const get = (path: string) => agent.request({ origin, path, method: "GET", headers: { authorization } });
  const created = await agent.request({
    origin,
    path: "/api/v1/images/generations/jobs",
    method: "POST",
    headers: { authorization, "content-type": "application/json", "idempotency-key": `bare-${number}` },
    body: JSON.stringify({ model: "provider-a/image-2", prompt: `a lighthouse at dusk, number ${number}` }),
  });
  const { jobId } = (await created.body.json()) as { jobId: string };
  let phase = "";
  const parser = createParser({ onEvent: ({ data }) => (phase = (JSON.parse(data) as { phase: string }).phase) });
  const path = `/api/v1/images/jobs/${jobId}`;
  parser.feed(await (await get(`${path}/events`)).body.text());
  const snapshot = (await (await get(path)).body.json()) as { phase: string };
  if (phase !== "completed" || snapshot.phase !== "completed") throw new Error(`${jobId} is ${phase}`);
  const result = (await (await get(`${path}/result`)).body.json()) as Image;
  const picture = await get(new URL(result.images[0]?.url ?? "").pathname);
  if ((await picture.body.arrayBuffer()).byteLength === 0) throw new Error(`${jobId} has no picture`);
}
