import { afterAll, beforeAll, expect, it } from "vitest";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { openFleet, type Fleet } from "../../support/fault/fleet.ts";

let fleet: Fleet;

beforeAll(async () => {
  fleet = await openFleet();
});
afterAll(() => fleet.close());

const processes = async (): Promise<number> =>
  (await fleet.sql<{ count: number }[]>`select count(*)::integer as count from chat_processes`)[0]?.count ?? 0;

it("the doctor counts processes that only take requests, until they stop or have been silent too long", async () => {
  const chat = await fleet.start("chat");
  await expect.poll(processes).toBe(1);
  const worker = await fleet.start("worker");
  const admin = createConsoleClient(chat.ready.url ?? "", "admin");
  const { text } = await admin.answerTo("/easel-admin doctor");
  await admin.close();
  expect(text).toContain("One worker is running. One more process takes requests.");
  await worker.stop();

  // A killed process can't remove its own row. The next one to start does.
  await fleet.sql`update chat_processes set id = gen_random_uuid(), beat = now() - interval '36 seconds'`;
  const other = await fleet.start("chat");
  await expect.poll(processes).toBe(1);
  await other.stop();
  expect(await processes()).toBe(0);
});

it("a process that is also a worker counts as one that takes requests, but the doctor lists it only as a worker", async () => {
  const both = await fleet.start("all");
  await expect.poll(processes).toBe(1);
  const admin = createConsoleClient(both.ready.url ?? "", "admin");
  const { text } = await admin.answerTo("/easel-admin doctor", { channel: "studio" });
  await admin.close();
  expect(text.split("\n")).toContain("✓ One worker is running.");
  await both.stop();
  expect(await processes()).toBe(0);
});
