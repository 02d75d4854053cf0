import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/fault/**/*.test.ts"],
    globalSetup: ["test/support/process/global-setup.ts"],
    pool: "forks",
    // Each file starts processes of its own; one after the other, they disturb each other's times less.
    fileParallelism: false,
    maxConcurrency: 3,
    testTimeout: Number(process.env["FAULT_TIMEOUT"] ?? 15 * 60_000),
    hookTimeout: 60_000,
  },
});
