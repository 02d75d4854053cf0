import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { startEaselProcess } from "../../support/process/easel-process.ts";
import { processesOn } from "../../support/process/processes-on.ts";
import { advanceGateway, createsAt, type CreateCall } from "../../support/gateway/sandbox-calls.ts";

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "easel-restart-"));
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const environment = (): Record<string, string> => ({ DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" });

/** For each idempotency key, the bodies that were sent with it. */
function bodiesByKey(calls: readonly CreateCall[]): string[][] {
  const byKey = Map.groupBy(calls, (call) => call.idempotencyKey);
  return [...byKey.values()].map((group) => [...new Set(group.map((call) => call.body))]);
}

function results(messages: readonly MessageView[]): MessageView[] {
  return messages.filter((message) => message.files.length > 0);
}

it("finishes four jobs with one result, even if the process is killed after accepting them and again midway", async () => {
  // Slow enough that they can't finish before the test has seen them.
  const prompt = "four in a storm [slow:600]";
  await using first = await startEaselProcess(environment());
  const before = createConsoleClient(first.url);
  await before.say(`/imagine ${prompt} --count 4`);
  await before.close();
  await first.end("SIGKILL");

  await using second = await startEaselProcess(environment());
  expect(second.block).toContain("found running");
  const between = createConsoleClient(second.url);
  await between.see("all four running", (messages) => {
    const items = messages.flatMap((message) => message.progress?.items ?? []);
    return items.filter((item) => item.label.startsWith("being made")).length === 4 ? true : undefined;
  });
  await between.close();
  await second.end("SIGKILL");

  await using third = await startEaselProcess(environment());
  await advanceGateway(third.sandboxUrl, 601);
  const after = createConsoleClient(third.url);
  const result = await after.see("the result", (messages) => results(messages)[0]);
  expect(result.files).toHaveLength(4);
  await after.see("the notice gone", (messages) => (messages.some((one) => one.progress) ? undefined : true));
  // Messages arrive in order: a second result would have arrived by now.
  await after.say("/imagine the next one");
  await after.see("the next result", (messages) =>
    results(messages).find((one) => one.files[0]?.description === "the next one"),
  );
  expect(results(after.messages()).filter((one) => one.files[0]?.description === prompt)).toHaveLength(1);
  await after.close();

  const bodies = bodiesByKey((await createsAt(third.sandboxUrl)).filter((call) => call.body.includes("storm")));
  expect(bodies).toHaveLength(4);
  for (const sent of bodies) expect(sent).toHaveLength(1);

  expect(await third.end("SIGTERM")).toBe(0);
  expect(await processesOn(dataDir)).toEqual([]);
}, 180_000);
