import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/support/process/slow-first.ts";

export default defineConfig({
  test: {
    // Against another gateway, run only the contract of every gateway. The other tests are about this program alone.
    include: process.env["GATEWAY_URL"] ? ["test/contract/gateway.test.ts"] : ["test/**/*.test.ts"],
    // The slow, rare and random cases take many minutes: `npm run test:fault` runs them.
    exclude: ["test/fault/**", "**/node_modules/**"],
    globalSetup: ["test/support/process/temporary-folder.ts", "test/support/process/global-setup.ts"],
    // Processes, not threads: some tests send signals, or change the user or the working directory.
    pool: "forks",
    // Loading all of Easel again for each file would take a third of the time, and no test changes shared module state.
    isolate: false,
    // More than the two cores of a small machine, because the tests mostly wait for processes and the database.
    maxWorkers: 5,
    sequence: { sequencer: SlowFirst },
    // Generous, because a busy machine is no failure. `poll` ends first, and reports what is missing.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
