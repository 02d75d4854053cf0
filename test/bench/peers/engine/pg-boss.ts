import { PgBoss } from "pg-boss";
import { answerWith } from "../../harness/part.ts";
import type { PeerGiven } from "../given.ts";
import { cpuMs, openFront, openPipeline, remember, report, type Pipeline } from "./pipeline.ts";

const QUEUE = "make";
/** Jobs that a worker fetches and completes together. By default, a worker polls for one job at a time. */
const BATCH = 8;

interface Request {
  readonly id: string;
  readonly prompt: string;
}

const running = new AsyncDisposableStack();

answerWith({ start, cpuMs }, () => running.disposeAsync());

async function start(given: PeerGiven): Promise<string> {
  const opened = running.adopt(await openPipeline(given), (it) => it.close());
  const { pool } = opened;
  const queue = new PgBoss({ connectionString: given.databaseUrl, max: 20, useListenNotify: true, schedule: false });
  queue.on("error", report);
  await queue.start();
  running.defer(() => queue.stop());
  await queue.createQueue(QUEUE, { notify: true });
  await queue.work<Request>(
    QUEUE,
    {
      batchSize: BATCH,
      localConcurrency: given.atOnce / BATCH,
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
    },
    async (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data }) => {
          await make(opened, data);
          return { id, status: "completed" as const };
        }),
      ),
  );
  const front = await openFront(async (id, prompt) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query({
        name: "accept",
        text: "insert into requests (id, prompt) values ($1, $2)",
        values: [id, prompt],
      });
      const db = { executeSql: async (text: string, values?: unknown[]) => client.query(text, values) };
      await queue.send(QUEUE, { id, prompt } satisfies Request, { db });
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  });
  running.defer(() => front.close());
  return front.url;
}

async function make({ pool, create, follow, fetch, post }: Pipeline, { id, prompt }: Request): Promise<void> {
  const remoteId = await create(id, prompt);
  await remember(pool, id, remoteId);
  await follow(remoteId);
  await post(id, await fetch(id, remoteId));
}
