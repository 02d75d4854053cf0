import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/support/process/slow-first.ts";

export default defineConfig({
  test: {
    // A gateway of someone's own is asked what every gateway must do; the rest is about this program alone.
    include: process.env["GATEWAY_URL"] ? ["test/contract/gateway.test.ts"] : ["test/**/*.test.ts"],
    // What is slow, rare or random takes minutes, and runs on its own.
    exclude: ["test/fault/**", "**/node_modules/**"],
    globalSetup: ["test/support/process/temporary-folder.ts", "test/support/process/global-setup.ts"],
    // Processes, not threads: tests here send signals, and change the user and the folder they run in.
    pool: "forks",
    // Loading all of Easel anew for each file would be a third of the time; no test changes what modules share.
    isolate: false,
    // Much of the time is waiting, for processes and for the database, so more files go together than the two cores of a small
    // machine could work on.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    // A busy machine is no failure: what is waited for comes, or is said to be missing before that.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
