import { join } from "node:path";
import { atMost, type Bench } from "./harness/bench.ts";
import { createDatabase } from "./database.ts";
import { startPart } from "./harness/part.ts";
import { startSandboxProcess } from "./sandbox-process.ts";
import type { AppGiven } from "./part/whole-app.ts";

const MB = 1e6;
/** After this time, the garbage of the start has been collected. */
const IDLE_MS = 20_000;

export const idleMemory: Bench = {
  name: "idle-memory",
  floor:
    "a process that has loaded the same libraries, listens, and is connected to the same database, without any code of ours",
  async run({ folder, server }) {
    const databaseUrl = await createDatabase((await server()).url, "idle_memory");
    const gateway = await startSandboxProcess(folder, "idle-sandbox");
    const [app, bare] = [startPart("whole-app"), startPart("bare-libraries")];
    try {
      const given: AppGiven = { databaseUrl, gatewayUrl: gateway.url, dataDir: join(folder, "idle"), timed: false };
      await app.ask("start", given);
      await bare.ask("start", { databaseUrl });
      await new Promise((resolve) => {
        setTimeout(resolve, IDLE_MS);
      });
      return {
        figures: [
          {
            what: "resident memory, idle: Console, database and gateway",
            unit: "MB",
            value: (await app.ask<number>("residentBytes")) / MB,
            floor: (await bare.ask<number>("residentBytes")) / MB,
            aims: [atMost(1.3, "ratio")],
          },
        ],
        notes: ["After garbage was collected, in both. The database and the gateway are processes of their own."],
      };
    } finally {
      await Promise.all([app.stop(), bare.stop()]);
      await gateway.stop();
    }
  },
};
