import { startEmbeddedPostgres } from "../../../src/db/embedded/embedded-postgres.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { answerWith } from "../harness/part.ts";

answerWith({ startAndStop });

/** Seconds until the server answers. */
async function startAndStop(dataDir: string): Promise<number> {
  const began = performance.now();
  const server = await startEmbeddedPostgres({ dataDir, log: createLog("warn") });
  const seconds = (performance.now() - began) / 1_000;
  await server.stop();
  return seconds;
}
