import { afterAll, beforeAll, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { watchRanFiles, type RanFile } from "../../support/ran-files.ts";

/** The maximum number of files that run until an `/imagine` is acknowledged. Lower it when a change makes the path shorter. */
const MOST_FILES = 75;
/** Background work differs from run to run; the path is what runs every time. On a busy machine, it takes more runs to tell. */
const MOST_TIMES = 12;
/** If fewer files than this run between two samples, only heartbeats are running. */
const QUIET_FILES = 5;

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel();
});

afterAll(() => here.stop());

it("passes through few files until it is acknowledged", async () => {
  // The first request fills caches.
  await imagine("a warm fox");
  await here.result("a warm fox");
  await using ran = await watchRanFiles();
  let path: readonly RanFile[] | undefined;
  for (let time = 0; time < MOST_TIMES && !(path && path.length <= MOST_FILES); time++) {
    const prompt = `fox number ${time}`;
    // The previous request has ended completely once almost nothing runs.
    await expect.poll(async () => (await ran.take()).length).toBeLessThan(QUIET_FILES);
    await imagine(prompt);
    const files = await ran.take();
    const now = new Set(files.map((file) => file.path));
    path = (path ?? files).filter((file) => now.has(file.path));
    await here.result(prompt);
  }
  const paths = path?.map((file) => file.path) ?? [];
  expect(paths).toContain("src/command/dispatch.ts");
  expect(paths.length, paths.join("\n")).toBeLessThanOrEqual(MOST_FILES);
});

async function imagine(prompt: string): Promise<void> {
  await here.person.command("imagine", { prompt }).answered;
}
