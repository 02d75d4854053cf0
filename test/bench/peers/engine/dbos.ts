import { DBOS } from "@dbos-inc/dbos-sdk";
import { answerWith } from "../../harness/part.ts";
import type { PeerGiven } from "../given.ts";
import { cpuMs, openFront, openPipeline } from "./pipeline.ts";

const QUEUE = "make";
/** How often the queue looks for work, in milliseconds. */
const POLL_MS = 20;

const running = new AsyncDisposableStack();

answerWith({ start, cpuMs }, () => running.disposeAsync());

/** DBOS stores the request as the workflow's input, and the gateway's id as the result of a step, so no other row is needed. */
async function start(given: PeerGiven): Promise<string> {
  const { create, follow, fetch, post } = running.adopt(await openPipeline(given), (it) => it.close());
  DBOS.setConfig({
    name: "peer",
    systemDatabaseUrl: given.databaseUrl,
    systemDatabasePoolSize: 20,
    logLevel: "error",
    useListenNotify: true,
  });
  const make = DBOS.registerWorkflow(
    async (id: string, prompt: string): Promise<void> => {
      const remoteId = await DBOS.runStep(async () => create(id, prompt), { name: "create" });
      // One step for all three: if a crash repeats them, following and fetching do no harm.
      await DBOS.runStep(
        async () => {
          await follow(remoteId);
          await post(id, await fetch(id, remoteId));
        },
        { name: "deliver" },
      );
    },
    { name: "make" },
  );
  await DBOS.launch();
  running.defer(() => DBOS.shutdown());
  await DBOS.registerQueue(QUEUE, { workerConcurrency: given.atOnce, minPollingIntervalMs: POLL_MS });
  const front = await openFront(async (id, prompt) => {
    await DBOS.startWorkflow(make, { queueName: QUEUE, workflowID: id })(id, prompt);
  });
  running.defer(() => front.close());
  return front.url;
}
