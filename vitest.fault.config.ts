import { defineConfig } from "vitest/config";

/** These start no processes that are killed or measured, and share the machine as the files of `npm test` do. */
const SIDE_BY_SIDE = ["browser", "flow", "platforms"].map((folder) => `test/fault/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    globalSetup: ["test/support/process/global-setup.ts"],
    pool: "forks",
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "one at a time",
          include: ["test/fault/**/*.test.ts"],
          exclude: SIDE_BY_SIDE,
          // Each file starts processes of its own; one after the other, they disturb each other's times less.
          fileParallelism: false,
          maxConcurrency: 3,
          testTimeout: Number(process.env["FAULT_TIMEOUT"] ?? 15 * 60_000),
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
        },
      },
    ],
  },
});
