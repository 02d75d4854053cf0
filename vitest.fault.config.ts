import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/support/process/slow-first.ts";

const filesIn = (folders: readonly string[]): string[] => folders.map((folder) => `test/fault/${folder}/**/*.test.ts`);

/** These neither kill nor measure processes, so they can run in parallel, like the files of `npm test`. */
const SIDE_BY_SIDE = filesIn(["browser", "flow", "platforms"]);
/** These start processes, but mostly wait for leases, alerts and restarts. */
const MOSTLY_WAITING = filesIn(["discord", "incidents", "process", "slack"]);

const FAULT_TIMEOUT_MS = Number(process.env["FAULT_TIMEOUT"] ?? 15 * 60_000);

export default defineConfig({
  test: {
    globalSetup: ["test/support/process/global-setup.ts"],
    pool: "forks",
    hookTimeout: 60_000,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "one at a time",
          include: ["test/fault/**/*.test.ts"],
          exclude: [...SIDE_BY_SIDE, ...MOSTLY_WAITING],
          // Each file keeps its processes busy. In parallel, the files would disturb each other's timing.
          fileParallelism: false,
          maxConcurrency: 3,
          testTimeout: FAULT_TIMEOUT_MS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "mostly waiting",
          include: MOSTLY_WAITING,
          maxWorkers: 2,
          maxConcurrency: 3,
          testTimeout: FAULT_TIMEOUT_MS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "side by side",
          include: SIDE_BY_SIDE,
          maxWorkers: 4,
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
