import { Logger, run, runMigrations } from "graphile-worker";
import { answerWith } from "../../harness/part.ts";
import type { PeerGiven } from "../given.ts";
import { cpuMs, openFront, openPipeline, remember } from "./pipeline.ts";

const QUIET = new Logger(() => () => {});
/** The row and its job, in one statement. */
const ACCEPT = `
  with request as (insert into requests (id, prompt) values ($1, $2) returning id, prompt)
  select graphile_worker.add_job('make', json_build_object('id', id, 'prompt', prompt)) from request`;

const running = new AsyncDisposableStack();

answerWith({ start, cpuMs }, () => running.disposeAsync());

/** The settings follow the library's page on performance: jobs are fetched and completed in groups. */
async function start(given: PeerGiven): Promise<string> {
  const { pool, create, follow, fetch, post } = running.adopt(await openPipeline(given), (it) => it.close());
  const shared = { pgPool: pool, logger: QUIET };
  await runMigrations(shared);
  const runner = await run({
    ...shared,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: given.atOnce,
        localQueue: { size: given.atOnce + 1 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    taskList: {
      async make(payload) {
        const { id, prompt } = payload as { id: string; prompt: string };
        const remoteId = await create(id, prompt);
        await remember(pool, id, remoteId);
        await follow(remoteId);
        await post(id, await fetch(id, remoteId));
      },
    },
  });
  running.defer(() => runner.stop());
  const front = await openFront(async (id, prompt) => {
    await pool.query({ name: "accept", text: ACCEPT, values: [id, prompt] });
  });
  running.defer(() => front.close());
  return front.url;
}
