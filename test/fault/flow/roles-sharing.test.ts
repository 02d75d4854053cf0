import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { textsFor } from "../../../src/text/texts.ts";
import { openFleet, type Fleet } from "../../support/fault/fleet.ts";
import { allAnswered, askFor } from "../../support/fault/fleet-requests.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";

let fleet: Fleet;

beforeEach(async () => {
  fleet = await openFleet();
});

afterEach(() => fleet.close());

it("shares twenty batches between two workers, posts each once, and respects the key's limit of four", async () => {
  const [chat] = [await fleet.start("chat"), await fleet.start("worker"), await fleet.start("worker")];
  const person = fleet.visit(chat);
  const prompts = await askFor(person, "shared", 20, 1);
  await allAnswered(person, prompts, 45_000);
  const creates = await createsAt(fleet.sandboxUrl);
  expect(creates.map((create) => create.status)).toEqual(Array.from({ length: 20 }, () => 202));
  expect(await fleet.sql`select name from leases where name like 'post:%'`).toEqual([{ name: "post:console:main" }]);
  expect(await fleet.sql`select id from batches where closed_at is null`).toHaveLength(0);
}, 90_000);

it("makes nothing without a worker, and everything once there is one", async () => {
  const person = fleet.visit(await fleet.start("chat"));
  const prompts = await askFor(person, "early", 3, 1);
  // Jobs are written just after the requester is answered.
  await expect.poll(() => fleet.sql`select state from jobs`).toHaveLength(3);
  expect(await fleet.sql`select distinct state from jobs`).toEqual([{ state: "waiting" }]);
  expect(await createsAt(fleet.sandboxUrl)).toHaveLength(0);
  await fleet.start("worker");
  await allAnswered(person, prompts, 45_000);
}, 90_000);

it("hands over all jobs immediately when a worker stops", async () => {
  const chat = await fleet.start("chat");
  const leaving = await fleet.start("worker");
  const person = fleet.visit(chat);
  const prompts = await askFor(person, "handed over", 4, 2);
  await expect.poll(() => fleet.sql`select id from jobs where state = 'running'`).toHaveLength(4);
  const [{ id } = {}] = await fleet.sql`select id from workers`;
  await fleet.start("worker");
  await leaving.stop();
  // A silent worker would hold everything until it counts as dead.
  expect(await fleet.sql`select id from workers where id = ${String(id)} and beat > '-infinity'`).toHaveLength(0);
  await allAnswered(person, prompts, 45_000);
  expect(await fleet.sql`select id from jobs where deaths <> '{}'`).toHaveLength(0);
}, 90_000);

it("sets a job aside after three workers died, says so, and sends it again later", async () => {
  const person = fleet.visit(await fleet.start("chat"));
  await person.say("/imagine poison");
  await expect.poll(() => fleet.sql`select id from jobs`).toHaveLength(1);
  const dead = [randomUUID(), randomUUID(), randomUUID()];
  const last = dead[2] ?? "";
  await fleet.sql`insert into workers (id, beat) values (${last}, now() - interval '1 minute')`;
  await fleet.sql`
    update jobs set state = 'submitting', worker_id = ${last}, handled_by = ${last}, submitted_at = now(),
      create_tries = 1, fence = 1, deaths = ${dead.slice(0, 2)}::uuid[],
      base_url = ${fleet.sandboxUrl}, credential_id = (select id from credentials)`;
  await fleet.start("worker");
  const said = textsFor("en").notice.setAside;
  const item = await person.see("why it was set aside", (messages) =>
    messages.flatMap((one) => one.progress?.items ?? []).find(({ label }) => label === said),
  );
  expect((item.expectedAt ?? 0) - Date.now()).toBeGreaterThan(20 * 60_000);
  expect(await createsAt(fleet.sandboxUrl)).toHaveLength(0);
  await fleet.sql`update jobs set not_before = now()`;
  await fleet.sql`select pg_notify('easel_fetch', batch_id::text) from jobs`;
  await allAnswered(person, ["poison"], 20_000);
}, 90_000);
