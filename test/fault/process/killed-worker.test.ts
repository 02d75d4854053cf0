import { afterEach, beforeEach, expect, it } from "vitest";
import { openFleet, type Fleet } from "../../support/fault/fleet.ts";
import { allAnswered, askFor } from "../../support/fault/fleet-requests.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";
import { startEaselProcess } from "../../support/process/easel-process.ts";

let fleet: Fleet;

beforeEach(async () => {
  fleet = await openFleet();
});

afterEach(() => fleet.close());

it("continues a killed worker's jobs, and posts what is missing once", async () => {
  const person = fleet.visit(await fleet.start("chat"));
  await using doomed = await startEaselProcess(fleet.environment("worker"));
  const prompts = await askFor(person, "orphaned", 6, 2);
  await expect.poll(() => fleet.sql`select id from jobs where state = 'running'`).toHaveLength(4);
  const [{ id } = {}] = await fleet.sql`select id from workers`;
  await fleet.start("worker");
  await doomed.end("SIGKILL");
  await fleet.expire(String(id));
  await allAnswered(person, prompts, 45_000);
  const creates = await createsAt(fleet.sandboxUrl);
  expect(new Set(creates.map((create) => create.idempotencyKey)).size).toBe(6);
  for (const create of creates) expect(create.status).toBe(202);
}, 120_000);
